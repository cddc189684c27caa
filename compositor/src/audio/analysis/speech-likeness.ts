import { dbOfGain } from '../dsp/decibels.ts';
import type { SpeechFrame } from './speech-frame.ts';

/**
 * Estimates how much some 2 seconds of frames resemble speech: 0 not at all, 1 fully. Speech alternates quickly between
 * vowels, hisses and short pauses, so its level, timbre and zero crossings vary far more than those of music. The
 * features are from Scheirer and Slaney, ICASSP 1997; the limits were set by hand on four synthetic voices, one real
 * talk and some music.
 *
 * Known errors: singing without accompaniment counts as speech; speech over loud music and whispering are not found.
 */
export function speechLikeness(frames: readonly SpeechFrame[]): number {
  const mean = average(frames.map(({ rms }) => rms));
  if (mean < SILENT) return 0;
  const loud = frames.filter(({ rms }) => rms >= 0.2 * mean);
  const levels = frames.map(({ rms }) => dbOfGain(Math.max(rms, SILENT))).sort((a, b) => a - b);
  const at = (share: number) => levels[Math.floor(share * (levels.length - 1))] ?? 0;
  return Math.min(
    rising(
      share(frames, ({ rms }) => rms < 0.5 * mean),
      0.08,
      0.25,
    ),
    rising(at(0.9) - at(0.1), 8, 20),
    rising(deviation(loud.map(({ flatnessDb }) => flatnessDb)), 1.8, 4),
    rising(deviation(loud.map(({ crossings }) => crossings)), 100, 450),
    1 - rising(average(loud.map(({ bass }) => bass)), 0.3, 0.45),
    1 - rising(average(loud.map(({ flatnessDb }) => flatnessDb)), -10, -6),
  );
}

/** Amplitude (-70 dBFS) below which there is no speech. */
const SILENT = 10 ** (-70 / 20);

function rising(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function deviation(values: readonly number[]): number {
  const mean = average(values);
  return Math.sqrt(average(values.map((value) => (value - mean) ** 2)));
}

function share<T>(values: readonly T[], test: (value: T) => boolean): number {
  return values.filter(test).length / Math.max(1, values.length);
}
