import { FramemillError } from '@framemill/timeline/rendering';
import { AV_CODEC_ID_WEBP_ANIM, type AVCodecID } from 'node-av/constants';
import { gigapixels, PACKET_PIXELS, REENCODE, SEEK_BUDGET_PIXELS } from '../../plan/decode-limits.ts';
import { THIS_FILE } from '../open-input.ts';

/**
 * Maximum number of pixels that one seek decodes. It is twice the limit of the probe: where frames are missing, a GOP
 * is decoded a second time without skipping, and interlaced frames need the GOP before theirs.
 */
const JUMP_PIXELS = 2 * SEEK_BUDGET_PIXELS;

/** Number of pixels above which a seek counts as long: decoding them takes 3 to 6 s. */
const LONG_JUMP_PIXELS = SEEK_BUDGET_PIXELS / 8;

/**
 * Maximum number of pixels that all seeks for one output frame decode together: enough for four sources at their worst
 * position.
 */
const FRAME_PIXELS = 4 * SEEK_BUDGET_PIXELS;

/**
 * Counter of the pixels that decoders process before they arrive at the requested frames. It aborts work over the
 * limits.
 */
export interface DecodeBudget {
  /** Pixels decoded so far, over all seeks. */
  readonly decodedPixels: number;
  /** Called after each counted number of pixels within the limits, as a sign of progress. */
  onSpent: (() => void) | null;
  /** Begins the count for an output frame, which may need several sources. */
  beginFrame(): void;
  /**
   * Begins the count for a seek in one source. `onLong` is called once when the seek becomes long, well before its
   * limit.
   */
  beginJump(onLong?: () => void): void;
  /**
   * Adds decoded pixels. Throws `invalid_request` with `details.overBudget` when the seek or the frame exceeds its
   * limit.
   */
  spend(pixels: number): void;
}

/** Limits of a decode budget, in pixels: for one seek, for one output frame, and the threshold of a long seek. */
export interface BudgetLimits {
  jumpPixels?: number;
  framePixels?: number;
  longJumpPixels?: number;
}

/** Creates a decode budget with nothing spent. Default: the limits of this package. */
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
    `${THIS_FILE} takes too long to reach the requested frame: ${what} have to be decoded before it. ` +
    `Its key frames are too far apart for frames of this size. ${REENCODE}, or show an earlier part of it.`;
  return new FramemillError('invalid_request', message, { overBudget: true });
}

/**
 * Returns the number of pixels that decoding one packet counts for in the decode budget. `width` x `height` is the
 * frame size. Small frames count as at least `PACKET_PIXELS`. Animated WebP counts four times: its canvases take 7.5 ns
 * a pixel, four times as long as other codecs.
 */
export function decodeCost(codecId: AVCodecID, width: number, height: number): number {
  return Math.max(PACKET_PIXELS, width * height * (codecId === AV_CODEC_ID_WEBP_ANIM ? 4 : 1));
}
