import type { StereoBlock } from './audio-format.ts';
import { createSincReader, sincReach } from './dsp/sinc.ts';

/** Duration of the smoothing in samples: 5 ms at 48 kHz. */
const LENGTH = 240;

/** Smooths discontinuities in audio, which would be audible as clicks. */
export interface Seam {
  /** Marks a discontinuity between the samples passed so far and the next ones, so that it is smoothed. */
  open(): void;
  /**
   * Smooths samples [from, until) of a block in place. Call it for all audio in playing order. It changes only the
   * samples after a discontinuity.
   */
  pass(block: StereoBlock, from: number, until: number): void;
}

/**
 * Creates a smoother of discontinuities, where the audio jumps from one value to another. It adds the difference to the
 * samples after the jump, so that the audio continues at its last value. This offset decays to 0 within 5 ms.
 */
export function createSeam(): Seam {
  const last = { left: 0, right: 0 };
  const offset = { left: 0, right: 0 };
  let done = LENGTH;
  let opened = false;
  return {
    open() {
      opened = true;
    },
    pass(block, from, until) {
      if (until <= from) return;
      if (opened) {
        for (const side of ['left', 'right'] as const) offset[side] = last[side] - (block[side][from] ?? 0);
        done = 0;
        opened = false;
      }
      for (let n = from; n < until && done < LENGTH; n++, done++) {
        const share = 0.5 + 0.5 * Math.cos((Math.PI * done) / LENGTH);
        for (const side of ['left', 'right'] as const) block[side][n] = (block[side][n] ?? 0) + share * offset[side];
      }
      for (const side of ['left', 'right'] as const) last[side] = block[side][until - 1] ?? 0;
    },
  };
}

/** Size of the interpolator's ring buffer, a power of two. */
const RING = 8_192;
const STEP = RING / 4;
const REACH = sincReach(1);

/** Resampler that plays audio slightly slower or faster for a limited time, to correct a small time offset. */
export interface Glide {
  /** Takes the next samples and returns the resampled ones. After the speed change, all samples pass unchanged. */
  push(block: StereoBlock): StereoBlock;
  /** Returns the buffered samples at the end of the audio. */
  rest(): StereoBlock;
  readonly isOver: boolean;
}

/**
 * Creates a resampler that makes the next `length` samples longer by `samples` samples (negative: shorter), by windowed
 * sinc interpolation. `before` is the previous audio; the interpolator needs about 20 samples of it.
 */
export function createGlide(before: StereoBlock, length: number, samples: number): Glide {
  const interpolate = createSincReader();
  const ring = { left: new Float32Array(RING), right: new Float32Array(RING) };
  const end = length + samples;
  const speed = length / end;
  /** Number of samples received so far; `given` is the number of samples returned. */
  let taken = 0;
  let given = 0;

  function keep(block: StereoBlock, from: number, count: number): void {
    for (let i = 0; i < count; i++) {
      const at = (taken + i) & (RING - 1);
      ring.left[at] = block.left[from + i] ?? 0;
      ring.right[at] = block.right[from + i] ?? 0;
    }
    taken += count;
  }

  function give(): StereoBlock {
    const gliding = Math.min(end, Math.ceil((taken - REACH) / speed));
    const until = gliding < end ? Math.max(given, gliding) : Math.max(end, taken + samples);
    const out = { left: new Float32Array(until - given), right: new Float32Array(until - given) };
    for (let i = 0; given < until; i++, given++) {
      if (given < end) {
        interpolate(ring, given * speed, 1, out, i);
      } else {
        out.left[i] = ring.left[(given - samples) & (RING - 1)] ?? 0;
        out.right[i] = ring.right[(given - samples) & (RING - 1)] ?? 0;
      }
    }
    return out;
  }

  const known = Math.min(before.left.length, 2 * REACH);
  taken = -known;
  keep(before, before.left.length - known, known);

  return {
    get isOver() {
      return given >= end;
    },
    push(block) {
      const parts: StereoBlock[] = [];
      for (let from = 0; from < block.left.length; from += STEP) {
        keep(block, from, Math.min(STEP, block.left.length - from));
        parts.push(give());
      }
      return joined(parts);
    },
    rest() {
      if (given >= end) return joined([]);
      keep({ left: new Float32Array(REACH), right: new Float32Array(REACH) }, 0, REACH);
      return give();
    },
  };
}

function joined(parts: readonly StereoBlock[]): StereoBlock {
  const length = parts.reduce((sum, { left }) => sum + left.length, 0);
  const whole = { left: new Float32Array(length), right: new Float32Array(length) };
  let at = 0;
  for (const { left, right } of parts) {
    whole.left.set(left, at);
    whole.right.set(right, at);
    at += left.length;
  }
  return whole;
}
