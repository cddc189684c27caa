import type { Stereo } from './instruments.ts';

/** Adds an echo that alternates between the channels, `delaySec` apart. Each repeat is `feedback` times as loud. */
export function addEcho(signal: Stereo, delaySec: number, feedback: number): void {
  const delay = Math.round(delaySec * signal.sampleRate);
  for (let i = delay; i < signal.left.length; i++) {
    const left = signal.left[i - delay] ?? 0;
    const right = signal.right[i - delay] ?? 0;
    signal.left[i] = (signal.left[i] ?? 0) + right * feedback;
    signal.right[i] = (signal.right[i] ?? 0) + left * feedback;
  }
}

/**
 * Delays of a small hall, in samples at 48 kHz: eight comb filters into two all-pass filters for each side (Schroeder,
 * with Freeverb's tunings).
 */
const combs: readonly number[] = [1214, 1293, 1390, 1476, 1548, 1623, 1695, 1760];
const allPasses: readonly number[] = [605, 480];
const spread = 25;

/** Adds reverb to both channels. `level` is its loudness relative to the signal. */
export function addReverb(signal: Stereo, level: number): void {
  hall(signal.left, level, 0);
  hall(signal.right, level, spread);
}

function hall(channel: Float32Array, level: number, offset: number): void {
  const wet = new Float32Array(channel.length);
  for (const tuning of combs) {
    const delay = tuning + offset;
    const line = new Float32Array(delay);
    let damped = 0;
    for (let i = 0, at = 0; i < channel.length; i++, at = at + 1 === delay ? 0 : at + 1) {
      const out = line[at] ?? 0;
      damped = out * 0.72 + damped * 0.28;
      line[at] = (channel[i] ?? 0) * 0.12 + damped * 0.82;
      wet[i] = (wet[i] ?? 0) + out;
    }
  }
  for (const tuning of allPasses) {
    const delay = tuning + offset;
    const line = new Float32Array(delay);
    for (let i = 0, at = 0; i < wet.length; i++, at = at + 1 === delay ? 0 : at + 1) {
      const out = line[at] ?? 0;
      const input = wet[i] ?? 0;
      line[at] = input + out * 0.5;
      wet[i] = out - input * 0.5;
    }
  }
  for (let i = 0; i < channel.length; i++) channel[i] = (channel[i] ?? 0) + (wet[i] ?? 0) * level;
}
