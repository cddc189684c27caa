import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { HtmlSchema } from '../document/clip.ts';
import { LIMITS } from '../document/limits.ts';
import { CLOSED, text } from '../document/scalars.ts';
import { ShapeSchema } from '../document/shape.ts';
import { shortened } from '../document/storable-text.ts';
import { TextStyleSchema } from '../document/text-style.ts';
import { SHOWN_AT_ONCE, setAtOnce } from '../edit/at-once.ts';
import { insertClip } from '../edit/insert-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import { DurationParam, NEW_CLIP_RETURNS, StartParam, TrackIndexParam } from './params.ts';

const { content: _, ...textFields } = TextStyleSchema.properties;

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
    style: Type.Optional(Type.Object(textFields, { ...CLOSED, description: 'How it looks.' })),
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

const { kind, ...shapeFields } = ShapeSchema.properties;

/** Default fill, width and height (in pixels) of a shape without a style. */
const USUAL = { fill: '#ffffff', width: 400, height: 400 };

export const addShapeClip = defineCommand({
  op: 'addShapeClip',
  description:
    'Adds a drawn shape, in the middle of the canvas when no transform says otherwise. Without a style it is ' +
    'white, 400 x 400 pixels.',
  keywords: {
    shape: {},
    'progress bar': { kind: 'rectangle' },
    callout: { kind: 'speech-bubble' },
    divider: { kind: 'line' },
  },
  params: {
    kind,
    start: StartParam,
    duration: DurationParam,
    trackIndex: TrackIndexParam,
    style: Type.Optional(Type.Object(shapeFields, { ...CLOSED, description: 'How it looks.' })),
    ...SHOWN_AT_ONCE,
  },
  returns: NEW_CLIP_RETURNS,
  examples: [
    {
      title: 'A bar for a lower third',
      params: {
        kind: 'rectangle',
        start: 1,
        duration: 3,
        trackIndex: 1,
        style: { fill: '#1b6ef3', width: 900, height: 140 },
      },
      gives: { trackIndex: 1 },
    },
    {
      title: 'A star',
      params: { kind: 'star', start: 0, duration: 2, style: { points: 5, innerRatio: 0.45 }, transform: { x: 600 } },
    },
  ],
  run: (document, params, context, reducer) => {
    const { shapes } = context.catalogue;
    if (!shapes.includes(params.kind)) {
      throw refuse(`kind "${params.kind}" is not supported yet. Use one of ${shapes.join(', ')}.`);
    }
    if (params.kind === 'path' && !params.style?.d)
      throw refuse('kind is path, but style.d is missing. Set style.d to SVG path data.');
    const added = insertClip(
      document,
      {
        type: 'shape',
        name: params.kind,
        start: params.start,
        duration: params.duration,
        shape: { ...USUAL, ...params.style, kind: params.kind },
      },
      params.trackIndex,
      () => context.newId('clip'),
    );
    const { transform, transition } = params;
    return setAtOnce(added, { transform, transition }, context, reducer);
  },
});

const { html, css, js, width, height } = HtmlSchema.properties;

export const addHtmlClip = defineCommand({
  op: 'addHtmlClip',
  description:
    'Adds a piece of HTML, drawn by a browser without network on a transparent ground. Without a size it is as ' +
    'large as the canvas.',
  keywords: { 'web page': {}, 'motion graphics': {}, 'css animation': {}, chart: {} },
  params: {
    ...{ html, css, js, start: StartParam, duration: DurationParam, width, height, trackIndex: TrackIndexParam },
    ...SHOWN_AT_ONCE,
  },
  returns: NEW_CLIP_RETURNS,
  examples: [
    {
      title: 'A badge',
      params: {
        html: '<div class="badge">New</div>',
        css:
          '.badge { font: 700 64px Inter; color: #fff; background: #e63946; border-radius: 32px; text-align: ' +
          'center }',
        start: 1,
        duration: 3,
        width: 320,
        height: 120,
      },
      gives: { trackIndex: 1 },
    },
  ],
  run: (document, params, context, reducer) => {
    const { start, duration, trackIndex, transform, transition, ...page } = params;
    const { width: canvasWidth, height: canvasHeight } = document.settings;
    const content = { width: canvasWidth, height: canvasHeight, ...page };
    const added = insertClip(document, { type: 'html', name: 'HTML', start, duration, html: content }, trackIndex, () =>
      context.newId('clip'),
    );
    return setAtOnce(added, { transform, transition }, context, reducer);
  },
});
