import { type Static, Type } from '#typebox';
import { DIRECTIONS, EASING_NAMES, TEXT_ANIMATIONS } from '../vocabulary/index.ts';
import { CLOSED, numberIn, oneOf } from './scalars.ts';

/** Schema of one text animation: its unit, timing and direction. */
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

/** Schema of a text's animations: entrance (in), exit (out) and repetition (loop). */
export const TextAnimationsSchema = Type.Object(
  {
    in: Type.Optional(TextMotionSchema),
    out: Type.Optional(TextMotionSchema),
    loop: Type.Optional(TextMotionSchema),
  },
  CLOSED,
);

/** Animations of a text: in, out and loop. */
export type TextAnimations = Static<typeof TextAnimationsSchema>;
