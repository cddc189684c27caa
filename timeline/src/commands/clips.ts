import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { LIMITS } from '../document/limits.ts';
import { id } from '../document/scalars.ts';
import { movedClip } from '../edit/change-clip.ts';
import { findClip, findEditableClip, findEditableClips } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { insertClip } from '../edit/insert-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import { type ClosedStretch, closedTime } from './gaps.ts';
import { ClipIdParam, NEW_CLIP_RETURNS, StartParam, TrackIndexParam } from './params.ts';

export const removeClips = defineCommand({
  op: 'removeClips',
  description: 'Removes clips. With ripple, later clips of the same tracks move up into the room they leave.',
  keywords: { delete: {}, 'delete clip': {}, 'ripple delete': { ripple: true } },
  params: {
    clipIds: Type.Array(id('A clip.'), { minItems: 1, maxItems: LIMITS.clips, description: 'Clips to remove.' }),
    ripple: Type.Optional(Type.Boolean({ description: 'True: close the room they leave.' })),
  },
  returns: { removed: Type.Integer({ description: 'How many clips were removed.' }) },
  examples: [
    { title: 'One clip', params: { clipIds: ['title-1'] }, gives: { removed: 1 } },
    { title: 'Close the gap', params: { clipIds: ['clip-1'], ripple: true }, gives: { removed: 1 } },
  ],
  run: (document, params) => {
    const ids = new Set(params.clipIds);
    const removed = findEditableClips(document, ids);
    const kept = document.clips.filter((clip) => !ids.has(clip.id));
    const clips = params.ripple ? movedUp(kept, removed) : kept;
    return { document: { ...document, clips }, data: { removed: removed.length } };
  },
});

function movedUp(kept: readonly Clip[], removed: readonly Clip[]): Clip[] {
  const closedOn = new Map(
    [...Map.groupBy(removed, (clip) => clip.trackIndex)].map(([track, gone]) => [
      track,
      closedTime(gone.map(stretchOf).sort((a, b) => a.startSec - b.startSec)),
    ]),
  );
  return kept.map((clip) => {
    const bySec = closedOn.get(clip.trackIndex)?.(clip.start) ?? 0;
    return bySec === 0 ? clip : movedClip(clip, clip.start - bySec);
  });
}

function stretchOf({ start, duration }: Clip): ClosedStretch {
  return { startSec: start, lengthSec: duration };
}

export const duplicateClip = defineCommand({
  op: 'duplicateClip',
  description:
    'Copies a clip with all its settings: right after it on its track, or to where start and trackIndex say. The ' +
    'copy is in no group.',
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

export const ungroupClips = defineCommand({
  op: 'ungroupClips',
  description: 'Dissolves a group: its clips stay where they are and move on their own again.',
  keywords: { 'unlink clips': {} },
  params: { groupId: id('Group to dissolve.') },
  returns: { clipIds: Type.Array(id('A clip.'), { description: 'The clips that were in it.' }) },
  examples: [
    {
      title: 'The title no longer follows the music',
      given: [{ op: 'groupClips', clipIds: ['title-1', 'music-1'] }],
      params: { groupId: 'group-new-1' },
      gives: { clipIds: ['title-1', 'music-1'] },
    },
  ],
  run: (document, params) => {
    const members = document.clips.filter((clip) => clip.groupId === params.groupId);
    if (members.length === 0) {
      throw refuse(
        `groupId "${params.groupId}" is not a group of this project. Use the groupId of a clip in the project.`,
      );
    }
    for (const member of members) findEditableClip(document, member.id);
    const clips = document.clips.map((clip): Clip => {
      if (clip.groupId !== params.groupId) return clip;
      const { groupId: _, ...alone } = clip;
      return alone;
    });
    return { document: { ...document, clips }, data: { clipIds: members.map((member) => member.id) } };
  },
});
