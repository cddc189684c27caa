import { readdirSync, readFileSync } from 'node:fs';
import { AUDIO_EFFECTS, type AudioEffect } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import type { StereoBlock } from '../../src/audio/audio-format.ts';
import * as rbj from '../../src/audio/dsp/biquad.ts';
import { gainAt } from '../../src/audio/dsp/biquad.ts';
import { createProcessor, processors } from '../../src/audio/processors/chain.ts';
import { reductionCurve } from '../../src/audio/processors/dynamics.ts';
import { reverbTime } from '../../src/audio/processors/reverb.ts';
import { peakOf, rms } from './impulse-file.ts';
import { amplitudeAt, pitchOf, randomOf, toneOf } from './signals.ts';

type Range = { minimum: number; maximum: number };
type Params = NonNullable<AudioEffect['params']>;

/** Passes a signal followed by silence through an audio effect and removes the effect's latency from the result. */
function through(type: AudioEffect['type'], params: Params, left: Float32Array, right = left, block = 4_096) {
  const processor = createProcessor({ type, params });
  const late = processor.latency;
  const grown = (side: Float32Array) => {
    const values = new Float32Array(left.length + late);
    values.set(side);
    return values;
  };
  const audio: StereoBlock = { left: grown(left), right: grown(right) };
  for (let at = 0; at < audio.left.length; at += block) {
    const count = Math.min(block, audio.left.length - at);
    const part = (side: Float32Array) => side.subarray(at, at + count);
    processor.process({ left: part(audio.left), right: part(audio.right) }, count);
  }
  return { left: audio.left.subarray(late), right: audio.right.subarray(late) };
}

const db = (gain: number) => 20 * Math.log10(gain);
const amplitude = (levelDb: number) => 10 ** (levelDb / 20);

/** Measures the gain of an audio effect for a sine, in dB, after the effect has settled. */
function responseDb(type: AudioEffect['type'], params: Params, hertz: number, level = 0.1): number {
  const { left } = through(type, params, toneOf(hertz, level, 96_000));
  return db(amplitudeAt(left, hertz, 48_000, 96_000) / level);
}

function noiseOf(samples: number, level: number, seed = 5): Float32Array {
  const random = randomOf(seed);
  return Float32Array.from({ length: samples }, () => (random() - 0.5) * 2 * level);
}

