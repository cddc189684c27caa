import { type Static, Type } from '#typebox';
import { color } from './color.ts';
import { LIMITS } from './limits.ts';
import { CLOSED, id, seconds, text } from './scalars.ts';

/** Schema of a marker, a named time of the timeline. */
export const MarkerSchema = Type.Object(
  {
    id: id('Id of the marker.'),
    time: seconds('Where it is on the timeline.'),
    label: Type.Optional(text(LIMITS.nameLength, 'What it says.')),
    color: Type.Optional(color('Its colour in an editor.')),
  },
  CLOSED,
);

/** A named time of the timeline. */
export type Marker = Static<typeof MarkerSchema>;
