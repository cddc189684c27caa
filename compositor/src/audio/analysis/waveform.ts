import { SAMPLE_RATE, type StereoBlock } from '../audio-format.ts';

const PEAKS_PER_SEC = 20;
const WAVEFORM_SPAN = SAMPLE_RATE / PEAKS_PER_SEC;

/** Waveform of a source, for drawing in an editor. */
export interface Waveform {
  peaksPerSec: number;
  /**
   * Largest sample of either channel in each 1/`peaksPerSec` of a second. Values are 0-1 in steps of 0.01; louder
   * samples count as 1.
   */
  peaks: number[];
}

/** Creates a builder that computes the waveform of a source block by block. */
export function createWaveform(): { add(block: StereoBlock, count: number): void; finish(): Waveform } {
  const peaks: number[] = [];
  let inSpan = 0;
  /** Largest sample of the current time span so far. */
  const peak = new Float64Array(1);
  function endSpan(highest: number): void {
    peaks.push(Math.min(100, Math.round(highest * 100)) / 100);
    inSpan = 0;
  }
  return {
    add({ left, right }, count) {
      let highest = peak[0] ?? 0;
      for (let i = 0; i < count; i++) {
        highest = Math.max(highest, Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0));
        inSpan += 1;
        if (inSpan < WAVEFORM_SPAN) continue;
        endSpan(highest);
        highest = 0;
      }
      peak[0] = highest;
    },
    finish() {
      if (inSpan > 0) endSpan(peak[0] ?? 0);
      return { peaksPerSec: PEAKS_PER_SEC, peaks };
    },
  };
}

/** One zoom level of a file's peaks. */
export interface PeakLevel {
  peaksPerSec: number;
  /** Byte offset of the level's peaks in the data. Each peak has one byte. */
  offsetBytes: number;
  count: number;
}

/**
 * Peaks for drawing a waveform at any zoom: the largest sample of either channel in each span, 0-255 (255: full level
 * or louder).
 */
export interface Peaks {
  /** Zoom levels, coarsest first. */
  levels: PeakLevel[];
  data: Uint8Array;
}

/** Number of samples in the finest span: one peak a pixel up to 480 pixels a second. */
const SPAN = 100;
/** Number of peaks of the finer level that form one peak of a level. */
const FACTOR = 4;
/** Number of zoom levels: 480, 120, 30, 7.5 and 1.875 peaks a second. */
const LEVELS = 5;

/**
 * Creates a builder that computes the peaks of a source block by block. It uses one byte of memory a peak, about 1 kB a
 * second of audio at most.
 */
export function createPeaks(): { add(block: StereoBlock, count: number): void; finish(): Peaks } {
  let finest = new Uint8Array(4_800);
  let length = 0;
  let inSpan = 0;
  let highest = 0;

  function endSpan(): void {
    if (length === finest.length) {
      const larger = new Uint8Array(finest.length * 2);
      larger.set(finest);
      finest = larger;
    }
    finest[length] = Math.min(255, Math.round(highest * 255));
    length += 1;
    inSpan = 0;
    highest = 0;
  }

  return {
    add({ left, right }, count) {
      for (let i = 0; i < count; i++) {
        highest = Math.max(highest, Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0));
        inSpan += 1;
        if (inSpan === SPAN) endSpan();
      }
    },
    finish() {
      if (inSpan > 0) endSpan();
      const levels = [finest.subarray(0, length)];
      for (let level = 1; level < LEVELS; level += 1) levels.push(coarser(levels[level - 1] ?? finest));
      return joined(levels);
    },
  };
}

function coarser(peaks: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const fewer = new Uint8Array(Math.ceil(peaks.length / FACTOR));
  for (let at = 0; at < peaks.length; at += 1) {
    const to = Math.floor(at / FACTOR);
    fewer[to] = Math.max(fewer[to] ?? 0, peaks[at] ?? 0);
  }
  return fewer;
}

/** Concatenates levels (finest first) into one data array, coarsest first. */
function joined(finestFirst: readonly Uint8Array[]): Peaks {
  const data = new Uint8Array(finestFirst.reduce((sum, { length }) => sum + length, 0));
  const levels: PeakLevel[] = [];
  let offsetBytes = 0;
  for (const [level, peaks] of [...finestFirst.entries()].reverse()) {
    data.set(peaks, offsetBytes);
    levels.push({ peaksPerSec: SAMPLE_RATE / SPAN / FACTOR ** level, offsetBytes, count: peaks.length });
    offsetBytes += peaks.length;
  }
  return { levels, data };
}
