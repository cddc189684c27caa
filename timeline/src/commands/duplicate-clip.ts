import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { findClip } from '../edit/find-clip.ts';
import { insertClip } from '../edit/insert-clip.ts';
import { ClipIdParam, NEW_CLIP_RETURNS, StartParam, TrackIndexParam } from './params.ts';

export const duplicateClip = defineCommand({
  op: 'duplicateClip',
  description:
    'Copies a clip with all its settings: right after it on its track, or to where start and trackIndex say. The copy is in no group.',
  keywords: { copy: {}, 'copy and paste': {}, clone: {} },
  params: { clipId: ClipIdParam, start: Type.Optional(StartParam), trackIndex: TrackIndexParam },
  returns: NEW_CLIP_RETURNS,
  examples: [
    { title: 'Once more at the end', params: { clipId: 'clip-2' }, gives: { trackIndex: 0 } },
    { title: 'Above itself', params: { clipId: 'clip-1', start: 0, trackIndex: 1 }, gives: { trackIndex: 1 } },
  ],
  run: (document, params, context) => {
    const { clip } = findClip(document, params.clipId);
    const { groupId: _, ...copy } = clip;
    const start = params.start ?? clip.start + clip.duration;
    return insertClip(document, { ...copy, start }, params.trackIndex ?? clip.trackIndex, () => context.newId('clip'));
  },
});
