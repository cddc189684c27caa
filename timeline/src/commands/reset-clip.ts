import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { CLIP_DEFAULTS } from '../document/clip-defaults.ts';
import { oneOf } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { hasGroup, withGroup } from '../edit/style-groups.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';
import { STYLE_GROUPS } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

export const resetClip = defineCommand({
  op: 'resetClip',
  description:
    'Gives groups of fields of a clip the values that a new clip has. What it says or shows stays, and so do its start and length.',
  keywords: { 'remove all effects': {} },
  params: {
    clipId: ClipIdParam,
    groups: Type.Array(oneOf(STYLE_GROUPS, 'A group.'), {
      minItems: 1,
      maxItems: STYLE_GROUPS.length,
      description: 'What to reset.',
    }),
  },
  returns: {
    groups: Type.Array(oneOf(STYLE_GROUPS, 'A group.'), { description: 'What was reset: groups that the clip has.' }),
  },
  examples: [
    {
      title: 'Back to the middle, in its own colours',
      given: [
        { op: 'setTransform', clipId: 'clip-1', x: 300, rotation: 20 },
        { op: 'applyFilter', clipId: 'clip-1', preset: 'vivid' },
      ],
      params: { clipId: 'clip-1', groups: ['transform', 'grade', 'effects'] },
      gives: { groups: ['transform', 'grade', 'effects'] },
    },
  ],
  run: (document, params) => {
    const { clip, index } = findEditableClip(document, params.clipId);
    const wanted = [...new Set(params.groups)];
    const groups = wanted.filter((group) => hasGroup(clip, group));
    if (groups.length === 0) {
      throw refuse(`groups ${wanted.join(', ')} do not apply to clips of type ${clip.type}. Choose others.`);
    }
    const fixes = wanted
      .filter((group) => !groups.includes(group))
      .map((group) => `${group}: a clip of type ${clip.type} has none; left out.`);
    const fresh = freshAs(clip);
    const next = groups.reduce((changed, group) => withGroup(changed, fresh, group), clip);
    return { document: withClip(document, index, next), data: withFixes({ groups }, fixes) };
  },
});

/**
 * Creates a clip of the same type, time and track, with default values for everything else.
 * It keeps the content of a text and the kind of a shape.
 */
function freshAs(clip: Clip): Clip {
  const { id, type, start, duration, trackIndex, mediaDuration } = clip;
  const fresh: Clip = { ...CLIP_DEFAULTS, id, type, start, duration, trackIndex, mediaDuration };
  if (clip.textStyle) fresh.textStyle = { content: clip.textStyle.content };
  if (clip.shape) fresh.shape = { kind: clip.shape.kind, fill: '#ffffff' };
  return fresh;
}