describe('the family of processors', () => {
  it('has a file and a line for each type that the timeline knows', () => {
    expect(processors.map(({ type }) => type)).toEqual(AUDIO_EFFECTS.map(({ type }) => type));
    const folder = new URL('../../src/audio/processors/', import.meta.url);
    const texts = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
    for (const { type } of processors) {
      const definition = `ProcessorDefinition = {\n  type: '${type}',\n`;
      expect(
        texts.filter((text) => text.includes(definition)),
        type,
      ).toHaveLength(1);
    }
  });

  it.each(processors)('$type does not depend on how the sound is cut, to the bit', ({ type }) => {
    const audio = noiseOf(24_000, 0.7);
    const other = noiseOf(24_000, 0.3, 9);
    const audible: Record<string, Params> = {
      pitchshift: { semitones: 3 },
      gain: { gainDb: 3 },
      limiter: { ceilingDb: -12 },
    };
    const params = audible[type] ?? {};
    const whole = through(type, params, audio, other, 24_000);
    expect(through(type, params, audio, other, 1_000)).toEqual(whole);
    expect(through(type, params, audio, other, 61)).toEqual(whole);
    expect(whole.left.every(Number.isFinite)).toBe(true);
    expect(whole.left).not.toEqual(audio);
  });

  it.each([
    ['peaking', { gainDb: 0 }],
    ['lowshelf', { gainDb: 0 }],
    ['highshelf', { gainDb: 0 }],
    ['gain', {}],
    ['compressor', { ratio: 1 }],
    ['limiter', { ceilingDb: 0 }],
    ['gate', { rangeDb: 0 }],
    ['deesser', { amount: 0 }],
    ['denoise', { reductionDb: 0 }],
    ['saturate', { drive: 0 }],
    ['delay', { mix: 0 }],
    ['reverb', { mix: 0 }],
    ['chorus', { mix: 0 }],
    ['phaser', { mix: 0 }],
    ['pitchshift', {}],
  ] as const)('%s that is set to nothing leaves the sound where and as it is', (type, params) => {
    const audio = noiseOf(20_000, 0.7);
    const other = noiseOf(20_000, 0.3, 9);
    const { left, right } = through(type, params, audio, other);
    // The first window of a spectrum has nothing before it to overlap with.
    for (let i = 2_048; i < 18_000; i += 7) {
      expect(Math.abs((left[i] ?? 0) - (audio[i] ?? 0))).toBeLessThan(1e-6);
      expect(Math.abs((right[i] ?? 0) - (other[i] ?? 0))).toBeLessThan(1e-6);
    }
  });

  it.each(AUDIO_EFFECTS)(
    '$type stays bounded and comes to rest for all parameters in their ranges',
    ({ type, params }) => {
      const ranges = Object.entries(JSON.parse(JSON.stringify(params.properties)) as Record<string, Range>);
      const loud = noiseOf(9_600, 1);
      const random = randomOf(11);
      for (let round = 0; round < 12; round++) {
        // The corners of all ranges first, then places inside.
        const at = () => (round < 2 ? round : random());
        const chosen = Object.fromEntries(
          ranges.map(([name, { minimum, maximum }]) => [name, minimum + at() * (maximum - minimum)]),
        );
        const audio = new Float32Array(48_000);
        audio.set(loud);
        const { left, right } = through(type, chosen, audio);
        // 24 dB of gain are 16 times; resonance and feedback add to that.
        expect(
          left.every((value) => Math.abs(value) < 64),
          JSON.stringify(chosen),
        ).toBe(true);
        expect(rms(right, 40_000, 48_000), JSON.stringify(chosen)).toBeLessThan(1);
      }
    },
  );

  it('names an unknown type', () => {
    const flanger = JSON.parse('{"type":"flanger"}');
    expect(() => createProcessor(flanger)).toThrow(/There is no audio processor "flanger". Use one of highpass/);
  });
});

describe('filters', () => {
  const cases = [
    ['highpass', { frequency: 200, q: 0.71 }, rbj.highpass(200, 0.71)],
    ['highpass', { frequency: 1_000, q: 4 }, rbj.highpass(1_000, 4)],
    ['lowpass', { frequency: 3_000, q: 0.71 }, rbj.lowpass(3_000, 0.71)],
    ['peaking', { frequency: 1_000, gainDb: 9, q: 2 }, rbj.peaking(1_000, 2, 9)],
    ['lowshelf', { frequency: 200, gainDb: -12 }, rbj.lowshelf(200, -12)],
    ['highshelf', { frequency: 4_000, gainDb: 6 }, rbj.highshelf(4_000, 6)],
  ] as const;

  it.each(cases)('%s %o answers sines as its formula says', (type, params, coefficients) => {
    for (const hertz of [30, 100, 200, 500, 1_000, 3_000, 9_000, 18_000]) {
      expect(responseDb(type, params, hertz)).toBeCloseTo(db(gainAt(coefficients, hertz, 48_000)), 1);
    }
  });

  it('have their corners and slopes where their names say', () => {
    expect(responseDb('lowpass', { frequency: 1_000, q: Math.SQRT1_2 }, 1_000)).toBeCloseTo(-3.01, 1);
    expect(responseDb('lowpass', { frequency: 1_000, q: Math.SQRT1_2 }, 4_000)).toBeLessThan(-23.5);
    expect(responseDb('highpass', { frequency: 1_000, q: Math.SQRT1_2 }, 125)).toBeCloseTo(-36.1, 0);
    expect(responseDb('peaking', { frequency: 1_000, gainDb: 6, q: 1 }, 1_000)).toBeCloseTo(6, 1);
    expect(responseDb('lowshelf', { frequency: 500, gainDb: 6 }, 500)).toBeCloseTo(3, 1);
    expect(responseDb('highshelf', { frequency: 2_000, gainDb: 6 }, 20_000)).toBeCloseTo(6, 1);
    expect(responseDb('gain', { gainDb: -6 }, 500)).toBeCloseTo(-6, 3);
  });
});

