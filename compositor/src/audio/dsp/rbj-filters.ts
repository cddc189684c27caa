import { SAMPLE_RATE } from '../audio-format.ts';
import type { BiquadCoefficients } from './biquad.ts';

/*
 * Filters of Robert Bristow-Johnson's "Cookbook formulae for audio equalizer biquad filter coefficients" (W3C Note,
 * 2021), at 48 kHz. Corner frequencies are in hertz, 20-20,000.
 */

/** Returns a low-pass filter that falls by 12 dB an octave above the corner. With `q` 0.71 it is flat below. */
export function lowpass(hertz: number, q: number): BiquadCoefficients {
  const { cos, alpha } = angleOf(hertz, q);
  return normalised([(1 - cos) / 2, 1 - cos, (1 - cos) / 2], [1 + alpha, -2 * cos, 1 - alpha]);
}

/** Returns a high-pass filter that falls by 12 dB an octave below the corner. */
export function highpass(hertz: number, q: number): BiquadCoefficients {
  const { cos, alpha } = angleOf(hertz, q);
  return normalised([(1 + cos) / 2, -(1 + cos), (1 + cos) / 2], [1 + alpha, -2 * cos, 1 - alpha]);
}

/** Returns a peaking filter with `gainDb` at the middle of the band and 0 dB far from it. */
export function peaking(hertz: number, q: number, gainDb: number): BiquadCoefficients {
  const { cos, alpha } = angleOf(hertz, q);
  const a = 10 ** (gainDb / 40);
  return normalised([1 + alpha * a, -2 * cos, 1 - alpha * a], [1 + alpha / a, -2 * cos, 1 - alpha / a]);
}

/** Returns a low-shelf filter with `gainDb` far below the corner and half of it (in dB) at the corner. */
export function lowshelf(hertz: number, gainDb: number): BiquadCoefficients {
  const { cos, alpha } = angleOf(hertz, Math.SQRT1_2);
  const a = 10 ** (gainDb / 40);
  const root = 2 * Math.sqrt(a) * alpha;
  return normalised(
    [a * (a + 1 - (a - 1) * cos + root), 2 * a * (a - 1 - (a + 1) * cos), a * (a + 1 - (a - 1) * cos - root)],
    [a + 1 + (a - 1) * cos + root, -2 * (a - 1 + (a + 1) * cos), a + 1 + (a - 1) * cos - root],
  );
}

/** Returns a high-shelf filter with `gainDb` far above the corner and half of it (in dB) at the corner. */
export function highshelf(hertz: number, gainDb: number): BiquadCoefficients {
  const { cos, alpha } = angleOf(hertz, Math.SQRT1_2);
  const a = 10 ** (gainDb / 40);
  const root = 2 * Math.sqrt(a) * alpha;
  return normalised(
    [a * (a + 1 + (a - 1) * cos + root), -2 * a * (a - 1 + (a + 1) * cos), a * (a + 1 + (a - 1) * cos - root)],
    [a + 1 - (a - 1) * cos + root, 2 * (a - 1 - (a + 1) * cos), a + 1 - (a - 1) * cos - root],
  );
}

function angleOf(hertz: number, q: number): { cos: number; alpha: number } {
  const angle = (2 * Math.PI * hertz) / SAMPLE_RATE;
  return { cos: Math.cos(angle), alpha: Math.sin(angle) / (2 * q) };
}

function normalised(b: [number, number, number], a: [number, number, number]): BiquadCoefficients {
  return { b0: b[0] / a[0], b1: b[1] / a[0], b2: b[2] / a[0], a1: a[1] / a[0], a2: a[2] / a[0] };
}
