import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { trackId } from '../document/track.ts';
import { findEditableTrack } from '../edit/find-clip.ts';
import { withoutTracks } from '../edit/track-ids.ts';

export const removeTrack = defineCommand({
  op: 'removeTrack',
  description:
    'Removes a track and the clips that lie on it. The ids of the other tracks stay; its own is not used again.',
  params: { trackId: trackId('Track to remove.') },
  returns: { removed: Type.Integer({ description: 'How many clips went with it.' }) },
  examples: [
    { title: 'Without the music', params: { trackId: 3 }, gives: { removed: 1 } },
    { title: 'An empty track', params: { trackId: 1 }, gives: { removed: 0 } },
  ],
  run: (document, params) => {
    const track = findEditableTrack(document, params.trackId, 'trackId');
    const tracks = document.tracks.filter((other) => other !== track);
    const clips = document.clips.filter((clip) => clip.trackIndex !== track.id);
    const left = withoutTracks(document, tracks);
    return { document: { ...left, clips }, data: { removed: document.clips.length - clips.length } };
  },
});