describe('dynamics', () => {
  const settled = { attackMs: 1, releaseMs: 800, thresholdDb: -20, ratio: 4 };

  it.each([-40, -26, -20, -14, -8, -2])('the compressor follows its static curve at %i dBFS', (levelDb) => {
    for (const kneeDb of [0, 12]) {
      const expected = -reductionCurve(-20, 4, kneeDb)(levelDb);
      const measured = responseDb('compressor', { ...settled, kneeDb, makeupDb: 0 }, 1_000, amplitude(levelDb));
      expect(Math.abs(measured - expected)).toBeLessThan(0.5);
    }
  });

  it('its curve has the ratio above the knee, and is half a parabola inside', () => {
    expect(reductionCurve(-20, 4, 0)(-8)).toBeCloseTo(9, 9);
    expect(reductionCurve(-20, 4, 6)(-20)).toBeCloseTo(0.5625, 9);
    expect(reductionCurve(-20, 4, 6)(-23)).toBe(0);
    expect(reductionCurve(-20, 4, 6)(-17)).toBeCloseTo(2.25, 9);
  });

  it('the compressor goes 63 % of the way within its attack and its release', () => {
    const audio = toneOf(1_000, 1, 96_000).map((value, n) => value * (n < 48_000 ? amplitude(-6) : amplitude(-40)));
    const { left } = through(
      'compressor',
      { thresholdDb: -26, ratio: 2, kneeDb: 0, attackMs: 50, releaseMs: 200, makeupDb: 0 },
      audio,
    );
    const gainDb = (at: number) => db(rms(left, at, at + 480) / rms(audio, at, at + 480));
    expect(gainDb(40_000)).toBeCloseTo(-10, 0);
    expect(gainDb(2_400 - 240)).toBeGreaterThan(-7.5);
    expect(gainDb(2_400 - 240)).toBeLessThan(-5);
    expect(gainDb(48_000 + 9_600 - 240)).toBeCloseTo(-10 * Math.exp(-1), 0);
  });

  it('the limiter lets nothing above its ceiling and keeps the place of the sound', () => {
    const audio = noiseOf(30_000, 0.2);
    audio[15_000] = 0.99;
    const { left } = through('limiter', { ceilingDb: -6 }, audio);
    expect(Math.max(...left)).toBeLessThanOrEqual(amplitude(-6) + 1e-6);
    expect(peakOf(left)).toBe(15_000);
    expect(left[5_000]).toBe(audio[5_000]);
  });

  it('the gate closes by its range below the threshold, opens above it and does not flutter', () => {
    const levelled = (levelDb: number) =>
      responseDb('gate', { thresholdDb: -40, rangeDb: -30 }, 500, amplitude(levelDb));
    expect(levelled(-46)).toBeCloseTo(-30, 0);
    expect(levelled(-36)).toBeCloseTo(0, 1);
    const opened = toneOf(500, 1, 96_000).map((value, n) => value * amplitude(n < 24_000 ? -36 : -42));
    const { left } = through('gate', { thresholdDb: -40, rangeDb: -30 }, opened);
    expect(rms(left, 60_000, 90_000) / rms(opened, 60_000, 90_000)).toBeCloseTo(1, 2);
  });

  it('the gate opens and closes in its times', () => {
    const audio = toneOf(1_000, 0.5, 96_000).map((value, n) => (n < 24_000 || n >= 48_000 ? value * 0.001 : value));
    const { left } = through('gate', { thresholdDb: -40, rangeDb: -40, attackMs: 10, releaseMs: 200 }, audio);
    const gainDb = (at: number) => db(rms(left, at, at + 96) / rms(audio, at, at + 96));
    expect(gainDb(24_000 + 480)).toBeCloseTo(-40 * Math.exp(-1), -1);
    expect(gainDb(30_000)).toBeCloseTo(0, 0);
    expect(gainDb(48_000 + 24_000)).toBeLessThan(-30);
  });

  it('the de-esser lowers an s and leaves a vowel, loud or soft', () => {
    for (const level of [0.5, 0.01]) {
      expect(responseDb('deesser', { amount: 1 }, 9_000, level)).toBeLessThan(-12);
      expect(responseDb('deesser', { amount: 0.5 }, 9_000, level)).toBeLessThan(-6);
      expect(responseDb('deesser', { amount: 1 }, 400, level)).toBeCloseTo(0, 1);
    }
  });
});

