import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { CLOSED, text } from '../document/scalars.ts';
import { TextStyleSchema } from '../document/text-style.ts';
import { SHOWN_AT_ONCE, setAtOnce } from '../edit/at-once.ts';
import { insertClip } from '../edit/insert-clip.ts';
import { shortened } from '../edit/shortened.ts';
import { DurationParam, NEW_CLIP_RETURNS, StartParam, TrackIndexParam } from './params.ts';

const { content: _, ...styleFields } = TextStyleSchema.properties;

export const addTextClip = defineCommand({
  op: 'addTextClip',
  description: 'Adds a text, in the middle of the canvas when no transform says otherwise.',
  keywords: {
    intro: {},
    outro: {},
    title: {},
    headline: {},
    heading: {},
    text: {},
    'call to action': {},
    'end card': {},
    credits: {},
  },
  params: {
    text: text(LIMITS.textLength, 'The words; a line feed starts a new line.'),
    start: StartParam,
    duration: DurationParam,
    style: Type.Optional(Type.Object(styleFields, { ...CLOSED, description: 'How it looks.' })),
    trackIndex: TrackIndexParam,
    ...SHOWN_AT_ONCE,
  },
  returns: NEW_CLIP_RETURNS,
  examples: [
    {
      title: 'A title',
      params: {
        text: 'Northern Light',
        start: 0.5,
        duration: 3,
        style: { fontSize: 120, fontWeight: 700, color: '#ffffff' },
      },
    },
    {
      title: 'Two lines that wrap at 1200 pixels',
      params: {
        text: 'One idea\nper line',
        start: 5,
        duration: 2,
        style: { width: 1200, align: 'left' },
        trackIndex: 2,
      },
      gives: { trackIndex: 2 },
    },
    {
      title: 'Low on the canvas, fading in',
      params: {
        text: 'Part one',
        start: 5,
        duration: 2,
        transform: { y: 380 },
        transition: { type: 'dissolve', duration: 0.5 },
      },
      gives: { trackIndex: 2 },
    },
  ],
  run: (document, params, context, reducer) => {
    const textStyle = { ...params.style, content: params.text };
    const name = shortened(params.text.replace(/\s+/g, ' ').trim(), 40);
    const { start, duration, transform, transition } = params;
    const added = insertClip(document, { type: 'text', name, start, duration, textStyle }, params.trackIndex, () =>
      context.newId('clip'),
    );
    return setAtOnce(added, { transform, transition }, context, reducer);
  },
});
