import { FramemillError } from '@framemill/timeline/rendering';
import {
  AV_PIX_FMT_YUV420P10LE,
  AV_PIX_FMT_YUV420P12LE,
  AV_PIX_FMT_YUV422P10LE,
  AV_PIX_FMT_YUV422P12LE,
} from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import type { Heap } from '../kernels/heap.ts';
import { loadKernels } from '../kernels/kernel-module.ts';
import { check } from './av-error.ts';
import type { WideColour } from './colour-tags.ts';
import { createFrame } from './frame.ts';
import { TABLE_SIZE, wideColourTable } from './wide-colour-table.ts';
import { type SampleCoding, wideColourWeights } from './wide-colour-weights.ts';

/** Brings pictures of one size, format and colour to planar 4:2:0, 8 bits, BT.709 limited. */
export interface WideColourConverter {
  /** The converter owns the result and overwrites it at its next conversion. 9 ms at 1080p. */
  convert(frame: Frame): Frame;
  close(): void;
}

// Samples of 16 bits with whole rows of chroma take 4 bytes a pixel, the conversion 1.5, the table less than a megabyte.
const bytesPerPixel = 8;
const otherBytes = 16 * 1024 * 1024;

const layouts: ReadonlyMap<number, { depth: number; tall: boolean }> = new Map([
  [AV_PIX_FMT_YUV420P10LE, { depth: 10, tall: false }],
  [AV_PIX_FMT_YUV420P12LE, { depth: 12, tall: false }],
  [AV_PIX_FMT_YUV422P10LE, { depth: 10, tall: true }],
  [AV_PIX_FMT_YUV422P12LE, { depth: 12, tall: true }],
]);

/**
 * A converter for pictures of this size (upright), pixel format and colour, by the steps of `toneMapping` in the kernels. Null for
 * formats other than planar 4:2:0 and 4:2:2 of 10 and 12 bits.
 */
export function createWideColourConverter(
  width: number,
  height: number,
  format: Frame['format'],
  colour: Omit<SampleCoding, 'depth'> & { readonly wide: WideColour },
): WideColourConverter | null {
  const layout = layouts.get(format);
  if (!layout) return null;
  const { depth, tall } = layout;
  const { run, heap } = loadKernels(width * height * bytesPerPixel + otherBytes);
  const table = putLanes(heap, wideColourTable(colour.wide));
  const weights = putLanes(heap, wideColourWeights({ ...colour, depth }, TABLE_SIZE - 1));
  const scratch = heap.allocate(run.wideScratchSize(width));
  // Views of a frame's memory are made once: the garbage collector counts each with all its megabytes.
  const given = keepFrame(createFrame(width, height, format));
  const made = keepFrame(createFrame(width, height));
  const source = given.planes.map(({ data }) => heap.allocate(data.length));
  const target = made.planes.map(({ data }) => heap.allocate(data.length));
  const targets = [at(target, 0), strideOf(made, 0), at(target, 1), at(target, 2), strideOf(made, 1)] as const;
  const sources = [at(source, 0), strideOf(given, 0), at(source, 1), at(source, 2), strideOf(given, 1)] as const;
  const look = [tall ? 1 : 0, 2 ** depth - 1, weights, table, TABLE_SIZE, scratch] as const;
  return {
    convert(frame) {
      check(given.frame.copy(frame), 'copying a picture');
      const memory = heap.bytes;
      for (const [index, { data }] of given.planes.entries()) memory.set(data, at(source, index));
      run.wideToPlanar(...targets, ...sources, width, height, ...look);
      for (const [index, { data }] of made.planes.entries()) {
        const start = at(target, index);
        data.set(memory.subarray(start, start + data.length));
      }
      return made.frame;
    },
    close() {
      given.frame.free();
      made.frame.free();
    },
  };
}

function putLanes(heap: Heap, lanes: Int16Array | Int32Array): number {
  const offset = heap.allocate(lanes.byteLength);
  heap.bytes.set(new Uint8Array(lanes.buffer), offset);
  return offset;
}

interface KeptFrame {
  readonly frame: Frame;
  readonly planes: readonly { readonly data: Uint8Array; readonly stride: number }[];
}

function keepFrame(frame: Frame): KeptFrame {
  const planes = (frame.data ?? []).slice(0, 3).map((data, index) => ({ data, stride: frame.linesize[index] ?? 0 }));
  if (planes.length < 3) throw new FramemillError('internal_error', 'A planar picture lacks planes.');
  return { frame, planes };
}

function strideOf({ planes }: KeptFrame, index: number): number {
  return planes[index]?.stride ?? 0;
}

function at(offsets: readonly number[], index: number): number {
  return offsets[index] ?? 0;
}
