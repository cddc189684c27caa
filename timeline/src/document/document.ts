import { type Static, Type } from '#typebox';
import { ASPECT_RATIOS } from '../vocabulary/index.ts';
import { ClipSchema } from './clip.ts';
import { color } from './color.ts';
import { LIMITS } from './limits.ts';
import { CLOSED, id, numberIn, oneOf, seconds, text, variable } from './scalars.ts';
import { TrackDefSchema, trackId } from './track.ts';

/** Schema of a canvas side. Pixels, even, because 4:2:0 video has no odd sizes. */
export function side(description: string) {
  return Type.Integer({ minimum: LIMITS.minSide, maximum: LIMITS.maxSide, multipleOf: 2, description });
}

/**
 * Schema of a new project name: not empty and without control characters, because names are used in file names and
 * headers.
 */
export const ProjectNameSchema = Type.String({
  minLength: 1,
  maxLength: LIMITS.nameLength,
  pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
  description: '1-200 characters, not only spaces.',
});

/** Schema of the settings of a project. */
export const SettingsSchema = Type.Object(
  {
    name: text(LIMITS.nameLength, 'Name of the project.'),
    aspectRatio: oneOf(ASPECT_RATIOS, 'Aspect ratio that the size was chosen by.'),
    width: side('Width of the canvas. Pixels, even.'),
    height: side('Height of the canvas. Pixels, even.'),
    fps: numberIn(1, 120, 'Frames a second; 23.976, 29.97 and 59.94 mean n*1000/1001.'),
    background: color('Colour under the lowest track.'),
    backgroundVariable: Type.Optional(
      variable('Variable that fills background: {{name}}, or {{name|default}}. Without a default background is it.'),
    ),
  },
  { ...CLOSED, description: 'Settings of the project.' },
);

/** Settings of a document, such as canvas, frame rate and background. */
export type Settings = Static<typeof SettingsSchema>;

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

/** Fields that the project's own timeline and the timeline of each composition have. */
const TIMELINE_FIELDS = {
  tracks: Type.Array(TrackDefSchema, { maxItems: LIMITS.tracks, description: 'Bottom first.' }),
  clips: Type.Array(ClipSchema, { maxItems: LIMITS.clips, description: 'In no particular order.' }),
  lastTrackId: Type.Optional(
    trackId(
      'The highest id that a track had, when that track is gone: new ones get higher ids, so none is used again.',
    ),
  ),
  markers: Type.Optional(Type.Array(MarkerSchema, { maxItems: LIMITS.markers })),
};

/** Schema of the settings of a composition. */
export const CompositionSettingsSchema = Type.Object(
  {
    width: side('Width of the composition. Pixels, even.'),
    height: side('Height of the composition. Pixels, even.'),
    fps: Type.Optional(numberIn(1, 120, 'Frames a second; those of the timeline around it when absent.')),
    background: Type.Optional(color('Colour under the lowest track; transparent when absent.')),
  },
  { ...CLOSED, description: 'Settings of the composition.' },
);

/** Schema of a composition: a timeline that clips of type `composition` show, in any number of places. */
export const CompositionSchema = Type.Object(
  {
    id: id('Id of the composition, the src of the clips that show it.'),
    name: text(LIMITS.nameLength, 'Name shown in an editor.'),
    settings: CompositionSettingsSchema,
    ...TIMELINE_FIELDS,
  },
  CLOSED,
);

/** A timeline inside a document, which clips of type `composition` show. */
export type Composition = Static<typeof CompositionSchema>;

/**
 * Schema of a project: settings, tracks (bottom first), clips, markers and compositions. No derived values are stored.
 */
export const DocumentSchema = Type.Object(
  {
    version: Type.Literal(2),
    settings: SettingsSchema,
    ...TIMELINE_FIELDS,
    compositions: Type.Optional(
      Type.Array(CompositionSchema, {
        maxItems: LIMITS.compositions,
        description: 'Timelines that clips of type composition show.',
      }),
    ),
  },
  CLOSED,
);

/** A whole project as it is stored, previewed and rendered: settings, tracks, clips, markers and compositions. */
export type Document = Static<typeof DocumentSchema>;
