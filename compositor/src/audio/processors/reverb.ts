import { SAMPLE_RATE } from '../audio-format.ts';
import type { ProcessorDefinition } from './processor.ts';

/**
 * Lengths of the delay lines in samples. They are primes between 31 and 86 ms, so that echoes of different lines do not
 * coincide.
 */
const LINES = [1_493, 1_867, 2_179, 2_503, 2_887, 3_257, 3_671, 4_111];
/** Lengths of the all-pass filters that diffuse the input before the delay lines, in samples. They are primes. */
const DIFFUSERS = [241, 337, 571, 797];
const DIFFUSION = 0.6;
/**
 * Time in which the reverberation falls by 60 dB at `roomSize` 0, in seconds; `LONGEST_SEC` is the time at `roomSize`
 * 1.
 */
const SHORTEST_SEC = 0.3;
const LONGEST_SEC = 6;

/** Returns the time in seconds in which the reverberation falls by 60 dB (without damping), for a `roomSize` of 0-1. */
export function reverbTime(roomSize: number): number {
  return SHORTEST_SEC * (LONGEST_SEC / SHORTEST_SEC) ** roomSize;
}

/**
 * Reverb by a feedback delay network (Jot and Chaigne, AES 1991). Eight delay lines are mixed by a Hadamard matrix,
 * which loses no energy. The gain of each line makes the tail decay evenly, and a one-pole low-pass in each line damps
 * the treble. Even lines feed the left channel, odd ones the right.
 */
export const reverb: ProcessorDefinition = {
  type: 'reverb',
  create(param) {
    const seconds = reverbTime(param('roomSize'));
    const damping = 0.7 * param('damping');
    const mix = param('mix');
    const lines = createLines(LINES);
    const gains = Float64Array.from(LINES, (samples) => 10 ** ((-3 * samples) / (SAMPLE_RATE * seconds)));
    const diffusers = [createLines(DIFFUSERS), createLines(DIFFUSERS.map((samples) => samples + 23))] as const;
    // A steady signal circulates: the output power is 1 / (1 - gain^2) times the input power.
    const mean = gains.reduce((sum, gain) => sum + gain * gain, 0) / gains.length;
    const level = Math.sqrt(1 - mean);
    const damped = new Float64Array(lines.length);
    const out = new Float64Array(lines.length);
    return {
      latency: 0,
      process({ left, right }, count) {
        for (let i = 0; i < count; i++) {
          const l = left[i] ?? 0;
          const r = right[i] ?? 0;
          const diffuseLeft = diffuse(diffusers[0], l);
          const diffuseRight = diffuse(diffusers[1], r);
          let wetLeft = 0;
          let wetRight = 0;
          for (let k = 0; k < lines.length; k++) {
            const tap = readLine(lines[k] ?? never()) * (gains[k] ?? 0);
            const soft = tap + damping * ((damped[k] ?? 0) - tap);
            damped[k] = Math.abs(soft) < 1e-30 ? 0 : soft;
            out[k] = soft;
            if (k % 2 === 0) wetLeft += soft;
            else wetRight += soft;
          }
          hadamard(out);
          for (let k = 0; k < lines.length; k++)
            writeLine(lines[k] ?? never(), (out[k] ?? 0) + (k % 2 === 0 ? diffuseLeft : diffuseRight));
          left[i] = l + mix * (wetLeft * level * 0.5 - l);
          right[i] = r + mix * (wetRight * level * 0.5 - r);
        }
      },
    };
  },
};

/** Delay line of fixed length: reading it returns the value that was written one length ago. */
interface Line {
  readonly values: Float32Array;
  at: number;
}

function createLines(lengths: readonly number[]): Line[] {
  return lengths.map((samples) => ({ values: new Float32Array(samples), at: 0 }));
}

function readLine({ values, at }: Line): number {
  return values[at] ?? 0;
}

/** Overwrites the value that was just read with `value`, and advances to the next position. */
function writeLine(line: Line, value: number): void {
  line.values[line.at] = value;
  line.at = line.at + 1 === line.values.length ? 0 : line.at + 1;
}

/** Sends a sample through all-pass filters in series. */
function diffuse(lines: readonly Line[], value: number): number {
  let passed = value;
  for (const line of lines) {
    const old = readLine(line);
    const stored = passed + DIFFUSION * old;
    writeLine(line, stored);
    passed = old - DIFFUSION * stored;
  }
  return passed;
}

/** Multiplies eight values by the orthonormal Hadamard matrix, in place. */
function hadamard(values: Float64Array): void {
  for (let span = 1; span < values.length; span *= 2) {
    for (let start = 0; start < values.length; start += 2 * span) {
      for (let k = start; k < start + span; k++) {
        const a = values[k] ?? 0;
        const b = values[k + span] ?? 0;
        values[k] = (a + b) * Math.SQRT1_2;
        values[k + span] = (a - b) * Math.SQRT1_2;
      }
    }
  }
}

function never(): never {
  throw new RangeError('The reverb has no delay line of the given index.');
}
