import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { CLOSED } from '../document/scalars.ts';
import { ShapeSchema } from '../document/shape.ts';
import { SHOWN_AT_ONCE, setAtOnce } from '../edit/at-once.ts';
import { insertClip } from '../edit/insert-clip.ts';
import { refuse } from '../errors/refuse.ts';
import { DurationParam, NEW_CLIP_RETURNS, StartParam, TrackIndexParam } from './params.ts';

const { kind, ...styleFields } = ShapeSchema.properties;

/** Style of a shape for which none is given: white, with this size in pixels. */
const USUAL = { fill: '#ffffff', width: 400, height: 400 };

export const addShapeClip = defineCommand({
  op: 'addShapeClip',
  description:
    'Adds a drawn shape, in the middle of the canvas when no transform says otherwise. Without a style it is white, 400 x 400 pixels.',
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
    style: Type.Optional(Type.Object(styleFields, { ...CLOSED, description: 'How it looks.' })),
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
    if (params.kind === 'path' && !params.style?.d) throw refuse('kind path needs style.d. Give SVG path data.');
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
