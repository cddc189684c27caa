import { type Static, Type } from '#typebox';
import { DIRECTIONS, EASING_NAMES, TEXT_ANIMATIONS } from '../vocabulary/index.ts';
import { CLOSED, numberIn, oneOf } from './scalars.ts';

/** One animation of a text: what moves, how long and from where. */
export const TextMotionSchema = Type.Object(
  {
    name: oneOf(TEXT_ANIMATIONS, 'Which animation.'),
    unit: Type.Optional(oneOf(['character', 'word', 'line', 'all'], 'What moves on its own.')),
    duration: Type.Optional(numberIn(0, 60, 'Time that one unit takes. Seconds.')),
    stagger: Type.Optional(numberIn(0, 10, 'Delay from one unit to the next. Seconds.')),
    direction: Type.Optional(oneOf(DIRECTIONS, 'Where it comes from.')),
    easing: Type.Optional(oneOf(EASING_NAMES, 'Curve of each unit.')),
  },
  CLOSED,
);

/** How a text comes, what it does meanwhile and how it goes. */
export const TextAnimationsSchema = Type.Object(
  {
    in: Type.Optional(TextMotionSchema),
    out: Type.Optional(TextMotionSchema),
    loop: Type.Optional(TextMotionSchema),
  },
  CLOSED,
);

/** The animations of a text: in, out and loop. */
export type TextAnimations = Static<typeof TextAnimationsSchema>;
