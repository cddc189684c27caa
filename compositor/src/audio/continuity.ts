/**
 * Decoded block: the index of its first sample according to its time stamp, its number of samples and its sample rate.
 */
export interface StampedBlock {
  readonly first: number;
  readonly count: number;
  readonly rate: number;
}

/**
 * Relation of a block to the previous one. `follows`: it continues without a gap, whatever its time stamp. `glides`: it
 * continues without a gap, but the clock has drifted, and the output must be gradually lengthened by `samples`
 * (negative: shortened). `jumps`: the time stamps show a real gap or overlap, and the block begins at its `first`.
 */
export type Continuation =
  | { readonly kind: 'follows' }
  | { readonly kind: 'glides'; readonly samples: number }
  | { readonly kind: 'jumps' };

/** Counts a stream's samples to distinguish jitter of time stamps from gaps. */
export interface Continuity {
  /** Restarts the count at a block, which begins at its time stamp. */
  begin(block: StampedBlock): void;
  /**
   * Returns how `block` continues the stream. `ahead` yields the following blocks; it is called only when the time
   * stamp deviates too much.
   */
  next(block: StampedBlock, ahead: () => Iterable<StampedBlock>): Continuation;
}

/** Tolerance of time stamps in any stream, in seconds. */
const JITTER_SEC = 0.01;
/**
 * Time in seconds that is searched for a later time stamp that agrees with the sample count. If there is one, the
 * current time stamp is wrong.
 */
const AHEAD_SEC = 0.3;
/** Largest drift that is corrected gradually, in seconds; a larger one is a jump. */
const LONGEST_GLIDE_SEC = 0.1;

/**
 * Creates a counter for a stream. `tickSec` is the resolution of its time stamps, in seconds. A time stamp may deviate
 * from the sample count by `tickSec` plus the larger of two values: 10 ms, and half the difference in length between
 * the largest and the smallest block. (The second value is for Vorbis, which stamps the middle of a block. With blocks
 * of 128 and 1024 samples, the deviation is 448 samples.) A larger deviation is a gap or an overlap only if the
 * following time stamps deviate too, because MPEG program streams stamp only some blocks. A deviation that grew block
 * by block means that the clock of the time stamps and the sample rate differ. It is corrected gradually.
 */
export function createContinuity(tickSec: number): Continuity {
  let counted = 0;
  /** Deviation from the sample count, in samples, of the last time stamp within the tolerance. */
  let steady = 0;
  let smallest = Number.POSITIVE_INFINITY;
  let largest = 0;

  function tolerance(rate: number): number {
    const blocks = largest > smallest ? (largest - smallest) / 2 : 0;
    return Math.max(JITTER_SEC * rate, blocks) + tickSec * rate + 1;
  }

  function see({ count }: StampedBlock): void {
    smallest = Math.min(smallest, count);
    largest = Math.max(largest, count);
  }

  /**
   * Returns whether one of the next time stamps agrees with the sample count again. At the end of the audio, a small
   * deviation also counts as agreement.
   */
  function agreesLater(block: StampedBlock, ahead: () => Iterable<StampedBlock>): boolean {
    let expected = counted + block.count;
    for (const later of ahead()) {
      if (expected - counted > AHEAD_SEC * block.rate) return false;
      see(later);
      if (Math.abs(later.first - expected) <= tolerance(block.rate)) return true;
      expected += later.count;
    }
    return Math.abs(block.first - counted) <= LONGEST_GLIDE_SEC * block.rate;
  }

  function judge(block: StampedBlock, ahead: () => Iterable<StampedBlock>): Continuation {
    const off = block.first - counted;
    if (Math.abs(off) <= tolerance(block.rate)) {
      steady = off;
      return { kind: 'follows' };
    }
    // The blocks ahead may have widened the tolerance.
    if (agreesLater(block, ahead) || Math.abs(off) <= tolerance(block.rate)) return { kind: 'follows' };
    const crept = Math.abs(off - steady) <= tolerance(block.rate) && Math.abs(off) <= LONGEST_GLIDE_SEC * block.rate;
    counted = block.first;
    steady = 0;
    return crept ? { kind: 'glides', samples: off } : { kind: 'jumps' };
  }

  return {
    begin(block) {
      counted = block.first + block.count;
      steady = 0;
      smallest = Number.POSITIVE_INFINITY;
      largest = 0;
      see(block);
    },
    next(block, ahead) {
      see(block);
      const continuation = judge(block, ahead);
      counted += block.count;
      return continuation;
    },
  };
}
