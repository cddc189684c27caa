import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { id } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { moveGroup } from '../edit/move-group.ts';
import { relocateClip } from '../edit/relocate-clip.ts';
import { refuse } from '../errors/refuse.ts';
import { ClipIdParam, StartParam, TrackIndexParam } from './params.ts';

export const moveClip = defineCommand({
  op: 'moveClip',
  description:
    'Moves a clip in time, to another track, or both. Where it would overlap it goes to the next track. The clips of its group move by the same time, on their own tracks.',
  keywords: { move: {}, 'reposition in time': {}, drag: {} },
  params: { clipId: ClipIdParam, start: Type.Optional(StartParam), trackIndex: TrackIndexParam },
  returns: {
    trackIndex: Type.Optional(trackId('Id of the track that it lies on.')),
    movedClipIds: Type.Optional(
      Type.Array(id('A clip.'), { description: 'The other clips of its group, which moved with it.' }),
    ),
  },
  examples: [
    { title: 'Later', params: { clipId: 'title-1', start: 6 }, gives: { trackIndex: 2 } },
    { title: 'To the track above', params: { clipId: 'clip-2', trackIndex: 1 }, gives: { trackIndex: 1 } },
  ],
  run: (document, params) => {
    const { clip } = findEditableClip(document, params.clipId);
    if (params.start === undefined && params.trackIndex === undefined) {
      throw refuse('moveClip changes nothing. Give start, trackIndex or both.');
    }
    const start = params.start ?? clip.start;
    if (clip.groupId !== undefined && start !== clip.start) return moveGroup(document, clip, start, params.trackIndex);
    return relocateClip(document, clip, { ...clip, start }, params.trackIndex);
  },
});
