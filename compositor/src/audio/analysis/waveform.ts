import { SAMPLE_RATE, type StereoBlock } from '../audio-format.ts';

const PEAKS_PER_SEC = 20;
const SPAN = SAMPLE_RATE / PEAKS_PER_SEC;

/** What an editor draws of a sound. */
export interface Waveform {
  peaksPerSec: number;
  /** The largest sample of either side in each 1/`peaksPerSec` of a second, 0-1 in hundredths (louder counts as 1). */
  peaks: number[];
}

export function createWaveform(): { add(block: StereoBlock, count: number): void; finish(): Waveform } {
  const peaks: number[] = [];
  let inSpan = 0;
  let peak = 0;
  function endSpan(): void {
    peaks.push(Math.min(100, Math.round(peak * 100)) / 100);
    inSpan = 0;
    peak = 0;
  }
  return {
    add({ left, right }, count) {
      for (let i = 0; i < count; i++) {
        peak = Math.max(peak, Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0));
        inSpan += 1;
        if (inSpan === SPAN) endSpan();
      }
    },
    finish() {
      if (inSpan > 0) endSpan();
      return { peaksPerSec: PEAKS_PER_SEC, peaks };
    },
  };
}
