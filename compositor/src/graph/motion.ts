import type { Clip, ClipLayer, Keyframe } from '@framemill/timeline';

const turning = ['kfScale', 'kfScaleX', 'kfScaleY', 'kfRotation', 'kfSkewX', 'kfSkewY'] as const;
const sliding = ['kfX', 'kfY'] as const;
const same = 1e-6;

/**
 * Kind of a clip's motion at a frame. `rests`: no change, or every value is at a constant section; `slides`: only the
 * position changes; `turns`: size or angle changes.
 */
export type Motion = 'rests' | 'slides' | 'turns';

/**
 * Determines the motion of a clip at the layer's time. It depends on the clip's keyframes only, never on earlier
 * frames.
 */
export function motionOf(layer: ClipLayer): Motion {
  const moves = (name: (typeof turning)[number] | (typeof sliding)[number]) =>
    isMoving(layer.clip[name] ?? [], layer.localSec);
  if (turning.some(moves)) return 'turns';
  return sliding.some(moves) ? 'slides' : 'rests';
}

/**
 * Returns the largest scale of a clip: the largest keyframe value, or the base value without keyframes. Overshooting
 * easings may exceed it slightly.
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
