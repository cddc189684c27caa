import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { CLOSED, id } from '../document/scalars.ts';
import { TextStyleSchema } from '../document/text-style.ts';
import { findEditableClips } from '../edit/find-clip.ts';
import { fontNotes } from '../edit/font-notes.ts';
import { withClips } from '../edit/with-clips.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';

const { content: _, words: __, ...styleFields } = TextStyleSchema.properties;

export const setTextStyle = defineCommand({
  op: 'setTextStyle',
  description:
    'Changes how texts look. What is not named stays; shadow, background, gradient, spans and animation are replaced as a whole. replaceText or updateClip change the words.',
  keywords: {
    font: {},
    'text colour': {},
    bold: {},
    'text shadow': {},
    'text outline': {},
    'text background': {},
    'gradient text': {},
    alignment: {},
  },
  params: {
    clipIds: Type.Array(id('A text clip.'), { minItems: 1, maxItems: LIMITS.clips, description: 'Texts to change.' }),
    style: Type.Object(styleFields, { ...CLOSED, description: 'New values by field.' }),
  },
  returns: { updated: Type.Integer({ description: 'How many texts were changed.' }) },
  examples: [
    {
      title: 'Large and yellow, with a shadow',
      params: {
        clipIds: ['title-1'],
        style: { fontSize: 140, color: '#ffd166', shadow: { y: 6, blur: 12, color: '#000000', opacity: 0.6 } },
      },
      gives: { updated: 1 },
    },
  ],
  run: (document, params, context) => {
    if (Object.keys(params.style).length === 0) {
      throw refuse('style sets nothing (got {}). Give at least one field, such as color or fontSize.');
    }
    const changed = findEditableClips(document, params.clipIds).map((clip) => {
      if (!clip.textStyle) throw refuse(`Clip "${clip.id}" is of type ${clip.type}, which has no text. Leave it out.`);
      return { ...clip, textStyle: { ...clip.textStyle, ...params.style } };
    });
    return {
      document: withClips(document, changed),
      data: withFixes({ updated: changed.length }, fontNotes(context.catalogue, params.style.fontFamily)),
    };
  },
});
