import type { Backend } from '../graph/backend.ts';
import type { Rgb } from '../graph/colour.ts';
import {
  type Drawable,
  drawableKey,
  drawableRect,
  hidesBelow,
  isEffectStack,
  isOpaque,
  type Texture,
} from '../graph/drawable.ts';
import type { Size } from '../graph/placement.ts';
import { rasterOutline, type VectorLibrary } from '../sprites/vector-library.ts';
import { drawCanvas } from './canvas.ts';
import { createFrameRing, type FrameRing } from './frame-ring.ts';
import type { GpuDevice } from './gpu-device.ts';
import type { GpuFrames } from './gpu-frames.ts';
import { createStillTexture, createVideoTexture, type GpuVideo } from './gpu-texture.ts';
import type { OutlineRaster } from './primitives/emitter.ts';
import { createStackTextures } from './stack-textures.ts';
import { createTreeDrawing } from './tree-drawing.ts';

/** Maximum number of frames that are drawn ahead, so that GPU and encoder work concurrently. */
const latency = 2;

/** Frames and drawing library of the environment, Node or a browser. */
export interface WebGpuParts<F> {
  readonly frames: GpuFrames<F>;
  readonly vectors: VectorLibrary;
}

/**
 * Creates the backend that draws on a GPU, in Node and in browsers. `gpu` stays open when the backend is closed: the
 * next backend reuses its shaders, tables and textures. Output bytes differ between GPUs and drivers. With the same GPU
 * and driver, equal input gives equal bytes.
 */
export function createWebGpuBackend<F>(gpu: GpuDevice, { frames: memory, vectors }: WebGpuParts<F>): Backend<F> {
  const trees = createTreeDrawing(gpu, outlinesOf(vectors));
  const stacks = createStackTextures(gpu, trees);
  const intake = memory.createIntake();
  const videos = new WeakMap<Texture, GpuVideo<F>>();
  let ring: { readonly size: Size; readonly frames: FrameRing<F> } | null = null;
  let shown: string | null = null;
  // Renderers that use the same device one after another may give equal versions to different images.
  let textures = 0;
  const nameTexture = () => `texture ${++textures}`;

  function ringFor(size: Size): FrameRing<F> {
    if (ring && ring.size.width === size.width && ring.size.height === size.height) return ring.frames;
    ring?.frames.close();
    ring = { size, frames: createFrameRing(gpu, memory, size) };
    shown = null;
    return ring.frames;
  }

  function drawNew(frames: FrameRing<F>, background: Rgb, items: readonly Drawable[], output: Size): void {
    const untouched = items.length === 1 && items[0] ? untouchedFrame(items[0], output) : null;
    if (untouched) {
      frames.pushFrame(untouched);
      return;
    }
    const canvas = drawCanvas({ gpu, trees, pixelsOf: stacks.pixelsOf }, background, items, output);
    frames.push(canvas);
    gpu.pool.giveBack(canvas.image);
  }

  /** Returns the decoded frame when it is the whole output unchanged. */
  function untouchedFrame(item: Drawable, output: Size): F | null {
    if (item.kind !== 'layer' || !isOpaque(item) || !item.geometry.unmoved || isEffectStack(item.source)) return null;
    const { tx, ty } = item.geometry.placement.matrix;
    const { width, height } = item.source;
    const fits = width === output.width && height === output.height && Math.abs(tx) < 1 && Math.abs(ty) < 1;
    return fits ? (videos.get(item.source)?.frame ?? null) : null;
  }

  return {
    latency,
    still: (pixels, version, detail) => createStillTexture(gpu, pixels, `${nameTexture()} ${version}`, detail),
    takesDecoded: memory.takesDecoded,
    video(format) {
      const video = createVideoTexture({ gpu, frames: memory, intake }, format, nameTexture());
      videos.set(video, video);
      return video;
    },
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

/** Returns the function that rasterizes outlines like the CPU backend with the same library, with the same bytes. */
export function outlinesOf(vectors: VectorLibrary): OutlineRaster {
  return (outline, rect) => {
    const pixels = rasterOutline(vectors, outline, rect);
    return Uint8Array.from({ length: rect.width * rect.height }, (_, at) => pixels[at * 4 + 3] ?? 0);
  };
}
