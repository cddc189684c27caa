import { CLIP_DEFAULTS, type Clip, createDocument } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { mountedClips } from './mounted-clips.ts';
import {
  clipAt,
  clipsBetween,
  gapAt,
  heightOf,
  LANE_PX,
  ROW_PX,
  rowAt,
  rowPxIn,
  rowsBetween,
  timelineRows,
} from './rows.ts';

const clip = (id: string, start: number, trackIndex = 0, more: Partial<Clip> = {}): Clip => ({
  ...{ ...CLIP_DEFAULTS, id, type: 'text', start, duration: 2, mediaDuration: 2, trackIndex },
  ...more,
});
const film = { ...createDocument({}), clips: [clip('c2', 8), clip('c0', 0), clip('c1', 4)] };
/** Returns the row of the lowest layer. */
const lowestRow = (...given: Parameters<typeof timelineRows>) =>
  timelineRows(...given).find(({ track }) => track.id === 0);

describe('rows', () => {
  it('have the top layer first and audio last, their clips in order of time', () => {
    const [low, high, text, audio] = film.tracks;
    const more = { ...film, tracks: [...film.tracks, ...(audio ? [{ ...audio, id: 9 }] : [])] };
    const rows = timelineRows(film);
    expect(rows.map(({ track }) => track)).toEqual([text, high, low, audio]);
    expect(timelineRows(more).map(({ track }) => track.id)).toEqual([2, 1, 0, 3, 9]);
    expect(rows.find(({ track }) => track.id === 0)?.clips.map(({ id }) => id)).toEqual(['c0', 'c1', 'c2']);
  });

  it('are higher by a lane for each animated property of an open track', () => {
    const animated = clip('c3', 12, 0, { kfOpacity: [{ time: 0, value: 1 }], kfX: [{ time: 0, value: 5 }] });
    const document = { ...film, clips: [...film.clips, animated] };
    const lowest = lowestRow(document, new Set([0]));
    expect(lowest?.lanes).toEqual(['opacity', 'x']);
    expect(lowest?.heightPx).toBe(ROW_PX + 2 * LANE_PX);
    expect(timelineRows(document).flatMap(({ lanes }) => lanes)).toEqual([]);
    expect(heightOf(timelineRows(document, new Set([0])))).toBe(4 * ROW_PX + 2 * LANE_PX);
  });

  it('are higher in high windows', () => {
    expect([800, 1_000, 1_400].map(rowPxIn)).toEqual([52, 64, 76]);
    const rows = timelineRows(film, new Set(), timelineRows(film), 64);
    expect(rows.map(({ topPx, trackPx, heightPx }) => [topPx, trackPx, heightPx])).toEqual(
      [0, 64, 128, 192].map((topPx) => [topPx, 64, 64]),
    );
  });

  it('are found by their place', () => {
    const rows = timelineRows(film);
    expect(rowAt(rows, ROW_PX + 1)).toBe(rows[1]);
    expect(rowAt(rows, 9_999)).toBeUndefined();
    expect(rowsBetween(rows, ROW_PX + 1, 2 * ROW_PX + 1)).toEqual([rows[1], rows[2]]);
  });

  it('say which clips show between two times, and which is at one', () => {
    const clips = lowestRow(film)?.clips ?? [];
    expect(clipsBetween(clips, 3, 9).map(({ id }) => id)).toEqual(['c1', 'c2']);
    expect(clipsBetween(clips, 11, 12)).toEqual([]);
    expect(clipsBetween(clips, -5, 100)).toHaveLength(3);
    expect([clipAt(clips, 5)?.id, clipAt(clips, 7), clipAt(clips, 99)]).toEqual(['c1', undefined, undefined]);
  });

  it('have a gap before, between and after their clips', () => {
    const [first, ...later] = lowestRow(film)?.clips ?? [];
    expect(gapAt(later, 1)).toEqual({ startSec: 0, endSec: 4 });
    expect(gapAt(later, 7)).toEqual({ startSec: 6, endSec: 8 });
    expect(gapAt(later, 99)).toEqual({ startSec: 10, endSec: Number.POSITIVE_INFINITY });
    expect([gapAt(later, 5), first && gapAt([first], 1)]).toEqual([null, null]);
    expect(gapAt([], 3)).toEqual({ startSec: 0, endSec: Number.POSITIVE_INFINITY });
  });
});

describe('rows of a changed film', () => {
  it('are the same ones where nothing changed', () => {
    const before = timelineRows(film);
    const moved = { ...film, clips: film.clips.map((one) => (one.id === 'c2' ? { ...one, start: 20 } : one)) };
    const rows = timelineRows(moved, undefined, before);
    expect(rows.map((row, index) => row === before[index])).toEqual([true, true, false, true]);
  });
});

describe('what is mounted', () => {
  const many = Array.from({ length: 3_000 }, (_, index) => clip(`m${index}`, index * 2, index % 4));
  const rows = timelineRows({ ...film, clips: many });
  it('is at most 512 clips, none of them a sliver', () => {
    const count = (pxPerSec: number) =>
      [...mountedClips(rows, 0, 1_200 / pxPerSec, pxPerSec).values()].reduce((sum, { length }) => sum + length, 0);
    expect(count(60)).toBe(11);
    expect(count(3)).toBe(201);
    expect(count(2)).toBe(0);
    const all = mountedClips(rows, 0, 6_000, 4);
    expect([...all.values()].reduce((sum, { length }) => sum + length, 0)).toBe(512);
  });
});
