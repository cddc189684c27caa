import { type Clip, KEYFRAMABLE, type KeyframableProp } from '@framemill/timeline';
import { LANE_PX } from './rows.ts';

/** Which values the bottom and the top of a lane stand for. */
export interface LaneScale {
  bottom: number;
  top: number;
}

/** Room above and below, in pixels. */
const PAD_PX = 7;
/** Ranges up to this are shown whole: shares, stops, gains. Others show what there is and some room. */
const SMALL_RANGE = 4;

/** The scale of a lane: the whole range of a property, or of a wide one the values that its keyframes take. */
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

/** Where a value stands in a lane, in pixels from its top. */
export function laneHeight(value: number, { bottom, top }: LaneScale): number {
  return PAD_PX + ((top - value) / (top - bottom)) * (LANE_PX - 2 * PAD_PX);
}

/** How much a value changes over so many pixels downwards, rounded to what can be told apart. */
export function laneChange(dyPx: number, { bottom, top }: LaneScale): number {
  const range = top - bottom;
  const step = 10 ** Math.floor(Math.log10(range / 50));
  return Math.round((-dyPx / (LANE_PX - 2 * PAD_PX)) * (range / step)) * step;
}
