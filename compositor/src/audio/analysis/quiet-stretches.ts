import type { LevelStretch } from '@framemill/timeline';
import { SAMPLE_RATE, type StereoBlock } from '../audio-format.ts';

/** Stretches begin and end on slots of 25 ms; a level is the RMS over two of them. */
const SLOTS_PER_SEC = 40;
const SLOT = SAMPLE_RATE / SLOTS_PER_SEC;
/** Shorter dips are no stretch: 0.1 s. */
const SLOTS_A_STRETCH = 4;
const LOUDEST_DB = -20;
/** Digital silence and everything below 16 bits reads as this. */
const LOWEST_DB = -96;
const SPREAD_DB = 3;

/** Takes a source block by block and tells its quiet stretches. */
export interface QuietStretches {
  add(block: StereoBlock, count: number): void;
  /** In order of time, without overlap; see `MediaAnalysis.silences`. */
  finish(): LevelStretch[];
}

/**
 * Finds everything that stays below -20 dBFS for 0.1 s or more and splits it where its level changes by more than 3 dB. Works on an envelope from which dips
 * shorter than 0.1 s are filled (a morphological opening turned around), so that whoever asks for the parts below any threshold finds those that last.
 * The louder of both sides counts.
 */
export function createQuietStretches(): QuietStretches {
  const builder = createStretchBuilder();
  const fill = createDipFiller(builder.add);
  const level = createLevels(fill.add);
  let inSlot = 0;
  /** Energies of the slot so far, left and right. */
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

/** Turns the power of each slot into the louder of the two levels it is part of. */
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

/** Gives each slot the lowest level below which a run of at least 0.1 s around it stays; a shorter sound stays as it is. */
function createDipFiller(emit: (db: number) => void) {
  const size = SLOTS_A_STRETCH;
  const levels = new Float64Array(size);
  /** Highest level of each run of `size` slots, by its last slot. */
  const highest = new Float64Array(size);
  let given = 0;
  let emitted = 0;
  function emitNext(): void {
    // A slot is in the runs that end at it and up to size - 1 slots later.
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
