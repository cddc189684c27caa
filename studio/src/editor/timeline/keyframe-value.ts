import { ease, type Keyframe } from '@framemill/timeline';

/**
 * Returns the interpolated value of keyframes at a time in seconds. The keyframes must be sorted by time. Before the
 * first one its value applies, after the last one its value. Without keyframes the value is 0.
 */
export function valueAt(keyframes: readonly Keyframe[], sec: number): number {
  const next = keyframes.findIndex(({ time }) => time > sec);
  const before = next < 0 ? keyframes.at(-1) : keyframes[next - 1];
  const after = keyframes[next];
  if (!before || !after) return (before ?? after)?.value ?? 0;
  const share = (sec - before.time) / (after.time - before.time);
  return before.value + (after.value - before.value) * ease(before.easing ?? 'linear', share);
}
