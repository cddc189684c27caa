import { type Clip, evaluate, lint, type Transition } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { makeClip, makeDocument } from '../../../test/scenes.ts';
import { effects } from '../../effects/index.ts';
import type { Moment, Picture } from '../../graph/picture.ts';
import { transitions } from '../../transitions/index.ts';
import { transitionSides } from '../scene/transition-sides.ts';
import { svgFilter } from './svg-filter.ts';

const box = { width: 320, height: 180 };
const moment: Moment = { ...box, scale: 1, seed: 1, frame: 3, timeSec: 0.1, edge: 'clamp', luts: new Map() };
const clip: Picture = { kind: 'input', name: 'clip' };

// At rest a pin moves nothing.
function paramsOf(type: string): Record<string, number> {
  return type === 'corner-pin' ? { tlX: 0.2 } : {};
}

function noted(fields: Partial<Clip>, type: Clip['type'] = 'image'): boolean {
  const document = makeDocument(640, 360, [makeClip({ type, src: 'a.png', ...fields })]);
  return lint(document, { media: () => null }).some(({ message }) => message.startsWith('The HTML preview'));
}

test.each(effects.filter(({ type }) => type !== 'lut'))(
  'effect $type is noted exactly when a page cannot show it',
  (effect) => {
    const tree = effect.picture(clip, paramsOf(effect.type), moment);
    const filter = { tree, box, opaque: new Set(['clip']), id: 'f' };
    const fields = { effects: [{ id: 'e', type: effect.type, enabled: true, params: {} }] };
    expect(noted(fields)).toBe(!svgFilter(filter).exact);
    expect(noted(fields, 'adjustment')).toBe(!svgFilter({ ...filter, isBackdrop: true }).exact);
  },
);

const picture = { type: 'image', src: 'a.png', duration: 2 } as const;
const sides = [
  // Two or three fifths of the way through: glitches show one clip at a time.
  { name: 'between two clips', start: 2, before: [picture], edge: 'in', frame: 72 },
  { name: 'without a neighbour', start: 2, before: [], edge: 'in', frame: 78 },
  { name: 'out', start: 0, before: [], edge: 'out', frame: 42 },
] as const;

test.each(transitions.flatMap((look) => sides.map((side) => ({ ...side, type: look.type }))))(
  'transition $type $name is noted exactly when a page cannot show it',
  ({ type, start, before, edge, frame }) => {
    const transition: Transition = { type, duration: 1, edge };
    const clips = [...before.map(makeClip), makeClip({ ...picture, start, transition })];
    const [layer] = evaluate(makeDocument(box.width, box.height, clips), frame).layers;
    if (layer?.kind !== 'transition') throw new Error('There is no transition at this frame.');
    const { from, to, group, exact } = transitionSides(layer, box);
    const trees = [from?.tree, to?.tree, group].filter((tree) => tree !== undefined);
    const opaque = new Set(['from', 'to', 'both']);
    const isShown = exact && trees.every((tree) => svgFilter({ tree, box, opaque, id: 'f' }).exact);
    expect(noted({ transition })).toBe(!isShown);
  },
);
