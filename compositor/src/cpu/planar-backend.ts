import { FramemillError } from '@framemill/timeline/rendering';
import type { Backend } from '../graph/backend.ts';
import { yuvColour } from '../graph/colour.ts';
import { createOneSize } from '../graph/one-size.ts';
import { createAlphaFrameSource, surfaceOfRgba } from './planar/alpha-frame-source.ts';
import { type CompositorParts, createCompositor } from './planar/compositor.ts';
import { createFrameSource, createStillSource } from './planar/texture-source.ts';

/**
 * Creates the backend that draws on one CPU thread, in Node and in browsers. `kernels` must not be used by another
 * backend. A frame is complete when `draw` returns (latency 0).
 */
export function createPlanarBackend<F>(parts: CompositorParts<F>): Backend<F> {
  const { kernels, frames } = parts;
  const intake = frames.createIntake();
  const compositors = createOneSize((output) => createCompositor(parts, output));
  let drawn: F | null = null;

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
