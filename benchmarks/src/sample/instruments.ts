import { hash2 } from './noise.ts';

/** Stereo audio: two channels of equal length, samples -1 to 1. */
export interface Stereo {
  readonly sampleRate: number;
  readonly left: Float32Array;
  readonly right: Float32Array;
}

const tau = Math.PI * 2;

function hertz(note: number): number {
  return 440 * 2 ** ((note - 69) / 12);
}

/**
 * Adds the sound `voice(t, side)` from `start` for `seconds`. `side` is -1 for the left and 1 for the right channel.
 * Samples beyond the end of the buffer are dropped.
 */
function addVoice(into: Stereo, start: number, seconds: number, voice: (t: number, side: number) => number): void {
  const first = Math.round(start * into.sampleRate);
  const end = Math.min(into.left.length, first + Math.round(seconds * into.sampleRate));
  for (let i = first; i < end; i++) {
    const t = (i - first) / into.sampleRate;
    into.left[i] = (into.left[i] ?? 0) + voice(t, -1);
    into.right[i] = (into.right[i] ?? 0) + voice(t, 1);
  }
}

/** Adds a warm pad: each note is two slightly detuned voices with soft harmonics and a slow attack. */
export function addPad(into: Stereo, start: number, seconds: number, notes: readonly number[], level: number): void {
  for (const [index, note] of notes.entries()) {
    const pitch = hertz(note);
    addVoice(into, start, seconds, (t, side) => {
      const swell = Math.min(1, t / 0.5) * Math.min(1, (seconds - t) / 0.35);
      const open = 0.35 + 0.4 * Math.min(1, t / 1.2);
      const phase = tau * pitch * (1 + side * 0.0016) * t + index + side * 0.4;
      const drift = tau * pitch * 1.0035 * t + index * 2.3;
      const tone = Math.sin(phase) + open * 0.5 * Math.sin(2 * phase) + open * open * 0.28 * Math.sin(3 * phase);
      return level * 0.5 * swell * (tone + 0.7 * Math.sin(drift) + open * 0.25 * Math.sin(2 * drift));
    });
  }
}

/** Adds a plucked bell: a sine modulated by a second one that decays quickly. `pan` is -1 (left) to 1 (right). */
export function addPluck(into: Stereo, start: number, note: number, level: number, pan: number): void {
  const pitch = hertz(note);
  addVoice(into, start, 1.1, (t, side) => {
    const ring = Math.exp(-t * 5.2) * Math.min(1, t / 0.003) * Math.min(1, (1.1 - t) / 0.05);
    const bend = 1.6 * Math.exp(-t * 14) * Math.sin(tau * pitch * 2 * t);
    return level * ring * (1 + side * pan) * Math.sin(tau * pitch * t + bend);
  });
}

/** Adds a round bass note. */
export function addSub(into: Stereo, start: number, seconds: number, note: number, level: number): void {
  const pitch = hertz(note);
  addVoice(into, start, seconds, (t) => {
    const shape = Math.min(1, t / 0.02) * Math.min(1, (seconds - t) / 0.12) * (0.65 + 0.35 * Math.exp(-t * 3));
    return level * shape * Math.tanh(1.6 * Math.sin(tau * pitch * t) + 0.25 * Math.sin(tau * pitch * 2 * t));
  });
}

/** Adds a soft bass drum: a sine with falling pitch. */
export function addKick(into: Stereo, start: number, level: number): void {
  addVoice(into, start, 0.4, (t) => {
    const phase = tau * (46 * t + (95 / 26) * (1 - Math.exp(-26 * t)));
    return level * Math.exp(-t * 9) * Math.min(1, (0.4 - t) / 0.05) * Math.sin(phase);
  });
}

/** Adds a finger snap: a short burst of band-limited noise. */
export function addSnap(into: Stereo, start: number, level: number): void {
  let before = 0;
  addVoice(into, start, 0.16, (t, side) => {
    const noise = hash2(Math.round(t * 48_000), side, 301) * 2 - 1;
    const bright = noise - before * 0.6;
    before = noise;
    return level * Math.exp(-t * 34) * Math.min(1, t / 0.0015) * bright;
  });
}

/** Adds a closed hi-hat: a very short burst of high noise. */
export function addHat(into: Stereo, start: number, level: number): void {
  addVoice(into, start, 0.07, (t, side) => {
    const at = Math.round(t * 48_000);
    const noise = hash2(at, side, 302) - hash2(at - 1, side, 302);
    return level * Math.exp(-t * 70) * noise * 1.4;
  });
}

/** Adds a riser: noise that grows louder towards a cut. */
export function addRiser(into: Stereo, start: number, seconds: number, level: number): void {
  const smooth = { '-1': 0, '1': 0 };
  addVoice(into, start, seconds, (t, side) => {
    const grow = t / seconds;
    const key = side < 0 ? '-1' : '1';
    const noise = hash2(Math.round(t * 48_000), side, 303) * 2 - 1;
    smooth[key] += (noise - smooth[key]) * (0.03 + 0.22 * grow * grow);
    return level * 3 * grow ** 3 * Math.min(1, (seconds - t) / 0.03) * smooth[key];
  });
}
