import { SAMPLE_RATE, type StereoBlock } from '../audio-format.ts';

/**
 * Converter of stereo audio to 48 kHz. It takes the next samples, and returns those of the result that are complete;
 * null stands for the end of the audio. Sample n of the result is at the same time as sample n * rate / 48000 of the
 * source.
 */
export type Resampler = (block: StereoBlock | null) => StereoBlock;

/** Number of samples that the filter covers without a change of the pass band. */
const TAPS = 32;
/** Pass band of the filter as a share of the lower of the two Nyquist frequencies, when the rate falls. */
const PASS_BAND = 0.97;
const KAISER_BETA = 9;

/**
 * Creates a converter from `rate` (Hz). The filter is a sinc with a Kaiser window (beta 9) of 32 samples, longer when
 * the rate falls, as the codec library's resampler has it. At the edges, the audio is continued by its mirror image.
 */
export function createResampler(rate: number): Resampler {
  if (rate === SAMPLE_RATE) return (block) => block ?? blockOf(0);
  const { input: step, output: phases } = ratio(rate);
  const factor = Math.min(1, (PASS_BAND * SAMPLE_RATE) / rate);
  const after = Math.ceil(TAPS / factor / 2);
  const before = after - 1;
  const taps = before + 1 + after;
  const kernels: Float32Array[] = [];
  /** Source samples from index `start` on. Their number is 0 until the beginning can be mirrored. */
  let held = blockOf(0);
  let start = -before;
  let isBegun = false;
  /** Source position of the next sample of the result: a sample, and a number of phases. */
  let whole = 0;
  let phase = 0;

  function filtered(until: number): StereoBlock {
    const first = whole * phases + phase;
    const count = Math.max(0, Math.ceil((until * phases - first) / step));
    const out = blockOf(count);
    for (let index = 0; index < count; index++) {
      const kernel = kernels[phase] ?? kernelOf(phase / phases, taps, factor);
      kernels[phase] = kernel;
      const from = whole - before - start;
      let left = 0;
      let right = 0;
      for (let tap = 0; tap < taps; tap++) {
        const weight = kernel[tap] ?? 0;
        left += weight * (held.left[from + tap] ?? 0);
        right += weight * (held.right[from + tap] ?? 0);
      }
      out.left[index] = left;
      out.right[index] = right;
      phase += step;
      whole += Math.floor(phase / phases);
      phase %= phases;
    }
    const used = Math.max(0, Math.min(held.left.length, whole - before - start));
    held = { left: held.left.slice(used), right: held.right.slice(used) };
    start += used;
    return out;
  }

  function begin(): void {
    isBegun = true;
    const mirrored = blockOf(before);
    const last = held.left.length - 1;
    for (const side of ['left', 'right'] as const) {
      for (let i = 0; i < before; i++) mirrored[side][i] = held[side][Math.min(before - i, last)] ?? 0;
    }
    held = joined(mirrored, held);
  }

  return (block) => {
    if (block) {
      held = joined(held, block);
      if (!isBegun && held.left.length <= taps) return blockOf(0);
      if (!isBegun) begin();
      return filtered(start + held.left.length - after);
    }
    if (held.left.length === 0) return blockOf(0);
    if (!isBegun) begin();
    const end = start + held.left.length;
    const mirrored = blockOf(after);
    for (const side of ['left', 'right'] as const) {
      for (let i = 0; i < after; i++) mirrored[side][i] = held[side][Math.max(0, held[side].length - 1 - i)] ?? 0;
    }
    held = joined(held, mirrored);
    return filtered(end);
  };
}

/** Returns the smallest numbers of samples at `rate` and at 48 kHz that last equally long. */
export function ratio(rate: number): { input: number; output: number } {
  let a = rate;
  let b = SAMPLE_RATE;
  while (b !== 0) [a, b] = [b, a % b];
  return { input: rate / a, output: SAMPLE_RATE / a };
}

/** Computes the weights of `taps` samples for a position that is `share` (0-1) of a sample after the middle one. */
function kernelOf(share: number, taps: number, factor: number): Float32Array {
  const middle = (taps - 1) >> 1;
  const weights = Float64Array.from({ length: taps }, (_, tap) => {
    const x = (tap - middle - share) * factor;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    const along = (2 * x) / (factor * taps);
    return sinc * besselOf(KAISER_BETA * Math.sqrt(Math.max(0, 1 - along * along)));
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return Float32Array.from(weights, (weight) => weight / sum);
}

/** Modified Bessel function of the first kind and order 0, by its power series. */
function besselOf(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function joined(first: StereoBlock, second: StereoBlock): StereoBlock {
  const length = first.left.length;
  const both = blockOf(length + second.left.length);
  for (const side of ['left', 'right'] as const) {
    both[side].set(first[side]);
    both[side].set(second[side], length);
  }
  return both;
}

function blockOf(samples: number): StereoBlock {
  return { left: new Float32Array(samples), right: new Float32Array(samples) };
}
