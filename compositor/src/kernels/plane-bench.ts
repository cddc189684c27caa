import type { Kernels } from './kernel-module.ts';
import { loadKernels } from './load-kernels.ts';
import { type BytePlane, bytePlane } from './reference/blend.ts';

/** Plane in the memory of the WebAssembly kernels. */
export interface HeapPlane {
  offset: number;
  stride: number;
  width: number;
  height: number;
}

/**
 * Test helper for WebAssembly kernels: copies planes into the memory of the kernels, with strides wider than the
 * planes, and reads results back.
 */
export interface PlaneBench {
  readonly kernels: Kernels;
  put(plane: BytePlane): HeapPlane;
  /** Allocates a plane filled with 77, so that bytes that a kernel did not write are detected. */
  blank(width: number, height: number): HeapPlane;
  take(plane: HeapPlane): BytePlane;
  bytes(data: Uint8Array): number;
}

const padding = 5;

/** Creates a test helper with its own instance of the WebAssembly kernels and at most 256 MiB of memory. */
export function createPlaneBench(): PlaneBench {
  const kernels = loadKernels(256 * 1024 * 1024);
  const blank = (width: number, height: number): HeapPlane => {
    const stride = width + padding;
    const offset = kernels.heap.allocate(stride * height);
    kernels.heap.bytes.fill(77, offset, offset + stride * height);
    return { offset, stride, width, height };
  };
  return {
    kernels,
    blank,
    put(plane) {
      const target = blank(plane.width, plane.height);
      for (let y = 0; y < plane.height; y++) {
        const row = plane.data.subarray(y * plane.stride, y * plane.stride + plane.width);
        kernels.heap.bytes.set(row, target.offset + y * target.stride);
      }
      return target;
    },
    take(plane) {
      const out = bytePlane(plane.width, plane.height);
      const all = kernels.heap.bytes;
      for (let y = 0; y < plane.height; y++) {
        const start = plane.offset + y * plane.stride;
        out.data.set(all.subarray(start, start + plane.width), y * out.stride);
        const beyond = all.subarray(start + plane.width, start + plane.stride);
        if (beyond.some((byte) => byte !== 77)) throw new Error(`Row ${y}: the kernel wrote beyond the right edge.`);
      }
      return out;
    },
    bytes(data) {
      const offset = kernels.heap.allocate(data.length);
      kernels.heap.bytes.set(data, offset);
      return offset;
    },
  };
}

/** Returns a plane of pseudo-random noise from `low` to `high`. Equal seeds give equal planes. */
export function noisePlane(width: number, height: number, seed: number, low = 0, high = 255): BytePlane {
  const plane = bytePlane(width, height);
  let state = (seed * 2654435761 + 1) >>> 0;
  for (let i = 0; i < plane.data.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    plane.data[i] = low + ((state >>> 16) % (high - low + 1));
  }
  return plane;
}
