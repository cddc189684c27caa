import { createGpuDevice, isSoftwareAdapter, neededLimits } from '../gpu/gpu-device.ts';
import type { GpuFrames } from '../gpu/gpu-frames.ts';
import { createWebGpuBackend } from '../gpu/webgpu-backend.ts';
import type { Backend } from '../graph/backend.ts';
import type { VectorLibrary } from '../sprites/vector-library.ts';
import { type PlanarFrame, planarFrames } from './planar-frames.ts';

/** GPU of the browser. */
export interface Graphics {
  /** Creates the backend that draws on the GPU. Its outlines are drawn by `vectors`. */
  createBackend(vectors: VectorLibrary): Backend<PlanarFrame>;
  /** Whether the browser has taken the GPU away. Its backends throw `unavailable` then. */
  isLost(): boolean;
}

/** Maximum GPU memory of a tab, and how much of it is kept for tables and outlines, in bytes. */
const bounds = { memoryBytes: 1024 * 1024 * 1024, keptBytes: 128 * 1024 * 1024 };

/**
 * Opens the GPU through WebGPU. Returns null when the browser has none. A software implementation counts as none unless
 * `software` is set, because the WebAssembly kernels are faster.
 */
export async function openGraphics({ software = false } = {}): Promise<Graphics | null> {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter || (isSoftwareAdapter(adapter.info) && !software)) return null;
  const device = await adapter.requestDevice({ requiredLimits: neededLimits(adapter) });
  const gpu = createGpuDevice(device, bounds);
  return {
    createBackend: (vectors) => createWebGpuBackend(gpu, { frames: planarGpuFrames, vectors }),
    isLost: () => gpu.lost() !== null,
  };
}

/** Frames in the memory of the script, for the GPU backend. The decoder port has converted them. */
const planarGpuFrames: GpuFrames<PlanarFrame> = {
  ...planarFrames,
  hold: (frame) => ({ frame, free: () => undefined }),
  takesDecoded: () => false,
  decodedMeaning: () => null,
  isOutputFrame: () => true,
};
