import { type Transition, VOCABULARY } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { catalogue } from '../capabilities/index.ts';
import { transparent } from '../graph/combine.ts';
import { imageKey } from '../graph/drawable.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';
import { transitions } from './index.ts';

const from: GraphNode = { kind: 'input', name: 'from' };
const to: GraphNode = { kind: 'input', name: 'to' };
const moment: Moment = { width: 320, height: 180, scale: 1, seed: 7, frame: 3, timeSec: 0.1 };
const cases = transitions.map((look) => ({ type: look.type, look }));

function plain(type: Transition['type'], fields: Partial<Transition> = {}): Transition {
  return { type, duration: 1, ...fields };
}

test('every transition of the vocabulary can be drawn', () => {
  expect([...catalogue.transitions].sort()).toEqual([...VOCABULARY.transitionType].sort());
});

test.each(cases)('$type is exactly the outgoing picture at 0 and the incoming one at 1', ({ type, look }) => {
  for (const [outgoing, incoming] of [
    [from, to],
    [transparent, to],
    [from, transparent],
  ] as const) {
    expect(look.graph(outgoing, incoming, 0, plain(type), moment)).toBe(outgoing);
    expect(look.graph(outgoing, incoming, 1, plain(type), moment)).toBe(incoming);
  }
});

test.each(cases)('$type is a finite tree of numbers all along, also where an easing overshoots', ({ type, look }) => {
  for (let step = -4; step <= 24; step++) {
    for (const direction of ['left', 'right', 'up', 'down', undefined] as const) {
      const key = imageKey(look.graph(from, to, step / 20, plain(type, { direction }), moment));
      // What is no number is written as null.
      expect(key).not.toContain('null');
    }
  }
});

test.each(cases)('$type is a pure function', ({ type, look }) => {
  const draw = () => imageKey(look.graph(from, to, 0.4, plain(type), moment));
  expect(draw()).toBe(draw());
});

test('pixelate-out has blocks of the same share of the picture at half the size', () => {
  const look = transitions.find(({ type }) => type === 'pixelate-out');
  const sizeOf = (scale: number) => {
    const output = { ...moment, width: moment.width * scale, height: moment.height * scale, scale };
    const tree = look?.graph(from, to, 0.4, plain('pixelate-out'), output);
    return tree?.kind === 'remap' && tree.field.kind === 'pixelate' ? tree.field.size : 0;
  };
  expect(sizeOf(1)).toBeGreaterThan(4);
  expect(sizeOf(0.5)).toBe(sizeOf(1) / 2);
});
