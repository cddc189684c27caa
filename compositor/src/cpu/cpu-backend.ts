import type { Backend } from '../graph/backend.ts';
import { loadKernels } from '../kernels/load-kernels.ts';
import { codecFrames } from '../media/frame-intake.ts';
import { skia } from '../sprites/skia.ts';
import { createPlanarBackend } from './planar-backend.ts';

// A larger heap would break the render process's memory limit; a 4K document with five layers takes about 300 MB.
const heapLimitBytes = 1024 * 1024 * 1024;

/**
 * Creates the backend that draws on one CPU thread of a render process. It has its own kernels (WebAssembly functions),
 * whose memory is at most 1 GiB. A frame is complete when `draw` returns (latency 0).
 */
export function createCpuBackend(): Backend {
  return createPlanarBackend({ kernels: loadKernels(heapLimitBytes), frames: codecFrames, vectors: skia });
}
