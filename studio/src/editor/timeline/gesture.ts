import type { Clip, Command, Document } from '@framemill/timeline';
import { amountText } from '../../ui/format.ts';

/**
 * Effect of dragging clips. `ripple-*` trims and moves later clips along; `roll-*` moves the cut between two clips;
 * `slip` changes the part of the source that a clip shows; `slide` moves a clip between its neighbours.
 */
export type GestureKind =
  | 'move'
  | 'trim-start'
  | 'trim-end'
  | 'ripple-start'
  | 'ripple-end'
  | 'roll-start'
  | 'roll-end'
  | 'slip'
  | 'slide';

/** Drag of clips: its kind, the clips, the time offset and the target track. */
export interface Gesture {
  kind: GestureKind;
  /** Id of the clip under the pointer. */
  clipId: string;
  /** Ids of all dragged clips, including the one under the pointer. */
  clipIds: readonly string[];
  deltaSec: number;
  /** Target track of the clip under the pointer; null keeps its track. */
  trackId: number | null;
}

const NAMES: Record<GestureKind, string> = {
  move: 'Move',
  'trim-start': 'Trim',
  'trim-end': 'Trim',
  'ripple-start': 'Ripple trim',
  'ripple-end': 'Ripple trim',
  'roll-start': 'Roll edit',
  'roll-end': 'Roll edit',
  slip: 'Slip',
  slide: 'Slide',
};

/** Returns the label of a drag in the history. */
export function gestureLabel({ kind, clipIds }: Gesture): string {
  return clipIds.length > 1 ? `${NAMES[kind]} ${amountText(clipIds.length, 'clip')}` : NAMES[kind];
}

/** Returns the commands of a drag; an empty list when it changes nothing. Times are rounded to whole frames. */
export function gestureCommands(document: Document, gesture: Gesture): Command[] {
  const byId = new Map(document.clips.map((clip) => [clip.id, clip]));
  const clip = byId.get(gesture.clipId);
  if (!clip) return [];
  const frame = 1 / document.settings.fps;
  const deltaSec = Math.round(gesture.deltaSec / frame) * frame;
  if (gesture.kind === 'move') return moves(document, gesture, deltaSec, byId);
  if (gesture.kind === 'trim-start') {
    const start = Math.min(Math.max(0, clip.start + deltaSec), clip.start + clip.duration - frame);
    return start === clip.start ? [] : [{ op: 'trimClip', clipId: clip.id, start: rounded(start) }];
  }
  if (gesture.kind === 'trim-end') {
    const duration = Math.max(frame, clip.duration + deltaSec);
    return duration === clip.duration ? [] : [{ op: 'trimClip', clipId: clip.id, duration: rounded(duration) }];
  }
  if (deltaSec === 0) return [];
  switch (gesture.kind) {
    case 'ripple-start':
      return rippleStart(clip, deltaSec, frame);
    case 'ripple-end':
      return rippleEnd(clip, deltaSec, frame);
    case 'roll-start':
      return [{ op: 'rollEdit', clipId: clip.id, edge: 'start', offset: rounded(deltaSec) }];
    case 'roll-end':
      return [{ op: 'rollEdit', clipId: clip.id, edge: 'end', offset: rounded(deltaSec) }];
    case 'slip':
      return [{ op: 'slipClip', clipId: clip.id, offset: rounded(-deltaSec) }];
    case 'slide':
      return [{ op: 'slideClip', clipId: clip.id, offset: rounded(deltaSec) }];
  }
}

function moves(
  { tracks }: Document,
  { clipId, clipIds, trackId }: Gesture,
  deltaSec: number,
  byId: ReadonlyMap<string, Clip>,
): Command[] {
  const clips = clipIds.flatMap((id) => byId.get(id) ?? []);
  const held = byId.get(clipId);
  const earliest = Math.min(...clips.map(({ start }) => start));
  const offset = Math.max(deltaSec, -earliest);
  const placeOf = (id: number) => tracks.findIndex((track) => track.id === id);
  const rows = trackId === null || !held ? 0 : placeOf(trackId) - placeOf(held.trackIndex);
  if (offset === 0 && rows === 0) return [];
  // Moves the foremost clip first, so that its place is free for the next ones.
  const inOrder = clips.toSorted((a, b) => (offset > 0 ? b.start - a.start : a.start - b.start));
  return inOrder.map(({ id, start, trackIndex }) => {
    const target = tracks[placeOf(trackIndex) + rows]?.id;
    const onTrack = rows !== 0 && target !== undefined ? { trackIndex: target } : {};
    return { op: 'moveClip', clipId: id, start: rounded(start + offset), ...onTrack };
  });
}

/** Rounds seconds to microseconds, to remove floating-point errors from sums. */
export function rounded(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

/**
 * Returns the commands that move a clip's end by `deltaSec` and all later clips of its track with it. At least one
 * frame of the clip remains.
 */
function rippleEnd({ id, start, duration, trackIndex }: Clip, deltaSec: number, frameSec: number): Command[] {
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
function rippleStart(clip: Clip, deltaSec: number, frameSec: number): Command[] {
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
