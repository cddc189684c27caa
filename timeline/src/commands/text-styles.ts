import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { CLOSED, id, numberIn, oneOf } from '../document/scalars.ts';
import { type TextAnimations, TextMotionSchema, TextStyleSchema } from '../document/text-style.ts';
import { withClip, withClips } from '../edit/change-clip.ts';
import { findEditableClip, findEditableClips, unlockedClips } from '../edit/find-clip.ts';
import { fontNotes, withFixes } from '../edit/fixes.ts';
import { refuse } from '../errors/framemill-error.ts';
import { ClipIdParam } from './params.ts';

const { content: _, words: __, ...styleFields } = TextStyleSchema.properties;

export const setTextStyle = defineCommand({
  op: 'setTextStyle',
  description:
    'Changes how texts look. What is not named stays; shadow, background, gradient, spans and animation are ' +
    'replaced as a whole. replaceText or updateClip change the words.',
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

const { name, unit, duration, stagger, direction, easing } = TextMotionSchema.properties;

export const setTextAnimation = defineCommand({
  op: 'setTextAnimation',
  description:
    'Animates a text as it comes, as it goes, or all the time (loop). Each phase has one animation; none removes it.',
  keywords: {
    timer: { name: 'counter' },
    typewriter: { name: 'typewriter' },
    typing: { name: 'typewriter' },
    countdown: { name: 'counter' },
    counter: { name: 'counter' },
    'count up': { name: 'counter' },
    'kinetic typography': {},
    'animated text': {},
    'text effect': {},
  },
  params: {
    clipId: ClipIdParam,
    name,
    phase: Type.Optional(oneOf(['in', 'out', 'loop'], 'When it plays; in when absent.')),
    unit,
    duration,
    stagger,
    direction,
    easing,
  },
  returns: {
    phases: Type.Array(oneOf(['in', 'out', 'loop'], 'A phase.'), { description: 'Phases that have an animation now.' }),
  },
  examples: [
    {
      title: 'Words rise one after the other',
      params: { clipId: 'title-1', name: 'rise', unit: 'word', duration: 0.5, stagger: 0.08 },
      gives: { phases: ['in'] },
    },
    {
      title: 'And fade at the end',
      params: { clipId: 'title-1', name: 'fade', phase: 'out' },
      gives: { phases: ['out'] },
    },
  ],
  run: (document, params) => {
    const { clipId, phase = 'in', ...motion } = params;
    const { clip, index } = findEditableClip(document, clipId);
    if (!clip.textStyle)
      throw refuse(`Clip "${clipId}" is of type ${clip.type}, which has no text. Choose a text clip.`);
    const { [phase]: _, ...others } = clip.textStyle.animation ?? {};
    const animation: TextAnimations = motion.name === 'none' ? others : { ...others, [phase]: motion };
    const { animation: __, ...style } = clip.textStyle;
    const phases = (['in', 'out', 'loop'] as const).filter((one) => animation[one]);
    const textStyle = phases.length > 0 ? { ...style, animation } : style;
    const fixes =
      (motion.duration ?? 0) > clip.duration
        ? [
            `It takes ${motion.duration} s a ${motion.unit ?? 'unit'}, longer than the clip's ${clip.duration} ` +
              's: it will be faster, to fit.',
          ]
        : [];
    return { document: withClip(document, index, { ...clip, textStyle }), data: withFixes({ phases }, fixes) };
  },
});

const { content: _content, words: _words, spans: ___, captionStyle, ...captionFields } = TextStyleSchema.properties;

const far = (description: string) =>
  Type.Optional(numberIn(-LIMITS.position, LIMITS.position, `${description} Pixels.`));

export const styleCaptions = defineCommand({
  op: 'styleCaptions',
  description:
    'Changes how all captions look, how the spoken word stands out, and where they lie. What is not named stays; ' +
    'captions on locked tracks stay as they are.',
  keywords: {
    'caption style': {},
    'subtitle style': {},
    karaoke: { captionStyle: 'karaoke' },
    'word highlight': { captionStyle: 'highlight' },
    'caption colour': {},
    'caption position': {},
  },
  params: {
    style: Type.Optional(Type.Object(captionFields, { ...CLOSED, description: 'New values by field.' })),
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
