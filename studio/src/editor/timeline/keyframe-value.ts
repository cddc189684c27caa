import { ease, type Keyframe } from '@framemill/timeline';

/**
 * Returns the interpolated value of keyframes, sorted by time, at a time in seconds. Before the first keyframe it is
 * the first value, after the last the last value, without keyframes 0.
 */
export function valueAt(keyframes: readonly Keyframe[], sec: number): number {
  const next = keyframes.findIndex(({ time }) => time > sec);
  const before = next < 0 ? keyframes.at(-1) : keyframes[next - 1];
  const after = keyframes[next];
  if (!before || !after) return (before ?? after)?.value ?? 0;
  const share = (sec - before.time) / (after.time - before.time);
  return before.value + (after.value - before.value) * ease(before.easing ?? 'linear', share);
}
