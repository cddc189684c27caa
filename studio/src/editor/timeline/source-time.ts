import type { Clip } from '@framemill/timeline';

/**
 * Returns the source time that a clip shows `sec` seconds after its start, in seconds. It is exact enough for
 * thumbnails: a changing speed is approximated by its mean.
 */
export function sourceSecAt(clip: Clip, sec: number): number {
  const { mediaStart, mediaDuration, duration, speed, reverse, freezeAt, loop } = clip;
  if (freezeAt !== null) return freezeAt;
  const played = (reverse ? duration - sec : sec) * speed;
  const length = mediaDuration - mediaStart;
  return mediaStart + (loop && length > 0 ? (played + (clip.loopOffset ?? 0)) % length : played);
}
