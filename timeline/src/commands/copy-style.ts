import { Type } from '#typebox';
import type { ReduceContext } from '../command/command.ts';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { LIMITS } from '../document/limits.ts';
import { id, oneOf } from '../document/scalars.ts';
import { findClip, findEditableClips } from '../edit/find-clip.ts';
import { hasGroup, withGroup } from '../edit/style-groups.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';
import { STYLE_GROUPS } from '../vocabulary/index.ts';

export const copyStyle = defineCommand({
  op: 'copyStyle',
  description:
    'Makes clips look or sound like another one. Each attribute is copied as a whole: what the other clip does not set is taken away. Words, shapes and times stay. An attribute that a clip cannot have is left out and named in fixes.',
  keywords: { 'copy effects': {}, 'paste attributes': {}, 'same look': {} },
  params: {
    fromClipId: id('Clip to copy from.'),
    toClipIds: Type.Array(id('A clip.'), { minItems: 1, maxItems: LIMITS.clips, description: 'Clips to change.' }),
    attributes: Type.Array(oneOf(STYLE_GROUPS, 'An attribute.'), {
      minItems: 1,
      maxItems: STYLE_GROUPS.length,
      description: 'What to copy.',
    }),
  },
  returns: { changed: Type.Integer({ description: 'How many clips took something over.' }) },
  examples: [
    {
      title: 'The same look for the next shot',
      given: [{ op: 'applyFilter', clipId: 'clip-1', preset: 'cinematic' }],
      params: { fromClipId: 'clip-1', toClipIds: ['clip-2'], attributes: ['grade', 'effects'] },
      gives: { changed: 1 },
    },
    {
      title: 'A title like another',
      given: [
        { op: 'addTextClip', text: 'Part two', start: 5, duration: 3, style: { fontSize: 140, color: '#ffd166' } },
      ],
      params: { fromClipId: 'clip-new-1', toClipIds: ['title-1'], attributes: ['text', 'transform'] },
      gives: { changed: 1 },
    },
  ],
  run: (document, params, context) => {
    const source = findClip(document, params.fromClipId).clip;
    const groups = [...new Set(params.attributes)];
    const missing = groups.filter((group) => !hasGroup(source, group));
    if (missing.length === groups.length) {
      throw refuse(
        `attributes ${missing.join(', ')} do not apply to clip "${source.id}" of type ${source.type}. Choose others.`,
      );
    }
    const fixes = missing.map((group) => `${group}: clip "${source.id}" of type ${source.type} has none; left out.`);
    const changed = new Map<string, Clip>();
    if (params.toClipIds.includes(source.id)) {
      throw refuse(`toClipIds names "${source.id}", which is also fromClipId. Leave it out.`);
    }
    for (const clip of findEditableClips(document, params.toClipIds)) {
      let next = clip;
      for (const group of groups) {
        if (!hasGroup(source, group)) continue;
        if (hasGroup(clip, group)) next = copied(next, source, group, context);
        else fixes.push(`${group}: clip "${clip.id}" of type ${clip.type} cannot have it; left out.`);
      }
      if (next !== clip) changed.set(clip.id, next);
    }
    const clips = document.clips.map((clip) => changed.get(clip.id) ?? clip);
    return {
      document: changed.size > 0 ? { ...document, clips } : document,
      data: withFixes({ changed: changed.size }, fixes),
    };
  },
});

function copied(target: Clip, source: Clip, group: (typeof STYLE_GROUPS)[number], context: ReduceContext): Clip {
  const next = withGroup(target, source, group);
  if (group !== 'effects' || !next.effects) return next;
  return { ...next, effects: next.effects.map((effect) => ({ ...effect, id: context.newId('effect') })) };
}
