import { Type } from 'typebox';
import { trackId } from '../document/track.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { refuse } from '../edit/refuse.ts';
import { relocateClip } from '../edit/relocate-clip.ts';
import { defineCommand } from './define-command.ts';
import { ClipIdParam, StartParam, TrackIndexParam } from './params.ts';

export const moveClip = defineCommand({
  op: 'moveClip',
  description: 'Moves a clip in time, to another track, or both. Where it would overlap it goes to the next track.',
  params: { clipId: ClipIdParam, start: Type.Optional(StartParam), trackIndex: TrackIndexParam },
  returns: { trackIndex: Type.Optional(trackId('Id of the track that it lies on.')) },
  examples: [
    { title: 'Later', params: { clipId: 'title-1', start: 6 }, gives: { trackIndex: 2 } },
    { title: 'To the track above', params: { clipId: 'clip-2', trackIndex: 1 }, gives: { trackIndex: 1 } },
  ],
  run: (document, params) => {
    const { clip } = findEditableClip(document, params.clipId);
    if (params.start === undefined && params.trackIndex === undefined) {
      throw refuse('moveClip changes nothing. Give start, trackIndex or both.');
    }
    return relocateClip(document, clip, { ...clip, start: params.start ?? clip.start }, params.trackIndex);
  },
});
