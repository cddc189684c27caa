import type { Clip, ClipLayer, Document, Keyframe } from '@framemill/timeline';
import type { CanvasSize, Size } from './placement.ts';

const turning = ['kfScale', 'kfScaleX', 'kfScaleY', 'kfRotation', 'kfSkewX', 'kfSkewY'] as const;
const sliding = ['kfX', 'kfY'] as const;
const same = 1e-6;

/**
 * Motion of a clip at a frame. `rests`: nothing changes. `slides`: only the position changes. `turns`: size or angle
 * changes. Values between equal keyframes count as unchanged.
 */
export type Motion = 'rests' | 'slides' | 'turns';

/** Returns the motion of a clip at the layer's time. It depends only on the clip's keyframes, not on earlier frames. */
export function motionOf(layer: ClipLayer): Motion {
  const moves = (name: (typeof turning)[number] | (typeof sliding)[number]) =>
    isMoving(layer.clip[name] ?? [], layer.localSec);
  if (turning.some(moves)) return 'turns';
  return sliding.some(moves) ? 'slides' : 'rests';
}

/** Returns the motion of a clip on the output at the layer's time: its own, or that of the canvas if it moves more. */
export function motionOn({ placed }: CanvasSize, layer: ClipLayer): Motion {
  const own = motionOf(layer);
  if (!placed || placed.motion === 'rests' || own === 'turns') return own;
  return placed.motion;
}

/**
 * Returns the largest scale of a clip: the largest value of its keyframes, or the base value if there are no keyframes.
 * Easings that overshoot may exceed this scale slightly.
 */
export function largestScale(clip: Clip): number {
  const most = (base: number, keyframes: readonly Keyframe[] | undefined) =>
    Math.max(...(keyframes?.length ? keyframes.map((keyframe) => Math.abs(keyframe.value)) : [Math.abs(base)]));
  const across = Math.max(most(clip.scaleX ?? 1, clip.kfScaleX), most(clip.scaleY ?? 1, clip.kfScaleY));
  return most(clip.scale, clip.kfScale) * across;
}

// A value is constant before the first keyframe, after the last one and between equal keyframes.
function isMoving(keyframes: readonly Keyframe[], localSec: number): boolean {
  const next = keyframes.find((keyframe) => keyframe.time > localSec + same);
  const previous = keyframes.findLast((keyframe) => keyframe.time <= localSec + same);
  return next !== undefined && previous !== undefined && next.value !== previous.value;
}

const steps = 256;

/**
 * Rounds an opacity or weight to steps of 1/256 within 0-1, which is the resolution of all backends. Values within half
 * a step of 0 or 1 become 0 or 1, so that the layer or everything below it need not be drawn.
 */
export function stepped(opacity: number): number {
  return Math.min(steps, Math.max(0, Math.round(opacity * steps))) / steps;
}

// Below this many image pixels for each output pixel, halved chroma has fewer samples than the output.
const HALVED_SUFFICES = 7 / 8;

/**
 * Whether an image is enlarged so much that full-resolution chroma is visibly better. `covered` is the result of
 * `sourceDetail`.
 */
export function needsFullChroma(covered: number): boolean {
  return covered < HALVED_SUFFICES;
}

/**
 * Returns the number of image pixels (in one dimension) that one pixel of an output of `outputWidth` covers at the
 * clip's largest scale.
 */
export function sourceDetail(clip: Clip, image: Size, document: Document, outputWidth: number): number {
  const { width, height } = document.settings;
  const [ratioX, ratioY] = [width / image.width, height / image.height];
  const fit = clip.fit ?? (clip.type === 'sticker' ? 'none' : 'contain');
  const fitted = fit === 'none' ? 1 : fit === 'contain' ? Math.min(ratioX, ratioY) : Math.max(ratioX, ratioY);
  return width / outputWidth / Math.max(fitted * largestScale(clip), 1e-3);
}
