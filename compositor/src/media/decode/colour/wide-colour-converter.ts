import {
  AV_PIX_FMT_YUV420P10LE,
  AV_PIX_FMT_YUV420P12LE,
  AV_PIX_FMT_YUV422P10LE,
  AV_PIX_FMT_YUV422P12LE,
} from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import type { ColourCoding, WideColour } from '../../colour-tags.ts';
import { convertingByKernel, type FrameConverter, putLanes } from './kernel-converter.ts';
import { TABLE_SIZE, wideColourTable } from './wide-colour-table.ts';
import { wideColourWeights } from './wide-colour-weights.ts';

const layouts: ReadonlyMap<number, { depth: number; tall: boolean }> = new Map([
  [AV_PIX_FMT_YUV420P10LE, { depth: 10, tall: false }],
  [AV_PIX_FMT_YUV420P12LE, { depth: 12, tall: false }],
  [AV_PIX_FMT_YUV422P10LE, { depth: 10, tall: true }],
  [AV_PIX_FMT_YUV422P12LE, { depth: 12, tall: true }],
]);

/**
 * Creates a converter of upright frames of this size, pixel format and colour to planar 4:2:0, 8 bits, BT.709 limited.
 * The kernels run the steps of `toneMapping`, in 9 ms at 1080p. Returns null for formats other than planar 4:2:0 and
 * 4:2:2 of 10 and 12 bits.
 */
export function createWideColourConverter(
  width: number,
  height: number,
  format: Frame['format'],
  colour: ColourCoding & { readonly wide: WideColour },
): FrameConverter | null {
  const layout = layouts.get(format);
  if (!layout) return null;
  const { depth, tall } = layout;
  return convertingByKernel({
    width,
    height,
    format,
    prepare(run, heap, target, source) {
      const table = putLanes(heap, wideColourTable(colour.wide));
      const weights = putLanes(heap, wideColourWeights({ ...colour, depth }, TABLE_SIZE - 1));
      const scratch = heap.allocate(run.wideScratchSize(width));
      const look = [tall ? 1 : 0, 2 ** depth - 1, weights, table, TABLE_SIZE, scratch] as const;
      return () => run.wideToPlanar(...target, ...source, width, height, ...look);
    },
  });
}
