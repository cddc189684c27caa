import { type Clip, evaluate, lint, type Transition } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { makeClip, makeDocument } from '../../../test/scenes.ts';
import { effectOf, effects } from '../../effects/index.ts';
import type { GraphNode, Moment } from '../../graph/graph-node.ts';
import { effectGraph } from '../../scene/effect-graph.ts';
import { transitions } from '../../transitions/index.ts';
import { transitionSides } from '../scene/transition-sides.ts';
import { svgEffects } from './svg-effects.ts';
import { filterRegion } from './svg-filter.ts';

const box = { width: 320, height: 180 };
const moment: Moment = { ...box, scale: 1, seed: 1, frame: 3, timeSec: 0.1, edge: 'clamp', luts: new Map() };
const clip: GraphNode = { kind: 'input', name: 'clip' };

// At rest a pin moves nothing.
function paramsOf(type: string): Record<string, number> {
  return type === 'corner-pin' ? { tlX: 0.2 } : {};
}

function noted(fields: Partial<Clip>, type: Clip['type'] = 'image', before: readonly Clip[] = []): boolean {
  const document = makeDocument(640, 360, [...before, makeClip({ type, src: 'a.png', ...fields })]);
  return lint(document, { media: () => null }).some(({ message }) => message.startsWith('The HTML preview'));
}

test.each(effects.filter(({ type }) => type !== 'lut'))(
  'effect $type is noted exactly when a page cannot show it',
  (effect) => {
    const look = { tree: effect.graph(clip, paramsOf(effect.type), moment), box, opaque: new Set(['clip']), id: 'f' };
    const fields = { effects: [{ id: 'e', type: effect.type, enabled: true, params: {} }] };
    expect(noted(fields)).toBe(!svgEffects(look)?.exact);
    const isUndrawn = !svgEffects({ ...look, isUndrawn: true })?.exact;
    expect([noted(fields, 'adjustment'), noted(fields, 'video')]).toEqual([isUndrawn, isUndrawn]);
    expect(noted(fields, 'html')).toBe(effect.css === undefined);
  },
);

test.each([
  { types: ['blur', 'vignette', 'scanlines'] },
  { types: ['vignette', 'blur'] },
  { types: ['outline', 'scanlines'] },
] as const)('patterns of a video are noted exactly when something is not below them: $types', ({ types }) => {
  const stack = types.map((type, index) => ({ id: `e${index}`, type, enabled: true, params: {} }));
  const video = makeClip({ type: 'video', src: 'a.mp4', effects: stack });
  const [layer] = evaluate(makeDocument(box.width, box.height, [video]), 0).layers;
  if (layer?.kind !== 'clip') throw new Error('There is no clip at this frame.');
  const tree = effectGraph(layer, clip, moment, effectOf);
  const look = svgEffects({ tree, box, isUndrawn: true, opaque: new Set(['clip']), id: 'f' });
  expect(noted({ effects: stack }, 'video')).toBe(!look?.exact);
});

test('a feathered outline is drawn beyond the box, or its sides would be feathered as well', () => {
  const by = { kind: 'outline', d: 'M-99 -99H999V999H-99Z', feather: 40, expansion: 0 } as const;
  const tree = { kind: 'matte', of: clip, by, invert: false, strength: 1 } as const;
  expect(filterRegion({ tree, box }).left).toBeLessThanOrEqual(-40);
});

test('masks of videos are none of a filter', () => {
  const by = { kind: 'disc', x: 9, y: 9, radiusX: 5, radiusY: 5, feather: 2 } as const;
  const tree = { kind: 'matte', of: clip, by, invert: true, strength: 0.5 } as const;
  const look = svgEffects({ tree, box, isUndrawn: true, opaque: new Set(['clip']), id: 'f' });
  expect(look).toMatchObject({ filter: null, maskId: 'f-mask', exact: true });
});

const image = { type: 'image', src: 'a.png', duration: 2 } as const;
const sides = [
  // Two or three fifths of the way through: glitches show one clip at a time.
  { name: 'between two clips', start: 2, before: [image], edge: 'in', frame: 72 },
  { name: 'without a neighbour', start: 2, before: [], edge: 'in', frame: 78 },
  { name: 'out', start: 0, before: [], edge: 'out', frame: 42 },
] as const;

test.each(transitions.flatMap((look) => sides.map((side) => ({ ...side, type: look.type }))))(
  'transition $type $name is noted exactly when a page cannot show it',
  ({ type, start, before, edge, frame }) => {
    const transition: Transition = { type, duration: 1, edge };
    const clips = [...before.map(makeClip), makeClip({ ...image, start, transition })];
    const [layer] = evaluate(makeDocument(box.width, box.height, clips), frame).layers;
    if (layer?.kind !== 'transition') throw new Error('There is no transition at this frame.');
    const { from, to, group, exact } = transitionSides(layer, box);
    const trees = [from?.tree, to?.tree, group].filter((tree) => tree !== undefined);
    const opaque = new Set(['from', 'to', 'both']);
    const isShownOf = (isUndrawn: boolean) =>
      exact && trees.every((tree) => svgEffects({ tree, box, isUndrawn, opaque, id: 'f' })?.exact !== false);
    expect(noted({ transition })).toBe(!isShownOf(false));
    expect(noted({ transition, start }, 'video', before.map(makeClip))).toBe(!isShownOf(true));
  },
);
