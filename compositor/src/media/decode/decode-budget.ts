import { FramemillError } from '@framemill/timeline/rendering';
import { AV_CODEC_ID_WEBP_ANIM, type AVCodecID } from 'node-av/constants';
import { gigapixels, PACKET_PIXELS, REENCODE, SEEK_BUDGET_PIXELS } from '../../plan/decode-limits.ts';
import { THIS_FILE } from '../open-input.ts';

/**
 * Maximum number of pixels that one seek decodes: twice the limit of the probe. If frames are missing, the seek decodes
 * a GOP a second time without skipping frames; interlaced video also needs the previous GOP.
 */
const JUMP_PIXELS = 2 * SEEK_BUDGET_PIXELS;

/** Number of pixels above which a seek counts as long: decoding them takes 3 to 6 s. */
const LONG_JUMP_PIXELS = SEEK_BUDGET_PIXELS / 8;

/**
 * Maximum number of pixels that all seeks for one output frame decode together: enough for four sources, each with the
 * costliest seek.
 */
const FRAME_PIXELS = 4 * SEEK_BUDGET_PIXELS;

/**
 * Counts the pixels that decoders process before they arrive at the requested frames, and throws when a limit is
 * exceeded.
 */
export interface DecodeBudget {
  /** Pixels decoded so far, over all seeks. */
  readonly decodedPixels: number;
  /** Called after every addition within the limits, as a sign of progress. */
  onSpent: (() => void) | null;
  /** Starts counting for an output frame, which may need seeks in several sources. */
  beginFrame(): void;
  /**
   * Starts counting for a seek in one source. `onLong` is called once when the seek counts as long, well before its
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

/** Creates a decode budget with all counts at 0. Default: the limits of this package. */
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
 * Returns the number of pixels that one packet adds to the decode budget. `width` x `height` is the frame size; small
 * frames count as `PACKET_PIXELS`. Animated WebP counts four times, because it takes four times as long as other codecs
 * (7.5 ns a pixel).
 */
export function decodeCost(codecId: AVCodecID, width: number, height: number): number {
  return Math.max(PACKET_PIXELS, width * height * (codecId === AV_CODEC_ID_WEBP_ANIM ? 4 : 1));
}
