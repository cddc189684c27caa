import type { Frame } from 'node-av/lib';
import type { Backend } from '../graph/backend.ts';
import { skia } from '../sprites/skia.ts';
import { codecGpuFrames } from './decoded-samples.ts';
import type { GpuDevice } from './gpu-device.ts';
import { createWebGpuBackend, outlinesOf } from './webgpu-backend.ts';

/** Creates the GPU backend of Node, with the frames of the codec library. See `createWebGpuBackend`. */
export function createGpuBackend(gpu: GpuDevice): Backend<Frame> {
  return createWebGpuBackend(gpu, { frames: codecGpuFrames, vectors: skia });
}

/** Rasterizes outlines like the CPU backend, with the same bytes. */
export const skiaOutline = outlinesOf(skia);
