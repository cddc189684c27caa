import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { CLOSED, numberIn } from '../document/scalars.ts';
import { TextStyleSchema } from '../document/text-style.ts';
import { fontNotes } from '../edit/font-notes.ts';
import { unlockedClips } from '../edit/unlocked-clips.ts';
import { withClips } from '../edit/with-clips.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';

const { content: _, words: __, spans: ___, captionStyle, ...styleFields } = TextStyleSchema.properties;

const far = (description: string) =>
  Type.Optional(numberIn(-LIMITS.position, LIMITS.position, `${description} Pixels.`));

export const styleCaptions = defineCommand({
  op: 'styleCaptions',
  description:
    'Changes how all captions look, how the spoken word stands out, and where they lie. What is not named stays; captions on locked tracks stay as they are.',
  keywords: {
    'caption style': {},
    'subtitle style': {},
    karaoke: { captionStyle: 'karaoke' },
    'word highlight': { captionStyle: 'highlight' },
    'caption colour': {},
    'caption position': {},
  },
  params: {
    style: Type.Optional(Type.Object(styleFields, { ...CLOSED, description: 'New values by field.' })),
    captionStyle,
    offset: Type.Optional(
      Type.Object(
        { x: far('To the right.'), y: far('Downwards.') },
        { ...CLOSED, description: 'How far they move from where they are.' },
      ),
    ),
  },
  returns: { updated: Type.Integer({ description: 'How many captions were changed.' }) },
  examples: [
    {
      title: 'Karaoke in yellow, a little higher',
      given: [{ op: 'addCaptions', words: [{ text: 'Hello', start: 0, end: 1 }] }],
      params: { style: { activeColor: '#ffd166' }, captionStyle: 'karaoke', offset: { y: -60 } },
      gives: { updated: 1 },
    },
  ],
  run: (document, params, context) => {
    const { style = {}, offset = {} } = params;
    if (Object.keys(style).length + Object.keys(offset).length === 0 && params.captionStyle === undefined) {
      throw refuse('styleCaptions changes nothing. Give style, captionStyle or offset.');
    }
    const captions = document.clips.filter((clip) => clip.isCaption && clip.textStyle);
    if (captions.length === 0) {
      throw refuse('The project has no captions. Add some with addCaptions or importSubtitles.');
    }
    const { clips, fixes } = unlockedClips(document, captions);
    const changed = clips.map((clip) => ({
      ...clip,
      x: clip.x + (offset.x ?? 0),
      y: clip.y + (offset.y ?? 0),
      textStyle: {
        content: '',
        ...clip.textStyle,
        ...style,
        ...(params.captionStyle === undefined ? {} : { captionStyle: params.captionStyle }),
      },
    }));
    const notes = [...fixes, ...fontNotes(context.catalogue, style.fontFamily)];
    return { document: withClips(document, changed), data: withFixes({ updated: changed.length }, notes) };
  },
});
