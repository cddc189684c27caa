import { FramemillError } from '@framemill/timeline/rendering';
import type { Frame } from 'node-av/lib';
import type { Heap } from '../../../kernels/heap.ts';
import type { KernelFunctions } from '../../../kernels/kernel-module.ts';
import { loadKernels } from '../../../kernels/load-kernels.ts';
import { check } from '../../av-error.ts';
import { createFrame } from '../../frame.ts';

/** Converter of decoded frames to another pixel format, size or colour. */
export interface FrameConverter {
  /**
   * Returns the frame itself when it already has the requested form (no copy). Otherwise returns a converted frame that
   * the converter owns and overwrites at its next conversion.
   */
  convert(frame: Frame): Frame;
  close(): void;
}

/**
 * Offsets in WebAssembly memory and strides of a frame's planes, in bytes and in the order of the kernels' parameters.
 */
export type PlaneArguments = readonly [
  luma: number,
  lumaStride: number,
  planeU: number,
  planeV: number,
  chromaStride: number,
];

/** Frame conversion that runs in a WebAssembly kernel. */
export interface KernelConversion {
  readonly width: number;
  readonly height: number;
  /** Pixel format of the input frames. */
  readonly format: Frame['format'];
  /**
   * Prepares the kernel call and is called once. It may allocate up to 15 MiB for tables and temporary data. The
   * returned function converts the frame in `source` to planar 4:2:0 of 8 bits in `target`.
   */
  prepare(run: KernelFunctions, heap: Heap, target: PlaneArguments, source: PlaneArguments): () => void;
}

// For tables and scratch; an initial heap has 4 MiB.
const otherBytes = 16 * 1024 * 1024;

/**
 * Creates a converter that runs a WebAssembly kernel on planar frames of one size and format. The result is planar
 * 4:2:0 of 8 bits.
 */
export function convertingByKernel({ width, height, format, prepare }: KernelConversion): FrameConverter {
  // Create the views of a frame's memory once: the garbage collector counts every view with the frame's full size.
  const given = keepFrame(createFrame(width, height, format));
  const made = keepFrame(createFrame(width, height));
  const { run, heap } = loadKernels(bytesOf(given) + bytesOf(made) + otherBytes);
  const source = given.planes.map(({ data }) => heap.allocate(data.length));
  const target = made.planes.map(({ data }) => heap.allocate(data.length));
  const draw = prepare(run, heap, argumentsOf(made, target), argumentsOf(given, source));
  return {
    convert(frame) {
      check(given.frame.copy(frame), 'copying a frame');
      const memory = heap.bytes;
      for (const [index, { data }] of given.planes.entries()) memory.set(data, at(source, index));
      draw();
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

interface KeptFrame {
  readonly frame: Frame;
  readonly planes: readonly { readonly data: Uint8Array; readonly stride: number }[];
}

function keepFrame(frame: Frame): KeptFrame {
  const planes = (frame.data ?? []).slice(0, 3).map((data, index) => ({ data, stride: frame.linesize[index] ?? 0 }));
  if (planes.length < 3)
    throw new FramemillError(
      'internal_error',
      `A frame to convert has ${planes.length} planes, but needs 3. Use a pixel format with planar YUV.`,
    );
  return { frame, planes };
}

function bytesOf({ planes }: KeptFrame): number {
  return planes.reduce((sum, { data }) => sum + data.length, 0);
}

function argumentsOf({ planes }: KeptFrame, offsets: readonly number[]): PlaneArguments {
  const stride = (index: number) => planes[index]?.stride ?? 0;
  return [at(offsets, 0), stride(0), at(offsets, 1), at(offsets, 2), stride(1)];
}

function at(offsets: readonly number[], index: number): number {
  return offsets[index] ?? 0;
}
