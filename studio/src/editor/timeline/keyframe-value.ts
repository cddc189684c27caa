import { ease, type Keyframe } from '@framemill/timeline';

/** The value that keyframes, in order of time, give at a moment; the first holds before, the last after. 0 without any. Seconds. */
export function valueAt(keyframes: readonly Keyframe[], sec: number): number {
  const next = keyframes.findIndex(({ time }) => time > sec);
  const before = next < 0 ? keyframes.at(-1) : keyframes[next - 1];
  const after = keyframes[next];
  if (!before || !after) return (before ?? after)?.value ?? 0;
  const share = (sec - before.time) / (after.time - before.time);
  return before.value + (after.value - before.value) * ease(before.easing ?? 'linear', share);
}
