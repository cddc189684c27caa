import { type Static, Type } from '#typebox';
import { EASING_NAMES } from '../vocabulary/index.ts';
import { LIMITS } from './limits.ts';
import { CLOSED, numberIn, oneOf } from './scalars.ts';

/**
 * One point of an animated property. A keyframe may lie outside its clip: a trimmed or split clip keeps the segment
 * that runs across its edge, so that the motion inside stays exactly what it was.
 */
export const KeyframeSchema = keyframe(-1e6, 1e6);

/** The value of a property at a time of a clip, and the easing that leads on from there. */
export type Keyframe = Static<typeof KeyframeSchema>;

/** The keyframes of one property, whose values lie in `minimum` to `maximum`. */
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