describe('denoise', () => {
  const params = { reductionDb: 20, floorDb: -50 };

  it('lowers hiss at its level by the reduction', () => {
    const hiss = noiseOf(144_000, amplitude(-50) * Math.sqrt(3));
    const { left } = through('denoise', params, hiss);
    const lowered = db(rms(left, 96_000, 140_000) / rms(hiss, 96_000, 140_000));
    expect(lowered).toBeLessThan(-14);
    expect(lowered).toBeGreaterThan(-20.5);
  });

  it('takes hum away under a voice and leaves the voice', () => {
    const hum = toneOf(50, amplitude(-50), 240_000);
    const voice = toneOf(440, 0.3, 240_000).map((value, n) => (n % 24_000 < 12_000 ? value : 0));
    const { left } = through(
      'denoise',
      params,
      hum.map((value, n) => value + (voice[n] ?? 0)),
    );
    // In a pause, once it has been listening for a while.
    expect(db(amplitudeAt(left, 50, 206_000, 214_640) / amplitude(-50))).toBeLessThan(-12);
    expect(db(amplitudeAt(left, 440, 194_400, 202_000) / 0.3)).toBeGreaterThan(-0.5);
  });

  it('leaves a held note above its level', () => {
    expect(responseDb('denoise', params, 440, amplitude(-30))).toBeGreaterThan(-0.5);
  });
});

