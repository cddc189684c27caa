import type { Clip, Command } from '@framemill/timeline';

/**
 * Returns the commands that move a clip's end by `deltaSec` and all later clips of its track with it. At least one
 * frame of the clip remains.
 */
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
 * Returns the commands that trim `deltaSec` seconds off a clip's head, or extend its head when negative. The clip's
 * start stays in place and all later clips of its track move. The head is extended at most to the start of the source.
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

/**
 * Returns the length of the source before a clip's in-point, in timeline seconds. It is infinite for clips without such
 * a limit: stills, frozen, looped and reversed clips.
 */
function headRoomSec({ type, mediaStart, speed, reverse, freezeAt, loop }: Clip): number {
  const isPlayed = (type === 'video' || type === 'audio') && freezeAt === null && !loop && !reverse;
  return isPlayed ? mediaStart / speed : Number.POSITIVE_INFINITY;
}

function tidy(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
