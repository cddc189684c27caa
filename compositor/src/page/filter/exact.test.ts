import { type Clip, lint, type Transition } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { makeClip, makeDocument } from '../../../test/scenes.ts';
import { effects } from '../../effects/index.ts';
import type { Moment, Picture } from '../../graph/picture.ts';
import { transitions } from '../../transitions/index.ts';
import { svgFilter } from './svg-filter.ts';

const box = { width: 320, height: 180 };
const moment: Moment = { ...box, scale: 1, seed: 1, frame: 3, timeSec: 0.1, edge: 'clamp', luts: new Map() };
const clip: Picture = { kind: 'input', name: 'clip' };

// At rest a pin moves nothing.
function paramsOf(type: string): Record<string, number> {
  return type === 'corner-pin' ? { tlX: 0.2 } : {};
}

function noted(fields: Partial<Clip>): boolean {
  const document = makeDocument(640, 360, [makeClip({ type: 'image', src: 'a.png', ...fields })]);
  return lint(document, { media: () => null }).some(({ message }) => message.startsWith('The HTML preview'));
}

test.each(effects.filter(({ type }) => type !== 'lut'))(
  'effect $type is noted exactly when a page cannot show it',
  (effect) => {
    const { exact } = svgFilter({
      tree: effect.picture(clip, paramsOf(effect.type), moment),
      box,
      opaque: new Set(['clip']),
      id: 'f',
    });
    expect(noted({ effects: [{ id: 'e', type: effect.type, enabled: true, params: {} }] })).toBe(!exact);
  },
);

test.each(transitions)('transition $type is noted exactly when a page cannot show it', (look) => {
  const transition: Transition = { type: look.type, duration: 1 };
  const tree = look.picture({ kind: 'input', name: 'from' }, { kind: 'input', name: 'to' }, 0.4, transition, moment);
  // What moves a whole picture is the element's own transform, no filter.
  const { exact } = svgFilter({ tree: withoutMoves(tree), box, opaque: new Set(['from', 'to']), id: 'f' });
  expect(noted({ transition })).toBe(!exact);
});

function withoutMoves(tree: Picture): Picture {
  if (tree.kind === 'transform' && !tree.channel) return withoutMoves(tree.of);
  if (tree.kind === 'sum') return { ...tree, a: withoutMoves(tree.a), b: withoutMoves(tree.b) };
  if (tree.kind === 'composite') return { ...tree, over: withoutMoves(tree.over), under: withoutMoves(tree.under) };
  if ('of' in tree) return { ...tree, of: withoutMoves(tree.of) };
  return tree;
}
