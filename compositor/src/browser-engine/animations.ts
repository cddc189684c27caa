import { FramemillError } from '@framemill/timeline/rendering';
import { createDrawing, type LottiePlayer, needsEngine } from '../animation/animation-drawing.ts';
import { parseAnimation } from '../animation/parse-animation.ts';
import { textsAsShapes } from '../animation/texts-as-shapes.ts';
import type { AnimationPort } from './ports.ts';

// Script of its own, `animations.js`: most projects have no animation, and its player is large.

/** The part of CanvasKit that is used. Its own types would load a second version of the types of WebGPU. */
interface CanvasKit {
  readonly TRANSPARENT: Float32Array;
  readonly ColorType: { readonly RGBA_8888: object };
  readonly AlphaType: { readonly Unpremul: object };
  readonly ColorSpace: { readonly SRGB: object };
  XYWHRect(x: number, y: number, width: number, height: number): Float32Array;
  MakeSurface(width: number, height: number): Surface | null;
  /** Returns null for a file that is not valid. Images in the file are decoded. */
  MakeManagedAnimation(json: string): ManagedAnimation | null;
}

interface Surface {
  getCanvas(): Canvas;
  flush(): void;
  delete(): void;
}

interface Canvas {
  clear(color: Float32Array): void;
  readPixels(x: number, y: number, format: object): unknown;
}

interface ManagedAnimation {
  seekFrame(frame: number): void;
  render(canvas: Canvas, place: Float32Array): void;
  delete(): void;
}

const openCanvasKit: (options: { locateFile(): string }) => Promise<CanvasKit> = require('canvaskit-wasm/full');

/**
 * Opens the player of animations: Skia's, as on render nodes, compiled to WebAssembly. `wasmAddress` is the address of
 * `canvaskit.wasm`.
 */
export async function openAnimations(wasmAddress: string): Promise<AnimationPort> {
  const player = playerOf(await openCanvasKit({ locateFile: () => wasmAddress }));
  return {
    async open(file, options, openEngine) {
      const animation = parseAnimation(file);
      return createDrawing(animation, player, needsEngine(animation) ? await openEngine() : null, options);
    },
  };
}

function playerOf(kit: CanvasKit): LottiePlayer {
  return (root, { width, height }) => {
    // Without fonts of the machine, this build draws texts with an empty font and ignores embedded letters.
    const animation = kit.MakeManagedAnimation(JSON.stringify(textsAsShapes(root)));
    if (!animation) return null;
    const surface = kit.MakeSurface(width, height);
    if (!surface) {
      animation.delete();
      throw new FramemillError(
        'unavailable',
        `There is no memory for an image of ${width}x${height}. Close other tabs.`,
      );
    }
    const canvas = surface.getCanvas();
    const place = kit.XYWHRect(0, 0, width, height);
    const { RGBA_8888: colorType } = kit.ColorType;
    const format = { width, height, colorType, alphaType: kit.AlphaType.Unpremul, colorSpace: kit.ColorSpace.SRGB };
    return {
      rgba(position) {
        canvas.clear(kit.TRANSPARENT);
        animation.seekFrame(position);
        animation.render(canvas, place);
        surface.flush();
        const pixels = canvas.readPixels(0, 0, format);
        if (pixels instanceof Uint8Array) return pixels;
        throw new FramemillError('internal_error', 'An animation was drawn without pixels. Load the page again.');
      },
      close() {
        surface.delete();
        animation.delete();
      },
    };
  };
}