describe('colour', () => {
  it('saturate adds odd harmonics, more when driven more, and keeps the level in the middle', () => {
    const harmonics = (drive: number) => {
      const { left } = through('saturate', { drive, mix: 1 }, toneOf(1_000, 0.5, 96_000));
      return [1_000, 2_000, 3_000].map((hertz) => amplitudeAt(left, hertz, 0, 96_000));
    };
    const [ground = 0, second = 1, third = 0] = harmonics(0.5);
    expect(second).toBeLessThan(1e-6);
    expect(db(third / ground)).toBeGreaterThan(-40);
    expect(db(ground / 0.5)).toBeGreaterThan(-3);
    expect(db(ground / 0.5)).toBeLessThan(3);
    const [, , harder = 0] = harmonics(1);
    expect(harder).toBeGreaterThan(third);
  });

  it('a delay repeats a click at its time, each echo softer by the feedback', () => {
    const click = new Float32Array(60_000);
    click[100] = 1;
    const { left } = through('delay', { timeMs: 250, feedback: 0.5, mix: 0.4 }, click);
    const echoes = [100, 12_100, 24_100, 36_100].map((place) => left[place] ?? 0);
    expect(echoes[0]).toBeCloseTo(0.6, 6);
    expect(echoes[1]).toBeCloseTo(0.4, 6);
    expect(echoes[2]).toBeCloseTo(0.2, 6);
    expect(echoes[3]).toBeCloseTo(0.1, 6);
    expect(left.filter((value) => value !== 0)).toHaveLength(5);
  });

  it.each([0.2, 0.5, 0.8])('a room of size %f falls by 60 dB in its time', (roomSize) => {
    const seconds = reverbTime(roomSize);
    const burst = new Float32Array(Math.ceil(48_000 * (0.3 + seconds)));
    burst.set(noiseOf(4_800, 0.5));
    const { left, right } = through('reverb', { roomSize, damping: 0, mix: 1 }, burst);
    const level = (sec: number) => db(rms(left, Math.round(sec * 48_000), Math.round(sec * 48_000) + 4_800));
    const from = 0.1 + 0.1 * seconds;
    const fallenDb = level(from) - level(from + 0.5 * seconds);
    expect(fallenDb).toBeGreaterThan(26);
    expect(fallenDb).toBeLessThan(34);
    // Both sides have the same tail, not the same samples.
    expect(Math.abs(db(rms(left, 9_600, 14_400) / rms(right, 9_600, 14_400)))).toBeLessThan(4);
    expect(left.subarray(9_600, 14_400)).not.toEqual(right.subarray(9_600, 14_400));
  });

  it('a room is about as loud as what is played in it, and walls swallow treble', () => {
    const audio = noiseOf(144_000, 0.3);
    const wet = through('reverb', { roomSize: 0.5, damping: 0, mix: 1 }, audio).left;
    expect(Math.abs(db(rms(wet, 96_000, 144_000) / rms(audio, 96_000, 144_000)))).toBeLessThan(3);
    const treble = (damping: number) => responseDb('reverb', { roomSize: 0.5, damping, mix: 1 }, 9_000);
    expect(treble(1)).toBeLessThan(treble(0) - 6);
  });

  it('a chorus wavers around the pitch, differently on both sides', () => {
    const tone = toneOf(1_000, 0.5, 96_000);
    const { left, right } = through('chorus', { rateHz: 1, depth: 1, mix: 1 }, tone);
    expect(pitchOf(left, 4_000, 96_000)).toBeCloseTo(1_000, -1);
    const beside = Math.max(...[-20, -10, 10, 20].map((off) => amplitudeAt(left, 1_000 + off, 0, 96_000)));
    expect(db(beside / 0.5)).toBeGreaterThan(-40);
    expect(left).not.toEqual(right);
    expect(Math.max(...left.map(Math.abs))).toBeLessThan(1);
  });

  it('a phaser that stands still has three notches where its all-passes turn the sound over', () => {
    const still = { rateHz: 0.05, depth: 0, feedback: 0, mix: 0.5 };
    // Six stages turn by 180, 540 and 900 degrees where each turns by 30, 90 and 150: at 800 Hz x tan of half of it.
    for (const angle of [30, 90, 150]) {
      const warped = Math.tan((Math.PI * 800) / 48_000) * Math.tan((angle * Math.PI) / 360);
      const hertz = (48_000 / Math.PI) * Math.atan(warped);
      expect(responseDb('phaser', still, hertz)).toBeLessThan(-25);
    }
    expect(responseDb('phaser', still, 20)).toBeCloseTo(0, 0);
  });

  it('a phaser sweeps', () => {
    const { left } = through('phaser', { rateHz: 1, depth: 1, mix: 0.5 }, toneOf(800, 0.5, 96_000));
    const levels = Array.from({ length: 40 }, (_, k) => rms(left, 4_800 + k * 2_000, 4_800 + (k + 1) * 2_000));
    expect(Math.max(...levels) / Math.min(...levels)).toBeGreaterThan(1.5);
  });

  it.each([-24, -12, -5, 1, 7, 12, 24])('a pitch shift of %i semitones moves a tone there, in place', (semitones) => {
    const hertz = 500 * 2 ** (semitones / 12);
    const tone = toneOf(500, 0.5, 96_000).map((value, n) => (n < 24_000 || n > 72_000 ? 0 : value));
    const { left } = through('pitchshift', { semitones }, tone);
    expect(Math.abs(pitchOf(left, 30_000, 66_000) / hertz - 1)).toBeLessThan(0.003);
    expect(rms(left, 30_000, 66_000)).toBeCloseTo(0.5 / Math.SQRT2, 1);
    expect(rms(left, 0, 22_000)).toBeLessThan(0.01);
    expect(rms(left, 26_000, 28_000)).toBeGreaterThan(0.2);
    expect(rms(left, 75_000, 96_000)).toBeLessThan(0.01);
  });

  it.each([-12, -5, 7, 12])('a pitch shift of %i semitones has each stroke once, at its time to 5 ms', (semitones) => {
    const strokes = [0, 11_111, 24_000, 33_333, 48_000, 60_001];
    const audio = toneOf(190, 0.05, 72_000);
    for (const at of strokes) {
      for (let n = 0; n < 240; n++) audio[at + n] = 0.8 * Math.cos(n / 8) * (1 - n / 240) + (audio[at + n] ?? 0);
    }
    const { left } = through('pitchshift', { semitones }, audio);
    const found: number[] = [];
    let loudAt = Number.NEGATIVE_INFINITY;
    for (const [at, value] of left.entries()) {
      if (Math.abs(value) < 0.3) continue;
      if (at - loudAt > 240) found.push(at);
      loudAt = at;
    }
    expect(found).toHaveLength(strokes.length);
    for (const [i, at] of strokes.entries()) expect(Math.abs((found[i] ?? 0) - at) / 48).toBeLessThan(5);
  });
});
