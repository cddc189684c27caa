import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { TrackDefSchema, trackId } from '../document/track.ts';
import { placeFor, trackToAdd } from '../edit/place-clip.ts';

const { type, label } = TrackDefSchema.properties;

export const addTrack = defineCommand({
  op: 'addTrack',
  description: 'Adds a track: above the last one of its type, or at a position. Position 0 is the bottom layer.',
  keywords: { 'new layer': {} },
  params: {
    type,
    label: Type.Optional(label),
    index: Type.Optional(Type.Integer({ minimum: 0, maximum: 500, description: 'Position from the bottom.' })),
  },
  returns: { trackId: trackId('Id of the new track.') },
  examples: [
    { title: 'A second audio track', params: { type: 'audio', label: 'Voice' }, gives: { trackId: 4 } },
    { title: 'A track under all others', params: { type: 'video', index: 0 } },
  ],
  run: (document, params) => {
    const track = trackToAdd(document, params.type, params.label);
    const index = Math.min(params.index ?? placeFor(document.tracks, params.type), document.tracks.length);
    return {
      document: { ...document, tracks: document.tracks.toSpliced(index, 0, track) },
      data: { trackId: track.id },
    };
  },
});
