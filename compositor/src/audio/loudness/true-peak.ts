const OVERSAMPLING = 4;
/** Length of the interpolation filters, in samples. */
export const TRUE_PEAK_TAPS = 24;
const TAPS = TRUE_PEAK_TAPS;
const CHUNK = 256;
/** Number of consecutive samples that are either all interpolated or all skipped. */
const STRETCH = 32;
/**
 * Number of filter taps at each end that are computed only if needed. They add at most a quarter of the largest sample
 * nearby, so that the middle taps alone rule out most points as the peak.
 */
const OUTER = 8;

/** Meter of the true peak of one channel, including the curve between samples. */
export interface TruePeak {
  add(values: Float32Array, offset: number, count: number): void;
  /**
   * Highest peak so far; linear, 1 = full scale. A sample counts only when the 12 samples after it were added: add 12
   * zeros at the end.
   */
  readonly peak: number;
}

/** Number of zeros to add after the last sample of a channel, so that its last samples count too. */
export const TRUE_PEAK_TAIL = TAPS / 2;

/**
 * Creates a true-peak meter of one channel by ITU-R BS.1770-4, annex 2, at 48 kHz: fourfold oversampling with an
 * interpolating low-pass (a sinc of 24 taps with a Hann window). The true peak of a sine may be higher than the result,
 * by 0.17 dB at 12 kHz and 0.3 dB at 16 kHz.
 */
export function createTruePeak(): TruePeak {
  const phases = phaseFilters();
  // Limits of a point between samples: relative to the largest sample around it (`bound`), and relative to the result
  // of the middle taps (`rest`).
  const bound = Math.max(...phases.map((taps) => sizeOf(taps)));
  const rest = Math.max(...phases.map((taps) => sizeOf(taps.map((tap, k) => (isMiddle(k) ? 0 : tap)))));
  const window = new Float32Array(TAPS - 1 + CHUNK);
  /** Highest value so far. */
  const peak = new Float64Array(1);
  /** Largest sample of each run of `STRETCH` samples of the buffer. */
  const largest = new Float32Array(Math.ceil(window.length / STRETCH) + 1);

  function measure(count: number): void {
    const length = TAPS - 1 + count;
    let highest = peak[0] ?? 0;
    for (let from = 0, stretch = 0; from < length; from += STRETCH, stretch++) {
      const end = Math.min(from + STRETCH, length);
      let most = 0;
      for (let i = from; i < end; i++) most = Math.max(most, Math.abs(window[i] ?? 0));
      largest[stretch] = most;
      highest = Math.max(highest, most);
    }
    largest[Math.ceil(length / STRETCH)] = 0;
    for (let from = 0, stretch = 0; from < count; from += STRETCH, stretch++) {
      // The filters extend into the next stretch, but not beyond it.
      const around = Math.max(largest[stretch] ?? 0, largest[stretch + 1] ?? 0);
      if (around * bound > highest)
        highest = interpolate(from, Math.min(from + STRETCH, count), around * rest, highest);
    }
    peak[0] = highest;
  }

  /**
   * Interpolates samples [from, end) and returns their highest point, or `highest` when none is higher. `open` is the
   * maximum contribution of the outer taps to these points.
   */
  function interpolate(from: number, end: number, open: number, highest: number): number {
    let found = highest;
    for (const taps of phases) {
      for (let i = from; i < end; i++) {
        let middle = 0;
        for (let k = OUTER; k < TAPS - OUTER; k++) middle += (taps[k] ?? 0) * (window[i + k] ?? 0);
        // A small margin for rounding errors.
        if (Math.abs(middle) + open < found * 0.999_999) continue;
        let sum = 0;
        for (let k = 0; k < TAPS; k++) sum += (taps[k] ?? 0) * (window[i + k] ?? 0);
        found = Math.max(found, Math.abs(sum));
      }
    }
    return found;
  }

  return {
    add(values, offset, count) {
      for (let done = 0; done < count; ) {
        const part = Math.min(CHUNK, count - done);
        // Copied in a loop: creating views of a few samples costs more.
        for (let i = 0; i < part; i++) window[TAPS - 1 + i] = values[offset + done + i] ?? 0;
        measure(part);
        for (let i = 0; i < TAPS - 1; i++) window[i] = window[part + i] ?? 0;
        done += part;
      }
    },
    get peak() {
      return peak[0] ?? 0;
    },
  };
}

/**
 * Computes three interpolation filters of 24 taps: for the points a quarter, a half and three quarters of the way
 * between the two middle samples.
 */
export function phaseFilters(): Float64Array[] {
  return Array.from({ length: OVERSAMPLING - 1 }, (_, phase) => {
    const place = TAPS / 2 - 1 + (phase + 1) / OVERSAMPLING;
    const taps = Float64Array.from({ length: TAPS }, (_, k) => {
      const x = k - place;
      return (Math.sin(Math.PI * x) / (Math.PI * x)) * Math.cos((Math.PI * x) / TAPS) ** 2;
    });
    const sum = taps.reduce((total, tap) => total + tap, 0);
    return taps.map((tap) => tap / sum);
  });
}

function isMiddle(tap: number): boolean {
  return tap >= OUTER && tap < TAPS - OUTER;
}

function sizeOf(taps: Float64Array): number {
  return taps.reduce((sum, tap) => sum + Math.abs(tap), 0);
}
