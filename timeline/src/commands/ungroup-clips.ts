import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { id } from '../document/scalars.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { refuse } from '../errors/refuse.ts';

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
