import { type Clip, KEYFRAMABLE, type KeyframableProp } from '@framemill/timeline';
import { LANE_PX } from './rows.ts';

/** Values at the bottom and the top of a lane. */
export interface LaneScale {
  bottom: number;
  top: number;
}

/** Padding above and below the curve, in pixels. */
const PAD_PX = 7;
/**
 * Largest range that a lane shows completely (fractions, stops, gains). Lanes of wider ranges show the range of their
 * keyframes with padding.
 */
const SMALL_RANGE = 4;

/** Returns the scale of a lane: the property's whole range, or for a wide range the padded range of its keyframes. */
export function laneScale(prop: KeyframableProp, clips: readonly Clip[]): LaneScale {
  const { field, minimum, maximum } = KEYFRAMABLE[prop];
  if (maximum - minimum <= SMALL_RANGE) return { bottom: minimum, top: maximum };
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const clip of clips) {
    for (const { value } of clip[field] ?? []) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  if (least > most) return { bottom: minimum, top: maximum };
  const room = Math.max((most - least) * 0.2, Math.abs(most) * 0.1, 0.5);
  return { bottom: Math.max(minimum, least - room), top: Math.min(maximum, most + room) };
}

/** Returns the vertical position of a value in a lane, in pixels from its top. */
export function laneHeight(value: number, { bottom, top }: LaneScale): number {
  return PAD_PX + ((top - value) / (top - bottom)) * (LANE_PX - 2 * PAD_PX);
}

/** Returns the change of a value for a distance in pixels downwards, rounded to a visible step. */
export function laneChange(dyPx: number, { bottom, top }: LaneScale): number {
  const range = top - bottom;
  const step = 10 ** Math.floor(Math.log10(range / 50));
  return Math.round((-dyPx / (LANE_PX - 2 * PAD_PX)) * (range / step)) * step;
}
