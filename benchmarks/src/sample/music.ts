import { addHat, addKick, addPad, addPluck, addRiser, addSnap, addSub, type Stereo } from './instruments.ts';

const bar = 2;
const eighth = 0.25;

/** Chords as MIDI note numbers from the bass upwards, one for each musical bar at 120 beats a minute. */
const chords: readonly (readonly number[])[] = [
  [41, 57, 60, 64, 67],
  [45, 55, 60, 64, 71],
  [36, 55, 60, 62, 67],
  [43, 55, 59, 62, 69],
  [41, 57, 60, 64, 69],
  [36, 55, 60, 64, 74],
];

/**
 * Order in which the eighth notes of a musical bar play the notes of its chord. Values are indices into the chord's
 * upper notes; 4 is the lowest of these notes, an octave higher.
 */
const climb: readonly number[] = [0, 1, 2, 3, 4, 3, 2, 1];

/**
 * Composes the sample's music: six bars of chords, a rising figure and soft drums, ending on a chord that fades out.
 * The default of 12 `seconds` is exactly the length of the piece. The result is 48 kHz float stereo with peak 0.85, the
 * same in every run. Takes about 1 s.
 */
export function composeMusic(seconds = 12, sampleRate = 48_000): Stereo {
  const length = Math.round(seconds * sampleRate);
  const dry = silence(length, sampleRate);
  const wet = silence(length, sampleRate);
  chords.forEach((chord, index) => {
    const start = index * bar;
    const last = index === chords.length - 1;
    const [bass = 36, ...upper] = chord;
    addPad(wet, start, last ? 2 : bar + 0.35, upper, index < 2 ? 0.055 : 0.062);
    addSub(dry, start, last ? 1.9 : bar - 0.08, bass, index < 1 ? 0.1 : 0.16);
    addFigure(wet, start, upper, index, last);
    if (last) return;
    if (index >= 1) addDrums(dry, start, index);
  });
  addRiser(wet, 2.6, 1.4, 0.05);
  addRiser(wet, 6.6, 1.4, 0.05);
  addRiser(wet, 9, 1, 0.06);
  addKick(dry, 10, 0.5);
  addEcho(wet, eighth * 1.5, 0.34);
  addReverb(wet, 0.3);
  return master(dry, wet);
}

function addFigure(into: Stereo, start: number, upper: readonly number[], index: number, last: boolean): void {
  const notes = [...upper, (upper[0] ?? 60) + 12];
  for (let step = 0; step < 8; step++) {
    if (last && step > 4) return;
    const note = (notes[climb[step] ?? 0] ?? 60) + 12;
    const accent = step % 4 === 0 ? 1 : 0.72;
    addPluck(
      into,
      start + step * eighth,
      note,
      accent * (index === 0 ? 0.12 : 0.16) * (last ? 1 - step * 0.14 : 1),
      step % 2 ? 0.35 : -0.35,
    );
  }
}

function addDrums(into: Stereo, start: number, index: number): void {
  for (const beat of index < 2 ? [0, 4] : [0, 3, 4, 7])
    addKick(into, start + beat * eighth, beat % 4 === 0 ? 0.5 : 0.28);
  if (index < 2) return;
  for (const beat of [2, 6]) addSnap(into, start + beat * eighth, 0.12);
  for (let step = 0; step < 8; step++) addHat(into, start + step * eighth, step % 2 ? 0.05 : 0.028);
}

function silence(length: number, sampleRate: number): Stereo {
  return { sampleRate, left: new Float32Array(length), right: new Float32Array(length) };
}

/**
 * Mixes the signal without effects (dry) and the signal with echo and reverb (wet), soft-clips the peaks and fades out
 * to silence.
 */
function master(dry: Stereo, wet: Stereo): Stereo {
  const { sampleRate } = dry;
  const length = dry.left.length;
  const out = silence(length, sampleRate);
  const fade = Math.min(length, Math.round(sampleRate * 1.1));
  let peak = 1e-6;
  for (const side of ['left', 'right'] as const) {
    for (let i = 0; i < length; i++) {
      const tail = Math.min(1, (length - 1 - i) / fade);
      const value = Math.tanh(((dry[side][i] ?? 0) + (wet[side][i] ?? 0)) * 1.25) * tail * tail * (3 - 2 * tail);
      out[side][i] = value;
      peak = Math.max(peak, Math.abs(value));
    }
  }
  for (const side of ['left', 'right'] as const) {
    for (let i = 0; i < length; i++) out[side][i] = ((out[side][i] ?? 0) * 0.85) / peak;
  }
  return out;
}

/** Adds an echo that alternates between the channels, `delaySec` apart. Each repeat is `feedback` times as loud. */
function addEcho(signal: Stereo, delaySec: number, feedback: number): void {
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
function addReverb(signal: Stereo, level: number): void {
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
