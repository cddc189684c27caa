const OVERSAMPLING = 4;
const TAPS = 24;
const CHUNK = 64;

/** Follows the true peak of one channel: the highest the curve gets between samples too. */
export interface TruePeak {
  add(values: Float32Array, offset: number, count: number): void;
  /** The highest so far, linear, 1 = full scale. The last 12 samples count once sound follows them: feed 12 zeros at the end. */
  readonly peak: number;
}

/** How many zeros end a measurement. */
export const TRUE_PEAK_TAIL = TAPS / 2;

/**
 * Measures as ITU-R BS.1770-4, annex 2, does: fourfold oversampling with an interpolating low-pass (here a sinc of 24 taps under a Hann window), 48 kHz.
 * Between the points of its grid a sine may still be higher: by 0.17 dB at 12 kHz, 0.3 dB at 16 kHz.
 */
export function createTruePeak(): TruePeak {
  const phases = phaseFilters();
  // No point between samples lies further out than this many times the largest sample around it.
  const bound = Math.max(...phases.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));
  const window = new Float32Array(TAPS - 1 + CHUNK);
  let peak = 0;

  function measure(count: number): void {
    let largest = 0;
    for (let i = 0; i < TAPS - 1 + count; i++) largest = Math.max(largest, Math.abs(window[i] ?? 0));
    if (largest * bound <= peak) return;
    for (let i = TAPS - 1; i < TAPS - 1 + count; i++) peak = Math.max(peak, Math.abs(window[i] ?? 0));
    for (const taps of phases) {
      for (let i = 0; i < count; i++) {
        let sum = 0;
        for (let k = 0; k < TAPS; k++) sum += (taps[k] ?? 0) * (window[i + k] ?? 0);
        peak = Math.max(peak, Math.abs(sum));
      }
    }
  }

  return {
    add(values, offset, count) {
      for (let done = 0; done < count; ) {
        const part = Math.min(CHUNK, count - done);
        window.set(values.subarray(offset + done, offset + done + part), TAPS - 1);
        measure(part);
        window.copyWithin(0, part, part + TAPS - 1);
        done += part;
      }
    },
    get peak() {
      return peak;
    },
  };
}

/** One filter for each place between two samples: a quarter, a half, three quarters. */
function phaseFilters(): Float64Array[] {
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
