import type { Document } from '../document/document.ts';
import { refuse } from '../errors/refuse.ts';
import { rateOf, secondsOf } from '../time/rate.ts';

/** Tolerance for durations given in decimals, which may be short of a frame by their last digits. Share of a frame. */
const ROUNDING = 0.001;

/** Whether a duration in seconds is shorter than one frame of the document. */
export function isUnderFrame({ settings }: Pick<Document, 'settings'>, durationSec: number): boolean {
  return durationSec < secondsOf(1, rateOf(settings.fps)) * (1 - ROUNDING);
}

/** Throws `invalid_request` when a duration is shorter than a frame, because it could not be shown at its length. */
export function requireFrame(document: Document, durationSec: number): void {
  if (!isUnderFrame(document, durationSec)) return;
  const { fps } = document.settings;
  const frame = Number(secondsOf(1, rateOf(fps)).toFixed(4));
  throw refuse(`duration must be at least one frame, ${frame} s at ${fps} fps (got ${durationSec}).`);
}
