import { SAMPLE_RATE, type StereoBlock } from '../audio-format.ts';

const PEAKS_PER_SEC = 20;
const SPAN = SAMPLE_RATE / PEAKS_PER_SEC;

/** Waveform of a source, for drawing in an editor. */
export interface Waveform {
  peaksPerSec: number;
  /** Largest sample of either channel in each 1/`peaksPerSec` of a second, 0-1 in hundredths (louder counts as 1). */
  peaks: number[];
}

/** Creates a builder that computes the waveform of a source block by block. */
export function createWaveform(): { add(block: StereoBlock, count: number): void; finish(): Waveform } {
  const peaks: number[] = [];
  let inSpan = 0;
  /** Peak of the current span so far. */
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
        if (inSpan < SPAN) continue;
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
