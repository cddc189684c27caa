import { SAMPLE_RATE } from '../audio-format.ts';
import type { ProcessorDefinition } from './processor.ts';

/**
 * Echo effect. Echo n is delayed by n times `timeMs`, rounded to whole samples, and has a level of `feedback` to the
 * power of n - 1.
 */
export const delay: ProcessorDefinition = {
  type: 'delay',
  create(param) {
    const samples = Math.max(1, Math.round((param('timeMs') * SAMPLE_RATE) / 1_000));
    const feedback = param('feedback');
    const mix = param('mix');
    const lines = [createDelayLine(samples), createDelayLine(samples)] as const;
    return {
      latency: 0,
      process(block, count) {
        for (const [side, line] of [
          [block.left, lines[0]],
          [block.right, lines[1]],
        ] as const) {
          for (let i = 0; i < count; i++) {
            const dry = side[i] ?? 0;
            const echo = line.read(samples - 1);
            line.write(dry + feedback * echo);
            side[i] = dry + mix * (echo - dry);
          }
        }
      },
    };
  },
};

/** Delays of the chorus's voices (copies of the input), in milliseconds. */
const VOICES_MS = [11, 16, 23];
/**
 * Modulation depth of the chorus delays at `depth` 1 and 1 Hz, to either side, in milliseconds. Faster modulation has
 * less depth, so that the detuning stays equal.
 */
const SWING_MS = 4;

/**
 * Chorus effect: three delayed copies of each channel with modulated delays. The modulation of the right channel is a
 * quarter of a cycle ahead of that of the left channel, which widens the stereo image.
 */
export const chorus: ProcessorDefinition = {
  type: 'chorus',
  create(param) {
    const rate = param('rateHz');
    const mix = param('mix');
    const swing = ((param('depth') * SWING_MS) / Math.max(1, rate)) * (SAMPLE_RATE / 1_000);
    const longest = ((VOICES_MS.at(-1) ?? 0) + SWING_MS) * (SAMPLE_RATE / 1_000);
    const lines = [createDelayLine(longest), createDelayLine(longest)] as const;
    const voices = VOICES_MS.map((ms, voice) => ({
      delay: (ms * SAMPLE_RATE) / 1_000,
      phase: voice / VOICES_MS.length,
    }));
    // The voices are uncorrelated, so their powers add up.
    const level = 1 / Math.sqrt(voices.length);
    let at = 0;

    function voicesOf(line: ReturnType<typeof createDelayLine>, turns: number): number {
      let sum = 0;
      for (const { delay, phase } of voices)
        sum += line.readBetween(delay + swing * Math.sin(2 * Math.PI * (turns + phase)));
      return sum * level;
    }

    return {
      latency: 0,
      process({ left, right }, count) {
        for (let i = 0; i < count; i++, at++) {
          const turns = (rate * at) / SAMPLE_RATE;
          const l = left[i] ?? 0;
          const r = right[i] ?? 0;
          lines[0].write(l);
          lines[1].write(r);
          left[i] = l + mix * (voicesOf(lines[0], turns) - l);
          right[i] = r + mix * (voicesOf(lines[1], turns + 0.25) - r);
        }
      },
    };
  },
};

const STAGES = 6;
/** Centre frequency of the phaser's sweep, in hertz. `OCTAVES` is its range to either side at `depth` 1. */
const MIDDLE_HZ = 800;
const OCTAVES = 2;

/**
 * Phaser: six first-order all-pass filters with a swept corner frequency, whose output is mixed with the input (in
 * equal parts by default). The mix has three notches. Each filter computes y = c x + x' - c y' from its input x, the
 * previous input x' and the previous output y', with c = (tan(pi f / fs) - 1) / (tan(pi f / fs) + 1).
 */
export const phaser: ProcessorDefinition = {
  type: 'phaser',
  create(param) {
    const rate = param('rateHz');
    const depth = param('depth');
    const sides = [createSide(param('feedback'), param('mix')), createSide(param('feedback'), param('mix'))] as const;
    let at = 0;
    return {
      latency: 0,
      process({ left, right }, count) {
        for (let i = 0; i < count; i++, at++) {
          const sweep = depth * Math.sin((2 * Math.PI * rate * at) / SAMPLE_RATE);
          const warped = Math.tan((Math.PI * MIDDLE_HZ * 2 ** (OCTAVES * sweep)) / SAMPLE_RATE);
          const coefficient = (warped - 1) / (warped + 1);
          left[i] = sides[0](left[i] ?? 0, coefficient);
          right[i] = sides[1](right[i] ?? 0, coefficient);
        }
      },
    };
  },
};

function createSide(feedback: number, mix: number): (value: number, coefficient: number) => number {
  const before = new Float64Array(STAGES);
  const after = new Float64Array(STAGES);
  const back = new Float64Array(1);
  return (value, coefficient) => {
    let passed = value + feedback * (back[0] ?? 0);
    for (let stage = 0; stage < STAGES; stage++) {
      const result = coefficient * (passed - (after[stage] ?? 0)) + (before[stage] ?? 0);
      before[stage] = passed;
      after[stage] = Math.abs(result) < 1e-30 ? 0 : result;
      passed = result;
    }
    back[0] = passed;
    return value + mix * (passed - value);
  };
}

/** Delay line with the last samples of one channel. */
export interface DelayLine {
  /** Stores the next sample. */
  write(value: number): void;
  /**
   * Returns the sample that was written `delay` writes before the last one; 0 returns the last one. `delay` is an
   * integer up to the longest delay.
   */
  read(delay: number): number;
  /** Returns the value at a fractional delay, by cubic interpolation of four samples; `delay` is at least 1. */
  readBetween(delay: number): number;
}

/** Creates a delay line filled with silence, with a maximum delay of at least `longest` samples. */
function createDelayLine(longest: number): DelayLine {
  const size = 2 ** Math.ceil(Math.log2(longest + 4));
  const mask = size - 1;
  const values = new Float32Array(size);
  let last = 0;
  const read = (delay: number) => values[(last - delay) & mask] ?? 0;
  return {
    write(value) {
      last = (last + 1) & mask;
      values[last] = value;
    },
    read,
    readBetween(delay) {
      const whole = Math.floor(delay);
      const along = delay - whole;
      const a = read(whole - 1);
      const b = read(whole);
      const c = read(whole + 1);
      const d = read(whole + 2);
      return b + 0.5 * along * (c - a + along * (2 * a - 5 * b + 4 * c - d + along * (3 * (b - c) + d - a)));
    },
  };
}
