import type { Clip } from '@framemill/timeline';

/**
 * The moment of its source that a clip shows `sec` after its start, near enough for thumbnails: a changing speed counts as its mean.
 * Seconds of the file.
 */
export function sourceSecAt(clip: Clip, sec: number): number {
  const { mediaStart, mediaDuration, duration, speed, reverse, freezeAt, loop } = clip;
  if (freezeAt !== null) return freezeAt;
  const played = (reverse ? duration - sec : sec) * speed;
  const length = mediaDuration - mediaStart;
  return mediaStart + (loop && length > 0 ? (played + (clip.loopOffset ?? 0)) % length : played);
}
