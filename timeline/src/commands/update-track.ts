import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { TrackDefSchema, trackId } from '../document/track.ts';
import { findTrack } from '../edit/find-clip.ts';
import { refuse } from '../errors/refuse.ts';

const { label, color, muted, locked, visible } = TrackDefSchema.properties;

export const updateTrack = defineCommand({
  op: 'updateTrack',
  description: 'Names, colours, mutes, locks or hides a track. A locked track may be changed so, its clips may not.',
  params: {
    trackId: trackId('Track to change.'),
    label: Type.Optional(label),
    color: Type.Optional(color),
    muted: Type.Optional(muted),
    locked: Type.Optional(locked),
    visible: Type.Optional(visible),
  },
  returns: {},
  examples: [
    { title: 'Silence the music', params: { trackId: 3, muted: true } },
    { title: 'Guard the footage', params: { trackId: 0, label: 'Footage', locked: true } },
  ],
  run: (document, params) => {
    const { trackId: wanted, ...changes } = params;
    const track = findTrack(document, wanted, 'trackId');
    if (Object.keys(changes).length === 0) {
      throw refuse('updateTrack changes nothing. Give label, color, muted, locked or visible.');
    }
    const tracks = document.tracks.with(document.tracks.indexOf(track), { ...track, ...changes });
    return { document: { ...document, tracks } };
  },
});
