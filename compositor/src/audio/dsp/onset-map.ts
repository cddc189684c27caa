import type { StereoBlock } from '../audio-format.ts';
import { createOnsetFinder, ONSET_BLOCK } from './onset-finder.ts';
import { WSOLA_SEARCH, WSOLA_STEP, type WsolaRoom } from './wsola.ts';

/** Around an onset the sound keeps its tempo for so many samples before and after, so that every piece that holds it has it at its time. */
const KEPT = WSOLA_STEP;
/** So far from an onset, in the source and in the result, the sound is back at its own place. */
const AWAY = 2 * KEPT;
const AHEAD = 2 * AWAY;
/** The map is asked for a time: so far ahead of it, in the result or in the source, whichever is more, the source is read at most. Samples. */
export const ONSET_LOOK_AHEAD = AHEAD + ONSET_BLOCK;
/** How far a piece with an onset may be shifted: 2 ms. */
const ONSET_SEARCH = 96;

/** A tempo, in samples: where in the source the result is, and back. Both rise. */
export interface TempoMap {
  placeOf(at: number): number;
  timeOf(place: number): number;
  /** The end of the result. */
  end: number;
}

/** A source place and the time it is heard. */
interface Point {
  at: number;
  place: number;
}

/**
 * A tempo map that brings the onsets of a sound at their time, in one piece: near one the tempo is 1, and what lies between makes up for it. Without it stretched sound
 * has a stroke several times, the first of them 20 ms early at half speed, and fast sound may leave it out. Of onsets nearer to each other than 43 ms (in the source when slower, in the
 * result when faster) only the first is kept whole. `read` is asked for sound from `from` on, some way ahead of the result. Ask with rising times.
 */
export function createOnsetMap(
  map: TempoMap,
  read: (into: StereoBlock, from: number, count: number) => void,
  from: number,
): { placeOf(at: number): number; roomAt(at: number): WsolaRoom } {
  const finder = createOnsetFinder(read, from);
  const lastPlace = map.placeOf(map.end) + AWAY;
  const coming: Point[] = [];
  let newest: Point | undefined;
  let past: Point | undefined;

  function lookAhead(at: number): void {
    for (const place of finder.find(Math.min(lastPlace, Math.max(map.placeOf(at + AHEAD), map.placeOf(at) + AHEAD)))) {
      const onset = { at: map.timeOf(place), place };
      if (newest && Math.min(onset.at - newest.at, place - newest.place) <= 2 * KEPT) continue;
      newest = onset;
      coming.push(onset);
    }
    while (coming[0] && coming[0].at - KEPT <= at) past = coming.shift();
  }

  function own(at: number): Point {
    return { at, place: map.placeOf(at) };
  }

  function placeOf(at: number): number {
    lookAhead(at);
    const next = coming[0];
    if (past && at <= past.at + KEPT) return past.place + at - past.at;
    const back = past && own(Math.max(past.at + AWAY, map.timeOf(past.place + AWAY)));
    const off = next && own(Math.min(next.at - AWAY, map.timeOf(next.place - AWAY)));
    const left = past && shifted(past, KEPT);
    const reached = next && shifted(next, -KEPT);
    if (left && reached && back && off && back.at >= off.at) return between(left, reached, at);
    if (left && back && at < back.at) return between(left, back, at);
    if (off && reached && at > off.at) return between(off, reached, at);
    return map.placeOf(at);
  }

  return {
    placeOf,
    roomAt(at) {
      const place = placeOf(at);
      if (past && at <= past.at + KEPT) return { back: ONSET_SEARCH, on: ONSET_SEARCH, keepsTempo: true };
      const most = (room: number) => Math.max(0, Math.min(WSOLA_SEARCH, Math.floor(room)));
      return {
        back: past ? most(place - KEPT - past.place) : WSOLA_SEARCH,
        on: coming[0] ? most(coming[0].place - KEPT - place) : WSOLA_SEARCH,
        keepsTempo: false,
      };
    },
  };
}

function shifted({ at, place }: Point, by: number): Point {
  return { at: at + by, place: place + by };
}

function between(from: Point, to: Point, at: number): number {
  return from.place + ((to.place - from.place) * (at - from.at)) / (to.at - from.at);
}
