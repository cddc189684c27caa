import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { id } from '../document/scalars.ts';
import { findEditableClips } from '../edit/find-clip.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';

export const groupClips = defineCommand({
  op: 'groupClips',
  description: 'Groups clips, on any tracks, so that moveClip moves them together. A clip is in one group at most.',
  keywords: { 'link clips': {} },
  params: {
    clipIds: Type.Array(id('A clip.'), { minItems: 2, maxItems: LIMITS.clips, description: 'Clips to group.' }),
  },
  returns: { groupId: id('The group.') },
  examples: [{ title: 'A title with its footage', params: { clipIds: ['clip-1', 'title-1'] } }],
  run: (document, params, context) => {
    const ids = new Set(params.clipIds);
    if (ids.size < 2) throw refuse('clipIds must list at least two different clips (got one). Add another.');
    const left = findEditableClips(document, ids).flatMap(({ id, groupId }) => (groupId === undefined ? [] : [id]));
    const groupId = context.newId('group');
    const clips = document.clips.map((clip) => (ids.has(clip.id) ? { ...clip, groupId } : clip));
    const fixes = left.length > 0 ? [`Left the group that they were in: ${left.join(', ')}.`] : [];
    return { document: { ...document, clips }, data: withFixes({ groupId }, fixes) };
  },
});
