import type { Clip, Command } from '@framemill/timeline';

/** The commands that move a clip's end by `deltaSec` and all later clips of its track with it. One frame at least stays. */
export function rippleEnd({ id, start, duration, trackIndex }: Clip, deltaSec: number, frameSec: number): Command[] {
  const end = start + duration;
  if (deltaSec > 0) {
    return [
      { op: 'insertGap', at: tidy(end), duration: tidy(deltaSec), trackIndices: [trackIndex] },
      { op: 'trimClip', clipId: id, duration: tidy(duration + deltaSec) },
    ];
  }
  const cutSec = Math.min(-deltaSec, duration - frameSec);
  return cutSec <= 0
    ? []
    : [{ op: 'cutRanges', clipId: id, ranges: [{ start: tidy(end - cutSec), end: tidy(end) }], ripple: true }];
}

/**
 * The commands that cut `deltaSec` off a clip's head, or with less than 0 show more of it; the clip stays where it starts, and all later
 * clips of its track move. It shows no more than its source has.
 */
export function rippleStart(clip: Clip, deltaSec: number, frameSec: number): Command[] {
  const { id, start, duration, trackIndex } = clip;
  if (deltaSec > 0) {
    const cutSec = Math.min(deltaSec, duration - frameSec);
    return cutSec <= 0
      ? []
      : [{ op: 'cutRanges', clipId: id, ranges: [{ start: tidy(start), end: tidy(start + cutSec) }], ripple: true }];
  }
  const moreSec = Math.min(-deltaSec, headRoomSec(clip));
  if (moreSec < frameSec) return [];
  return [
    { op: 'insertGap', at: tidy(start), duration: tidy(moreSec), trackIndices: [trackIndex] },
    { op: 'trimClip', clipId: id, start: tidy(start) },
  ];
}

/** How much of its source lies before what a clip shows first, in seconds of the timeline. */
function headRoomSec({ type, mediaStart, speed, reverse, freezeAt, loop }: Clip): number {
  const isPlayed = (type === 'video' || type === 'audio') && freezeAt === null && !loop && !reverse;
  return isPlayed ? mediaStart / speed : Number.POSITIVE_INFINITY;
}

function tidy(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
