import type { Frame } from 'node-av/lib';
import type { Backend } from '../graph/backend.ts';
import type { Rgb } from '../graph/colour.ts';
import { type Drawable, drawableKey, drawableRect, hidesBelow, isOpaque } from '../graph/drawable.ts';
import type { Size } from '../graph/placement.ts';
import { createFrameIntake } from '../media/frame-intake.ts';
import { skia } from '../sprites/skia.ts';
import { rasterOutline } from '../sprites/vector-library.ts';
import { drawCanvas } from './canvas.ts';
import { createFrameRing, type FrameRing } from './frame-ring.ts';
import type { GpuDevice } from './gpu-device.ts';
import { createStillTexture, createVideoTexture } from './gpu-texture.ts';
import { ownTexture } from './layer-painting.ts';
import type { OutlineRaster } from './primitives/emitter.ts';
import { sampleLayout } from './source-planes.ts';
import { createStackTextures } from './stack-textures.ts';
import { createTreeDrawing } from './tree-drawing.ts';

/** Maximum number of frames that are drawn ahead, so that GPU and encoder work concurrently. */
const latency = 2;

/**
 * Creates the backend that draws on a GPU. `gpu` stays open when the backend is closed: the next backend reuses its
 * shaders, tables and textures. Output bytes differ between GPUs and drivers. With the same GPU and driver, equal input
 * gives equal bytes.
 */
export function createGpuBackend(gpu: GpuDevice): Backend {
  const trees = createTreeDrawing(gpu, skiaOutline);
  const stacks = createStackTextures(gpu, trees);
  const intake = createFrameIntake();
  let ring: { readonly size: Size; readonly frames: FrameRing } | null = null;
  let shown: string | null = null;
  // Renderers that use the same device one after another may give equal versions to different images.
  let textures = 0;
  const nameTexture = () => `texture ${++textures}`;

  function ringFor(size: Size): FrameRing {
    if (ring && ring.size.width === size.width && ring.size.height === size.height) return ring.frames;
    ring?.frames.close();
    ring = { size, frames: createFrameRing(gpu, size) };
    shown = null;
    return ring.frames;
  }

  function drawNew(frames: FrameRing, background: Rgb, items: readonly Drawable[], output: Size): void {
    const untouched = items.length === 1 && items[0] ? untouchedFrame(items[0], output) : null;
    if (untouched) {
      frames.pushFrame(untouched);
      return;
    }
    const canvas = drawCanvas({ gpu, trees, pixelsOf: stacks.pixelsOf }, background, items, output);
    frames.push(canvas);
    gpu.pool.giveBack(canvas.image);
  }

  return {
    latency,
    still: (pixels, version, detail) => createStillTexture(gpu, pixels, `${nameTexture()} ${version}`, detail),
    takesDecoded: (frame) => sampleLayout(frame) !== null,
    video: (format) => createVideoTexture(gpu, intake, format, nameTexture()),
    draw(background, items, output) {
      const frames = ringFor(output);
      if (frames.waiting > latency) {
        throw new Error(
          `draw() was called with ${frames.waiting} frames waiting for take(); at most ${latency + 1} may wait.`,
        );
      }
      const visible = cull(items, output);
      const key = `${background.r},${background.g},${background.b} ${visible.map(drawableKey).join(';')}`;
      if (key === shown) {
        frames.pushAgain();
        return;
      }
      // Set only after drawing succeeded: after an error the frame is not repeated.
      shown = null;
      drawNew(frames, background, visible, output);
      shown = key;
      stacks.endFrame();
      gpu.kept.endFrame();
      gpu.pool.endFrame();
    },
    take() {
      if (!ring) throw new Error('take() was called before draw().');
      return ring.frames.take();
    },
    close() {
      stacks.close();
      ring?.frames.close();
      intake.close();
    },
  };
}

// Drops items without pixels and every item below an opaque image of the whole output.
function cull(items: readonly Drawable[], output: Size): Drawable[] {
  const visible = items.filter((item) => (item.kind === 'layer' ? item.opacity > 0 : drawableRect(item) !== null));
  const base = visible.findLastIndex((item) => hidesBelow(item, output.width, output.height));
  return visible.slice(Math.max(0, base));
}

// Returns the decoded frame when it is the whole output unchanged.
function untouchedFrame(item: Drawable, output: Size): Frame | null {
  if (item.kind !== 'layer' || !isOpaque(item) || !item.geometry.unmoved) return null;
  const { tx, ty } = item.geometry.placement.matrix;
  const { width, height } = item.source;
  const fits = width === output.width && height === output.height && Math.abs(tx) < 1 && Math.abs(ty) < 1;
  return fits ? (ownTexture(item.source)?.frame ?? null) : null;
}

/** Rasterizes outlines like the CPU backend, with the same bytes. */
export const skiaOutline: OutlineRaster = (outline, rect) => {
  const pixels = rasterOutline(skia, outline, rect);
  return Uint8Array.from({ length: rect.width * rect.height }, (_, at) => pixels[at * 4 + 3] ?? 0);
};
