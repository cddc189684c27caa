import { AV_PIX_FMT_YUVA420P } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { convertingByKernel, type FrameConverter, putLanes } from './kernel-converter.ts';
import { type ByteCoding, recodeWeights } from './recode-weights.ts';

/** Brings planar 4:2:0 pictures of 8 bits, of this size and colour, to BT.709 limited. `format` says planar 4:2:0 by one of its names, or with alpha. */
export function createRecodeConverter(
  width: number,
  height: number,
  format: Frame['format'],
  coding: ByteCoding,
): FrameConverter {
  return convertingByKernel({
    width,
    height,
    format,
    alpha: format === AV_PIX_FMT_YUVA420P,
    prepare(run, heap, target, source) {
      const weights = putLanes(heap, recodeWeights(coding));
      const scratch = heap.allocate(run.recodeScratchSize(width));
      return () => run.recodePlanes(...target, ...source, width, height, weights, scratch);
    },
  });
}
