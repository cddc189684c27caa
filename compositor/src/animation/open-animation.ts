import { openTextEngine } from '../fonts/font-files.ts';
import { createSkiaCanvas, openLottie } from '../sprites/skia.ts';
import {
  type AnimationDrawing,
  createDrawing,
  type DrawingOptions,
  type LottiePlayer,
  needsEngine,
} from './animation-drawing.ts';
import { readAnimation } from './read-animation.ts';

/**
 * Opens a Lottie or .lottie file for drawing with Skia. Throws `invalid_request` when the file or a value of a slot
 * cannot be used.
 */
export async function openAnimation(path: string, options: DrawingOptions = {}): Promise<AnimationDrawing> {
  const animation = await readAnimation(path);
  const engine = needsEngine(animation) ? await openTextEngine() : null;
  return createDrawing(animation, skiaPlayer, engine, options);
}

const skiaPlayer: LottiePlayer = (root, size) => {
  const animation = openLottie(JSON.stringify(root));
  if (!animation) return null;
  const context = createSkiaCanvas(size.width, size.height).getContext('2d');
  return {
    rgba(position) {
      context.clearRect(0, 0, size.width, size.height);
      animation.seekFrame(position);
      animation.render(context, { x: 0, y: 0, ...size });
      return context.getImageData(0, 0, size.width, size.height).data;
    },
    // The garbage collector frees both.
    close: () => undefined,
  };
};
