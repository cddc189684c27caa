import { SAMPLE_RATE } from '../audio-format.ts';
import { createFft } from '../dsp/fft.ts';

/** Number of analysis frames a second: one every 20 ms, each 21 ms long. */
export const FRAMES_PER_SEC = 50;
const HOP = SAMPLE_RATE / FRAMES_PER_SEC;
const SIZE = 1024;

/** Features of one analysis frame. */
export interface SpeechFrame {
  /** RMS amplitude. */
  rms: number;
  /** Zero crossings a second: few for vowels and hum, many for "s" and hiss. */
  crossings: number;
  /** Spectral flatness of 300-5000 Hz, in decibels: 0 dB is noise, far below is tones. */
  flatnessDb: number;
  /** Fraction (0-1) of the energy below 100 Hz, where music has drums and basses and speech has little. */
  bass: number;
}

const LOWEST_BIN = Math.ceil((300 * SIZE) / SAMPLE_RATE);
const HIGHEST_BIN = Math.floor((5_000 * SIZE) / SAMPLE_RATE);
const BASS_BINS = Math.ceil((100 * SIZE) / SAMPLE_RATE);
/** Added power that keeps the logarithm of silence finite. */
const FLOOR = 1e-12;

/**
 * Creates a function that takes the samples of one channel at 48 kHz and calls `emit` for each analysis frame. Buffers
 * at most one frame.
 */
export function createFrameCutter(emit: (frame: SpeechFrame) => void): (value: number) => void {
  const measure = createFrameMeter();
  const window = new Float32Array(SIZE);
  let filled = 0;
  return (value) => {
    window[filled] = value;
    filled += 1;
    if (filled < SIZE) return;
    emit(measure(window));
    window.copyWithin(0, HOP);
    filled = SIZE - HOP;
  };
}

function createFrameMeter(): (window: Float32Array) => SpeechFrame {
  const fft = createFft(SIZE);
  const re = new Float64Array(SIZE);
  const im = new Float64Array(SIZE);
  const hann = Float64Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE));
  return (window) => {
    let energy = 0;
    let changes = 0;
    for (let i = 0; i < SIZE; i++) {
      const value = window[i] ?? 0;
      energy += value * value;
      if (i > 0 && value >= 0 !== (window[i - 1] ?? 0) >= 0) changes += 1;
      re[i] = value * (hann[i] ?? 0);
    }
    im.fill(0);
    fft.forward(re, im);
    let all = 0;
    let bass = 0;
    let logs = 0;
    let band = 0;
    for (let bin = 1; bin < SIZE / 2; bin++) {
      const power = (re[bin] ?? 0) ** 2 + (im[bin] ?? 0) ** 2 + FLOOR;
      all += power;
      if (bin < BASS_BINS) bass += power;
      if (bin < LOWEST_BIN || bin > HIGHEST_BIN) continue;
      logs += Math.log(power);
      band += power;
    }
    const bins = HIGHEST_BIN - LOWEST_BIN + 1;
    return {
      rms: Math.sqrt(energy / SIZE),
      crossings: (changes * SAMPLE_RATE) / SIZE,
      flatnessDb: 10 * Math.log10(Math.exp(logs / bins) / (band / bins)),
      bass: bass / all,
    };
  };
}
