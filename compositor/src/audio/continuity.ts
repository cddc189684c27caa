/** A decoded block: the sample that its time stamp names as its first, how many it has, and how many make a second. */
export interface StampedBlock {
  readonly first: number;
  readonly count: number;
  readonly rate: number;
}

/**
 * How a block continues the one before. `follows`: without a break, whatever its stamp says. `glides`: likewise, while the clock is to be caught up with by `samples` more
 * (negative: fewer) samples. `jumps`: the stamps show a real gap or overlap, and it begins at its `first`.
 */
export type Continuation =
  | { readonly kind: 'follows' }
  | { readonly kind: 'glides'; readonly samples: number }
  | { readonly kind: 'jumps' };

/** Counts the samples of a stream and tells jitter of its time stamps from gaps. */
export interface Continuity {
  /** Begins to count at a block that begins at its stamp. */
  begin(block: StampedBlock): void;
  /** How `block` continues. `ahead` yields the blocks that come after it; it is asked only when the stamp is far off. */
  next(block: StampedBlock, ahead: () => Iterable<StampedBlock>): Continuation;
}

/** Stamps may be that far off the count in any stream. Seconds. */
const JITTER_SEC = 0.01;
/** A stamp is wrong when one that comes within this time agrees with the count again. Seconds. */
const AHEAD_SEC = 0.3;
/** A clock that went astray farther is followed at once. Seconds. */
const LONGEST_GLIDE_SEC = 0.1;

/**
 * Counts from the first block on. Off the count a stamp may be by 10 ms; by half the difference of the largest and the smallest block (Vorbis stamps a block by its middle: 448
 * samples where 128 and 1024 take turns), and by one tick of the container's clock (`tickSec`). Farther off, a stamp is believed only when those after it are off, too:
 * program streams stamp one block of several. What has crept that far block by block is another clock's rate, and glides.
 */
export function createContinuity(tickSec: number): Continuity {
  let counted = 0;
  /** How far off the last stamp was that was within the tolerance. */
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

  /** Whether stamps agree with the count again soon, or the sound ends before they could and is not off by much. */
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
    // Blocks ahead may widen what is tolerated.
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
