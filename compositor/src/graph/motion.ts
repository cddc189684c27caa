import type { Clip, ClipLayer, Keyframe } from '@framemill/timeline';

const turning = ['kfScale', 'kfScaleX', 'kfScaleY', 'kfRotation', 'kfSkewX', 'kfSkewY'] as const;
const sliding = ['kfX', 'kfY'] as const;
const same = 1e-6;

/**
 * How a clip moves at a frame. `rests`: not at all, or its numbers are at a keyframe's value; `slides`: only its position
 * changes; `turns`: its size or angle changes.
 */
export type Motion = 'rests' | 'slides' | 'turns';

/** How a clip's place changes around this moment. Decided by its keyframes alone, so that it never depends on history. */
export function motionOf(layer: ClipLayer): Motion {
  const moves = (name: (typeof turning)[number] | (typeof sliding)[number]) =>
    isMoving(layer.clip[name] ?? [], layer.localSec);
  if (turning.some(moves)) return 'turns';
  return sliding.some(moves) ? 'slides' : 'rests';
}

/** The largest scale that a clip reaches at a keyframe or has without; overshooting easings may go a little beyond. */
export function largestScale(clip: Clip): number {
  const most = (base: number, keyframes: readonly Keyframe[] | undefined) =>
    Math.max(...(keyframes?.length ? keyframes.map((keyframe) => Math.abs(keyframe.value)) : [Math.abs(base)]));
  const across = Math.max(most(clip.scaleX ?? 1, clip.kfScaleX), most(clip.scaleY ?? 1, clip.kfScaleY));
  return most(clip.scale, clip.kfScale) * across;
}

// Before the first, after the last and between equal keyframes a value stands still.
function isMoving(keyframes: readonly Keyframe[], localSec: number): boolean {
  const next = keyframes.find((keyframe) => keyframe.time > localSec + same);
  const previous = keyframes.findLast((keyframe) => keyframe.time <= localSec + same);
  return next !== undefined && previous !== undefined && next.value !== previous.value;
}
