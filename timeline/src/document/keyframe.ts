import { type Static, Type } from '#typebox';
import { EASING_NAMES } from '../vocabulary/index.ts';
import { LIMITS } from './limits.ts';
import { CLOSED, numberIn, oneOf } from './scalars.ts';

/**
 * Schema of a keyframe, whose time may be outside its clip. A trimmed or split clip keeps the keyframes on both sides of
 * the cut, so that the animation inside stays exactly the same.
 */
export const KeyframeSchema = keyframe(-1e6, 1e6);

/** A keyframe: the value of a property at a time of its clip, and the easing of the segment that starts there. */
export type Keyframe = Static<typeof KeyframeSchema>;

/** Schema of the keyframes of one property, with values from `minimum` to `maximum`. */
export function keyframes(minimum: number, maximum: number, description: string) {
  return Type.Optional(
    Type.Array(keyframe(minimum, maximum), {
      maxItems: LIMITS.keyframesPerProperty,
      description: `Keyframes: ${description}`,
    }),
  );
}

function keyframe(minimum: number, maximum: number) {
  return Type.Object(
    {
      time: numberIn(-LIMITS.seconds, LIMITS.seconds, 'Relative to the start of the clip. Seconds.'),
      value: numberIn(minimum, maximum, 'The value at this time.'),
      easing: Type.Optional(oneOf(EASING_NAMES, 'Curve of the segment that starts here; linear when absent.')),
    },
    CLOSED,
  );
}
