import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { findComposition } from '../command/edit-composition.ts';
import { createdComposition } from '../compositions/create-composition.ts';
import { dissolved } from '../compositions/dissolve-composition.ts';
import { CompositionSettingsSchema, type Document } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { id, text } from '../document/scalars.ts';
import { findEditableClip, findEditableClips } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { refuse } from '../errors/framemill-error.ts';
import { allClips } from '../evaluate/nested-document.ts';
import { NEW_CLIP_RETURNS } from './params.ts';

const { width, height, fps, background } = CompositionSettingsSchema.properties;
const nameParam = text(LIMITS.nameLength, 'Name of the composition and of its clip.');

/** Composition of the examples: the first clip and the title over it. */
const TITLED = { op: 'createComposition', clipIds: ['clip-1', 'title-1'], name: 'Opening' };

export const createComposition = defineCommand({
  op: 'createComposition',
  description:
    'Moves clips into a new composition, a timeline of its own that one clip shows in their place. The video stays the ' +
    'same. That clip can be trimmed, moved, sped up and styled as a whole, and duplicateClip shows the composition ' +
    'once more.',
  keywords: { nest: {}, 'nested sequence': {}, precompose: {}, 'compound clip': {} },
  params: {
    clipIds: Type.Array(id('A clip.'), { minItems: 1, maxItems: LIMITS.clips, description: 'Clips to move.' }),
    name: Type.Optional(nameParam),
  },
  returns: { compositionId: id('The new composition.'), ...NEW_CLIP_RETURNS },
  examples: [
    {
      title: 'The first clip with its title',
      params: { clipIds: TITLED.clipIds, name: TITLED.name },
      gives: { trackIndex: 0 },
    },
    { title: 'The music', params: { clipIds: ['music-1'] }, gives: { trackIndex: 3 } },
  ],
  run: (document, params, context) => {
    const ids = new Set(params.clipIds);
    const clips = findEditableClips(document, ids);
    const { compositions = [] } = document;
    if (compositions.length >= LIMITS.compositions) {
      throw refuse(`The project has ${compositions.length} compositions, the maximum. Dissolve one first.`);
    }
    const name = params.name ?? `Composition ${compositions.length + 1}`;
    const compositionId = context.newId('composition');
    const { composition, clip, tracks } = createdComposition(document, clips, {
      compositionId,
      clipId: context.newId('clip'),
      name,
    });
    const others = document.clips.filter((other) => !ids.has(other.id));
    return {
      document: { ...document, tracks, clips: [...others, clip], compositions: [...compositions, composition] },
      data: { compositionId, clipId: clip.id, trackIndex: clip.trackIndex },
    };
  },
});

export const dissolveComposition = defineCommand({
  op: 'dissolveComposition',
  description:
    'Replaces a composition clip by the clips of its composition, at the same times. The video stays the same. The ' +
    'composition itself is removed with its last clip. A clip with a speed, position, effects or other settings of ' +
    'its own is refused.',
  keywords: { 'break apart': {}, unnest: {} },
  params: { clipId: id('Composition clip to replace.') },
  returns: { clipIds: Type.Array(id('A clip.'), { description: 'The clips that replace it.' }) },
  examples: [
    {
      title: 'Back to single clips',
      given: [TITLED],
      params: { clipId: 'clip-new-2' },
      gives: { clipIds: ['clip-1', 'title-1'] },
    },
  ],
  run: (document, params, context) => {
    const { clip } = findEditableClip(document, params.clipId);
    if (clip.type !== 'composition') {
      throw refuse(`Clip "${clip.id}" is of type ${clip.type}. Choose a composition clip.`);
    }
    const composition = findComposition(document, clip.src);
    const outcome = dissolved(document, clip, composition, () => context.newId('clip'));
    const isLost = (composition.settings.background ?? 'transparent') !== 'transparent';
    const fixes = isLost ? ['The background of the composition was left out; addBackground adds one.'] : [];
    return {
      document: withoutUnused(outcome.document, composition.id),
      data: withFixes({ clipIds: outcome.clipIds }, fixes),
    };
  },
});

/** Removes a composition that no clip shows; the list of compositions is removed with the last one. */
function withoutUnused(document: Document, compositionId: string): Document {
  if (allClips(document).some(({ type, src }) => type === 'composition' && src === compositionId)) return document;
  const { compositions: all = [], ...rest } = document;
  const compositions = all.filter((composition) => composition.id !== compositionId);
  return compositions.length === 0 ? rest : { ...rest, compositions };
}

export const updateComposition = defineCommand({
  op: 'updateComposition',
  scope: 'project',
  description:
    'Changes the name, size, frame rate or background of a composition, in all clips that show it. Its clips are ' +
    'changed by other commands, with compositionId.',
  params: {
    compositionId: id('Composition to change.'),
    name: Type.Optional(nameParam),
    width: Type.Optional(width),
    height: Type.Optional(height),
    fps,
    background,
  },
  returns: { settings: CompositionSettingsSchema },
  examples: [
    {
      title: 'A narrow composition on blue',
      given: [TITLED],
      params: { compositionId: 'composition-new-1', width: 1080, background: '#102040' },
      gives: { settings: { width: 1080, height: 1080, background: '#102040' } },
    },
  ],
  run: (document, params) => {
    const { compositionId, name, ...changes } = params;
    const composition = findComposition(document, compositionId);
    if (name === undefined && Object.keys(changes).length === 0) {
      throw refuse('updateComposition changes nothing. Give name, width, height, fps or background.');
    }
    const settings = { ...composition.settings, ...changes };
    const changed = { ...composition, ...(name !== undefined && { name }), settings };
    const compositions = (document.compositions ?? []).map((one) => (one === composition ? changed : one));
    return { document: { ...document, compositions }, data: { settings } };
  },
});
