import { type Static, Type } from '#typebox';
import { TRACK_TYPES } from '../vocabulary/index.ts';
import { color } from './color.ts';
import { LIMITS } from './limits.ts';
import { CLOSED, oneOf, text } from './scalars.ts';

/** Schema of a track id. Clips refer to it in `trackIndex`; it is not a position. */
export function trackId(description: string) {
  return Type.Integer({ minimum: 0, maximum: 1_000_000, description });
}

/** Schema of a track. The order of tracks in the document is the compositing order: later tracks are on top. */
export const TrackDefSchema = Type.Object(
  {
    id: trackId('Id of the track.'),
    label: text(LIMITS.nameLength, 'Name shown in an editor.'),
    type: oneOf(TRACK_TYPES, 'What the track is for.'),
    color: color('Colour of its clips in an editor.'),
    bg: color('Colour of its lane in an editor.'),
    muted: Type.Boolean({ description: 'True: its clips make no sound.' }),
    locked: Type.Boolean({ description: 'True: commands leave its clips alone.' }),
    visible: Type.Boolean({ description: 'False: its clips draw nothing.' }),
  },
  CLOSED,
);

/** A track of a document, without its clips. */
export type TrackDef = Static<typeof TrackDefSchema>;
