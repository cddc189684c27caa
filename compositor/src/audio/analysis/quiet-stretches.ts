import type { LevelStretch } from '@framemill/timeline';
import { SAMPLE_RATE, type StereoBlock } from '../audio-format.ts';

/**
 * Number of time slots a second (25 ms each). Quiet passages begin and end at slot boundaries; a level is the RMS over
 * two slots.
 */
const SLOTS_PER_SEC = 40;
const SLOT = SAMPLE_RATE / SLOTS_PER_SEC;
/** Minimum length of a quiet passage in slots: 0.1 s. Shorter dips do not count. */
const SLOTS_A_STRETCH = 4;
const LOUDEST_DB = -20;
/** Level in dB that is used for digital silence and for everything below the range of 16 bits. */
const LOWEST_DB = -96;
const SPREAD_DB = 3;

/** Detector of quiet passages ("stretches") in audio that is added block by block. */
export interface QuietStretches {
  add(block: StereoBlock, count: number): void;
  /** Returns the quiet passages in order of time, without overlap; see `MediaAnalysis.silences`. */
  finish(): LevelStretch[];
}

/**
 * Creates a detector of passages below -20 dBFS that last 0.1 s or more. A passage is split where the level changes by
 * more than 3 dB. The level is that of the louder channel, after filling dips shorter than 0.1 s (a morphological
 * closing). A later search with a lower threshold therefore does not find short dips either.
 */
export function createQuietStretches(): QuietStretches {
  const builder = createStretchBuilder();
  const fill = createDipFiller(builder.add);
  const level = createLevels(fill.add);
  let inSlot = 0;
  /** Energies of the left and right channel in the current time slot so far. */
  const energies = new Float64Array(2);
  let samples = 0;
  return {
    add({ left, right }, count) {
      samples += count;
      let l2 = energies[0] ?? 0;
      let r2 = energies[1] ?? 0;
      for (let i = 0; i < count; i++) {
        l2 += (left[i] ?? 0) ** 2;
        r2 += (right[i] ?? 0) ** 2;
        inSlot += 1;
        if (inSlot < SLOT) continue;
        level.add(Math.max(l2, r2) / SLOT);
        inSlot = 0;
        l2 = 0;
        r2 = 0;
      }
      energies[0] = l2;
      energies[1] = r2;
    },
    finish() {
      if (inSlot > 0) level.add(Math.max(...energies) / inSlot);
      level.finish();
      fill.finish();
      return builder.finish(samples / SAMPLE_RATE);
    },
  };
}

/**
 * Creates a function that converts the power of each time slot to a level in dB. Each slot is part of two overlapping
 * levels; the louder one counts.
 */
function createLevels(emit: (db: number) => void) {
  let previous = Number.NaN;
  let level = LOWEST_DB;
  return {
    add(power: number) {
      const started = !Number.isNaN(previous);
      const next = dbOfPower(started ? (previous + power) / 2 : power);
      if (started) emit(Math.max(level, next));
      previous = power;
      level = next;
    },
    finish() {
      if (!Number.isNaN(previous)) emit(level);
    },
  };
}

function dbOfPower(power: number): number {
  return Math.max(LOWEST_DB, 10 * Math.log10(power));
}

/**
 * Creates a filter that removes dips shorter than 0.1 s from a series of levels. The level of each time slot becomes
 * the lowest value that some run of 0.1 s around the slot does not exceed. A source shorter than 0.1 s gets its highest
 * level throughout.
 */
function createDipFiller(emit: (db: number) => void) {
  const size = SLOTS_A_STRETCH;
  const levels = new Float64Array(size);
  /** Highest level of each run of `size` slots, indexed by its last slot. */
  const highest = new Float64Array(size);
  let given = 0;
  let emitted = 0;
  function emitNext(): void {
    // A slot belongs to the runs that end at it and up to size - 1 slots later.
    let lowest = Number.POSITIVE_INFINITY;
    for (let end = Math.max(emitted, size - 1); end < Math.min(given, emitted + size); end++)
      lowest = Math.min(lowest, highest[end % size] ?? 0);
    emit(lowest);
    emitted += 1;
  }
  return {
    add(db: number) {
      levels[given % size] = db;
      given += 1;
      if (given >= size) highest[(given - 1) % size] = Math.max(...levels);
      if (given >= emitted + size) emitNext();
    },
    finish() {
      if (given < size) {
        const loudest = Math.max(...levels.subarray(0, given));
        for (; emitted < given; emitted++) emit(loudest);
      }
      while (emitted < given) emitNext();
    },
  };
}

function createStretchBuilder() {
  const stretches: LevelStretch[] = [];
  let slot = 0;
  let start = -1;
  let lowest = 0;
  let highest = 0;
  const secOf = (place: number) => place / SLOTS_PER_SEC;
  function end(endSec: number): void {
    if (start >= 0) stretches.push({ startSec: secOf(start), endSec, levelDb: Math.round(highest * 10) / 10 });
    start = -1;
  }
  return {
    add(db: number) {
      const quiet = db < LOUDEST_DB;
      const apart = start >= 0 && (Math.max(highest, db) - Math.min(lowest, db) > SPREAD_DB || !quiet);
      if (apart) end(secOf(slot));
      if (quiet) {
        if (start < 0) {
          start = slot;
          lowest = db;
          highest = db;
        }
        lowest = Math.min(lowest, db);
        highest = Math.max(highest, db);
      }
      slot += 1;
    },
    finish(durationSec: number): LevelStretch[] {
      end(durationSec);
      return stretches;
    },
  };
}
