import type { Frame } from 'node-av/lib';
import { putLanes } from '../../../kernels/heap.ts';
import { type ColourCoding, recodeWeights } from '../../colour-coding.ts';
import { convertingByKernel, type FrameConverter } from './kernel-converter.ts';

/**
 * Creates a converter of planar 4:2:0 frames of 8 bits from one colour matrix and range to another (default: BT.709
 * limited). `format` is one of the pixel formats for planar 4:2:0 of 8 bits.
 */
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
