import { type Static, Type } from '#typebox';
import { ClipSchema } from './clip.ts';
import { LIMITS } from './limits.ts';
import { MarkerSchema } from './marker.ts';
import { CLOSED } from './scalars.ts';
import { SettingsSchema } from './settings.ts';
import { TrackDefSchema, trackId } from './track.ts';

/** Schema of a project: settings, tracks (bottom first), clips and markers. No derived values are stored. */
export const DocumentSchema = Type.Object(
  {
    version: Type.Literal(2),
    settings: SettingsSchema,
    tracks: Type.Array(TrackDefSchema, { maxItems: LIMITS.tracks, description: 'Bottom first.' }),
    clips: Type.Array(ClipSchema, { maxItems: LIMITS.clips, description: 'In no particular order.' }),
    lastTrackId: Type.Optional(
      trackId(
        'The highest id that a track had, when that track is gone: new ones get higher ids, so none is used again.',
      ),
    ),
    markers: Type.Optional(Type.Array(MarkerSchema, { maxItems: LIMITS.markers })),
  },
  CLOSED,
);

/** A whole project as it is stored, previewed and rendered: settings, tracks, clips and markers. */
export type Document = Static<typeof DocumentSchema>;
