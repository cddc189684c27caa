import { type Clip, type Document, KEYFRAMABLE, type KeyframableProp, type TrackDef } from '@framemill/timeline';

/** Timeline row of one track, with its clips sorted by start. */
export interface Row {
  track: TrackDef;
  clips: readonly Clip[];
  /** Properties whose keyframe lanes (one strip each) are shown below the clips; empty while the lanes are closed. */
  lanes: readonly KeyframableProp[];
  /** Position below the ruler (`topPx`), and height without and with lanes (`trackPx`, `heightPx`), in pixels. */
  topPx: number;
  trackPx: number;
  heightPx: number;
}

/** Smallest height of a row without its keyframe lanes, in pixels. */
export const ROW_PX = 52;

/** Returns the height of rows without their keyframe lanes in a window of a height, both in pixels. */
export function rowPxIn(windowPx: number): number {
  if (windowPx >= 1_300) return 76;
  return windowPx >= 1_000 ? 64 : ROW_PX;
}

/** Height of a keyframe lane, in pixels. */
export const LANE_PX = 48;
/** Maximum number of rows that are mounted at the same time. */
export const MOST_ROWS = 64;

/** Returns tracks in the order of their rows: the top layer first, audio tracks below all others. */
export function inRowOrder(tracks: readonly TrackDef[]): TrackDef[] {
  const isAudio = ({ type }: TrackDef) => type === 'audio';
  return [...tracks.filter((track) => !isAudio(track)).toReversed(), ...tracks.filter(isAudio)];
}

/**
 * Returns the timeline rows of a document, in row order. `open` contains the ids of tracks whose keyframe lanes are
 * shown. An unchanged row is the same object as in `before`, so that it is not rendered again. `trackPx` is the height
 * of a row without lanes, in pixels.
 */
export function timelineRows(
  { tracks, clips }: Pick<Document, 'tracks' | 'clips'>,
  open: ReadonlySet<number> = new Set(),
  before: readonly Row[] = [],
  trackPx: number = ROW_PX,
): Row[] {
  const byTrack = Map.groupBy(clips, ({ trackIndex }) => trackIndex);
  const earlier = new Map(before.map((row) => [row.track.id, row]));
  let topPx = 0;
  return inRowOrder(tracks).map((track) => {
    const known = earlier.get(track.id);
    const own = kept(known?.clips, inOrder(byTrack.get(track.id) ?? []));
    const lanes = kept(known?.lanes, open.has(track.id) ? animatedProps(own) : []);
    const heightPx = trackPx + lanes.length * LANE_PX;
    const row = { track, clips: own, lanes, topPx, trackPx, heightPx };
    topPx += heightPx;
    return known && isSame(known, row) ? known : row;
  });
}

function isSame(a: Row, b: Row): boolean {
  const isPlaced = a.track === b.track && a.topPx === b.topPx && a.trackPx === b.trackPx && a.heightPx === b.heightPx;
  return isPlaced && a.clips === b.clips && a.lanes === b.lanes;
}

/**
 * Returns `before` when it has the same items in the same order as `now`, otherwise `now`. Memoised results thus stay
 * valid.
 */
export function kept<Item>(before: readonly Item[] | undefined, now: readonly Item[]): readonly Item[] {
  return before?.length === now.length && before.every((item, index) => item === now[index]) ? before : now;
}

/** Returns the total height of all rows, in pixels. */
export function heightOf(rows: readonly Row[]): number {
  const last = rows.at(-1);
  return last ? last.topPx + last.heightPx : 0;
}

/** Returns the row at a position below the ruler, in pixels; undefined below the last row. */
export function rowAt(rows: readonly Row[], yPx: number): Row | undefined {
  return rows[firstEndingAfter(rows, ({ topPx, heightPx }) => topPx + heightPx, Math.max(0, yPx))];
}

/** Returns the rows between two positions in pixels below the ruler, at most `MOST_ROWS`. */
export function rowsBetween(rows: readonly Row[], fromPx: number, toPx: number): readonly Row[] {
  const first = firstEndingAfter(rows, ({ topPx, heightPx }) => topPx + heightPx, fromPx);
  let end = first;
  while (end < rows.length && end - first < MOST_ROWS && (rows[end]?.topPx ?? 0) < toPx) end += 1;
  return rows.slice(first, end);
}

/**
 * Returns the clips of a row between two times in seconds, by binary search. Clips of a row do not overlap, so their
 * ends are sorted too.
 */
export function clipsBetween(clips: readonly Clip[], fromSec: number, toSec: number): readonly Clip[] {
  const low = firstEndingAfter(clips, ({ start, duration }) => start + duration, fromSec);
  let end = low;
  while (end < clips.length && (clips[end]?.start ?? 0) <= toSec) end += 1;
  return clips.slice(low, end);
}

/** Returns the clip of a row at a time; undefined when there is none. */
export function clipAt(clips: readonly Clip[], timeSec: number): Clip | undefined {
  const clip = clips[firstEndingAfter(clips, ({ start, duration }) => start + duration, timeSec)];
  return clip && clip.start <= timeSec ? clip : undefined;
}

/** Empty time of a row, in seconds. `endSec` is infinite after the last clip. */
export interface Gap {
  startSec: number;
  endSec: number;
}

/** Returns the empty time of a row around a time in seconds; null where a clip is. */
export function gapAt(clips: readonly Clip[], timeSec: number): Gap | null {
  const index = firstEndingAfter(clips, ({ start, duration }) => start + duration, timeSec);
  const [before, next] = [clips[index - 1], clips[index]];
  if (next && next.start <= timeSec) return null;
  return { startSec: before ? before.start + before.duration : 0, endSec: next?.start ?? Number.POSITIVE_INFINITY };
}

const PROPS = Object.entries(KEYFRAMABLE).flatMap(([name, { field }]) => (isProp(name) ? [{ prop: name, field }] : []));

function isProp(name: string): name is KeyframableProp {
  return name in KEYFRAMABLE;
}

/** Returns the properties with keyframes in a track's clips, in the order of the inspector. */
export function animatedProps(clips: readonly Clip[]): KeyframableProp[] {
  return PROPS.filter(({ field }) => clips.some((clip) => (clip[field]?.length ?? 0) > 0)).map(({ prop }) => prop);
}

function inOrder(clips: readonly Clip[]): readonly Clip[] {
  const isSorted = clips.every((clip, index) => index === 0 || (clips[index - 1]?.start ?? 0) <= clip.start);
  return isSorted ? clips : clips.toSorted((a, b) => a.start - b.start);
}

/** Returns the index of the first item whose end is at or after `from`. The items' ends must be sorted. */
function firstEndingAfter<Item>(items: readonly Item[], endOf: (item: Item) => number, from: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && endOf(item) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
