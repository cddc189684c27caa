import type { Document } from '../document/document.ts';
import { refuse } from '../errors/refuse.ts';
import { rateOf, secondsOf } from '../time/rate.ts';

/** A duration in decimals may be short of a frame by its last digits. Share of a frame. */
const ROUNDING = 0.001;

/** Whether a duration in seconds is less than a frame of the document. */
export function isUnderFrame({ settings }: Pick<Document, 'settings'>, durationSec: number): boolean {
  return durationSec < secondsOf(1, rateOf(settings.fps)) * (1 - ROUNDING);
}

/** Throws when a clip would last less than a frame: it could not be shown as long as it says. */
export function requireFrame(document: Document, durationSec: number): void {
  if (!isUnderFrame(document, durationSec)) return;
  const { fps } = document.settings;
  const frame = Number(secondsOf(1, rateOf(fps)).toFixed(4));
  throw refuse(`duration must be a frame or more, ${frame} s at ${fps} frames a second (got ${durationSec}).`);
}
