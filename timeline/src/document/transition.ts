import { type Static, Type } from '#typebox';
import { DIRECTIONS, EASING_NAMES, TRANSITION_TYPES } from '../vocabulary/index.ts';
import { color } from './color.ts';
import { CLOSED, oneOf, positiveSeconds } from './scalars.ts';

/**
 * Schema of a transition at the start of a clip or, with edge `out`, at its end. Stored on the incoming clip; it moves
 * no clip.
 */
export const TransitionSchema = Type.Object(
  {
    type: oneOf(TRANSITION_TYPES, 'Which transition.'),
    duration: positiveSeconds('Length of the window; capped at half the shorter clip.'),
    easing: Type.Optional(oneOf(EASING_NAMES, 'Curve of the progress; linear when absent.')),
    direction: Type.Optional(oneOf(DIRECTIONS, 'Direction of travel, where the type has one.')),
    color: Type.Optional(color('Colour passed through, where the type has one.')),
    edge: Type.Optional(oneOf(['in', 'out'], 'out: the clip leaves at its end to transparent; in when absent.')),
  },
  CLOSED,
);

/** A transition from the previous clip to this one or, with edge `out`, from this one to transparent. */
export type Transition = Static<typeof TransitionSchema>;
