import { FramemillError } from '@framemill/timeline/rendering';
import type { Frame } from 'node-av/lib';
import type { Backend } from '../graph/backend.ts';
import { yuvColour } from '../graph/colour.ts';
import type { Size } from '../graph/placement.ts';
import { loadKernels } from '../kernels/kernel-module.ts';
import { createFrameIntake } from '../media/frame-intake.ts';
import { createAlphaFrameSource, surfaceOfRgba } from './planar/alpha-frame-source.ts';
import { type Compositor, createCompositor } from './planar/compositor.ts';
import { createFrameSource, createStillSource } from './planar/texture-source.ts';

// A larger heap would break the render process's memory limit; a 4K document with five layers takes about 300 MB.
const heapLimitBytes = 1024 * 1024 * 1024;

/**
 * Creates the backend that draws on one CPU thread. It has its own kernels (WebAssembly functions), whose memory is at
 * most 1 GiB. A frame is complete when `draw` returns (latency 0).
 */
export function createCpuBackend(): Backend {
  const kernels = loadKernels(heapLimitBytes);
  const intake = createFrameIntake();
  const compositors = createCompositors((output) => createCompositor(kernels, output));
  let drawn: Frame | null = null;

  return {
    latency: 0,
    still({ data, width, height, hasAlpha }, version, { halvings = 0, fullChroma = false } = {}) {
      const surface = surfaceOfRgba(kernels, data, width, height, hasAlpha, fullChroma ? '4:4:4' : '4:2:0');
      const source = createStillSource(kernels, surface, version);
      return halvings > 0 ? source.shrink(halvings) : source;
    },
    video({ hasAlpha, fullChroma, ...size }) {
      const createSource = hasAlpha ? createAlphaFrameSource : createFrameSource;
      return createSource(kernels, intake, size, fullChroma ? '4:4:4' : '4:2:0');
    },
    draw(background, items, output) {
      if (drawn)
        throw new FramemillError('internal_error', 'draw() was called again before take(). Call take() in between.');
      drawn = compositors.at(output).draw(yuvColour(background), items);
    },
    take() {
      const frame = drawn;
      if (!frame) throw new FramemillError('internal_error', 'take() was called before draw(). Call draw() first.');
      drawn = null;
      return frame;
    },
    close() {
      compositors.close();
      intake.close();
    },
  };
}

interface Compositors {
  at(output: Size): Compositor;
  close(): void;
}

// Keeps one compositor only: a second size (a preview during a render) replaces the first one and frees its memory.
function createCompositors(make: (output: Size) => Compositor): Compositors {
  let current: { size: string; compositor: Compositor } | null = null;
  return {
    at({ width, height }) {
      const size = `${width}x${height}`;
      if (current?.size === size) return current.compositor;
      current?.compositor.close();
      current = { size, compositor: make({ width, height }) };
      return current.compositor;
    },
    close() {
      current?.compositor.close();
      current = null;
    },
  };
}
