import type { OutputProfile } from './profile.ts';

// Two keep the card busy while an encoder works; the third covers what a decoder takes. Pictures of 4K take four times the memory.
const mostLanes = 3;
const mostLanesOfLarge = 2;
const largePixels = 2560 * 1440;

/** How many segments of a profile are in flight on a card, of `segments` that there are. */
export function lanesFor({ width, height }: Pick<OutputProfile, 'width' | 'height'>, segments: number): number {
  return Math.max(1, Math.min(segments, width * height > largePixels ? mostLanesOfLarge : mostLanes));
}
