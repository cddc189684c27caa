import { FramemillError } from '@framemill/timeline/rendering';
import { gigapixels, REENCODE, SEEK_BUDGET_PIXELS } from '../../catalog/seek-budget.ts';
import { THIS_FILE } from '../open-input.ts';

/**
 * Most that one jump decodes. Twice of what the probe lets pass: where pictures are missing a group is decoded a second time with nothing
 * left out, and interlaced pictures need the group before theirs.
 */
const JUMP_PIXELS = 2 * SEEK_BUDGET_PIXELS;

/** A jump of more is a long one: 3 to 6 s. */
const LONG_JUMP_PIXELS = SEEK_BUDGET_PIXELS / 8;

/** Most that all jumps for one frame of the output decode together: four sources at their very worst place. */
const FRAME_PIXELS = 4 * SEEK_BUDGET_PIXELS;

/** Counts the pixels that decoders go through on their way to the pictures that are shown, and ends what takes too many. */
export interface DecodeBudget {
  /** Pixels so far, all jumps together. */
  readonly decodedPixels: number;
  /** Called with what was counted; it means that the work gets on. */
  onSpent: (() => void) | null;
  /** A frame of the output begins, which many sources may be decoded for. */
  beginFrame(): void;
  /** A source is about to be decoded up to one picture. `onLong` is called once when that takes long, long before it takes too long. */
  beginJump(onLong?: () => void): void;
  /** Throws `invalid_request` with `details.overBudget` when the jump or the frame has taken too many. */
  spend(pixels: number): void;
}

/** Pixels that may be decoded for one jump and for one frame, and from how many on a jump counts as long. */
export interface BudgetLimits {
  jumpPixels?: number;
  framePixels?: number;
  longJumpPixels?: number;
}

/** A budget of which nothing is spent. Default: the limits of this package. */
export function createDecodeBudget({
  jumpPixels = JUMP_PIXELS,
  framePixels = FRAME_PIXELS,
  longJumpPixels = LONG_JUMP_PIXELS,
}: BudgetLimits = {}): DecodeBudget {
  let total = 0;
  let jump = 0;
  let frame = 0;
  let hear: (() => void) | undefined;
  const budget: DecodeBudget = {
    onSpent: null,
    get decodedPixels() {
      return total;
    },
    beginFrame() {
      frame = 0;
    },
    beginJump(onLong) {
      jump = 0;
      hear = onLong;
    },
    spend(pixels) {
      total += pixels;
      jump += pixels;
      frame += pixels;
      if (jump > longJumpPixels) {
        const reporter = hear;
        hear = undefined;
        reporter?.();
      }
      if (jump > jumpPixels) throw overBudget(`more than ${gigapixels(jumpPixels)}`);
      if (frame > framePixels)
        throw overBudget(`with the other sources of the same frame more than ${gigapixels(framePixels)}`);
      budget.onSpent?.();
    },
  };
  return budget;
}

function overBudget(what: string): FramemillError {
  const message =
    `${THIS_FILE} takes too long to reach the picture to show: ${what} would have to be decoded before it. ` +
    `Its key frames are too far apart for pictures of this size. ${REENCODE}, or show an earlier part of it.`;
  return new FramemillError('invalid_request', message, { overBudget: true });
}
