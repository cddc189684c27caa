import type { Rect } from '../../graph/box.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Size } from '../../graph/placement.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { loadKernels } from '../../kernels/load-kernels.ts';
import { skia } from '../../sprites/skia.ts';
import { createGraphBackend, type GraphBackend } from './graph-backend.ts';
import { createRgba, type RgbaSurface, releaseRgba } from './rgba-surface.ts';

/** Premultiplied RGBA pixels outside WebAssembly memory, row by row. */
export interface Pixels extends Rect {
  readonly data: Uint8Array;
}

/** Test helper that draws effect graphs on given pixels. */
export interface GraphBench {
  readonly kernels: Kernels;
  readonly backend: GraphBackend;
  draw(image: GraphNode, inputs: Readonly<Record<string, Pixels>>, box: Size, area?: Rect): Pixels;
}

/** Creates a test helper with its own WebAssembly kernels, whose memory is at most 512 MiB. */
export function createGraphBench(): GraphBench {
  const kernels = loadKernels(512 * 1024 * 1024);
  const backend = createGraphBackend(kernels, skia);
  return {
    kernels,
    backend,
    draw(image, inputs, box, area) {
      const surfaces = new Map(Object.entries(inputs).map(([name, pixels]) => [name, putPixels(kernels, pixels)]));
      const drawn = backend.draw(image, surfaces, box, area);
      const result = takePixels(kernels, drawn);
      releaseRgba(kernels.heap, drawn);
      for (const surface of surfaces.values()) releaseRgba(kernels.heap, surface);
      return result;
    },
  };
}

/** Copies pixels into WebAssembly memory. The caller must release the surface. */
export function putPixels(kernels: Kernels, pixels: Pixels): RgbaSurface {
  const surface = createRgba(kernels.heap, pixels);
  const row = pixels.width * 4;
  for (let y = 0; y < pixels.height; y++) {
    kernels.heap.bytes.set(pixels.data.subarray(y * row, (y + 1) * row), surface.offset + y * surface.stride);
  }
  return surface;
}

/** Copies a surface's pixels out of WebAssembly memory. */
export function takePixels(kernels: Kernels, surface: RgbaSurface): Pixels {
  const { x, y, width, height, offset, stride } = surface;
  const data = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    const start = offset + row * stride;
    data.set(kernels.heap.bytes.subarray(start, start + width * 4), row * width * 4);
  }
  return { data, x, y, width, height };
}

/**
 * Creates reproducible premultiplied noise. `opaque`: every alpha is 255; otherwise some are 0, some 255 and most in
 * between.
 */
export function noisePixels(rect: Rect, seed: number, opaque = false): Pixels {
  const data = new Uint8Array(rect.width * rect.height * 4);
  let state = (seed * 2654435761 + 1) >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 16;
  };
  for (let i = 0; i < data.length; i += 4) {
    const alpha = opaque ? 255 : Math.min(255, Math.max(0, (next() % 383) - 64));
    for (let k = 0; k < 3; k++) data[i + k] = Math.round(((next() % 256) * alpha) / 255);
    data[i + 3] = alpha;
  }
  return { ...rect, data };
}

/** Returns the largest difference between two images' bytes. Throws when they do not cover the same pixels. */
export function worstDifference(a: Pixels, b: Pixels): number {
  if (a.x !== b.x || a.y !== b.y || a.width !== b.width || a.data.length !== b.data.length) {
    throw new Error(
      `Images of different boxes: ${[a.x, a.y, a.width, a.height]} and ${[b.x, b.y, b.width, b.height]}.`,
    );
  }
  return a.data.reduce((most, byte, i) => Math.max(most, Math.abs(byte - (b.data[i] ?? 0))), 0);
}
