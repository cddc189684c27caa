import type { Frame } from 'node-av/lib';
import type { ColourCoding } from '../../colour-tags.ts';
import { convertingByKernel, type FrameConverter, putLanes } from './kernel-converter.ts';
import { recodeWeights } from './recode-weights.ts';

/** Brings planar 4:2:0 pictures of 8 bits, of this size and colour, to another one (default: BT.709 limited). `format` says planar 4:2:0 by one of its names. */
export function createRecodeConverter(
  width: number,
  height: number,
  format: Frame['format'],
  coding: ColourCoding,
  wanted?: ColourCoding,
): FrameConverter {
  return convertingByKernel({
    width,
    height,
    format,
    prepare(run, heap, target, source) {
      const weights = putLanes(heap, recodeWeights(coding, wanted));
      const scratch = heap.allocate(run.recodeScratchSize(width));
      return () => run.recodePlanes(...target, ...source, width, height, weights, scratch);
    },
  });
}
