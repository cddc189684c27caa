import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('gives each owner one in its turn, however many another has', () => {
  const turns = createTurns<string>();
  for (const item of ['a1', 'a2', 'a3']) turns.add('a', item);
  turns.add('b', 'b1');
  const anyone = () => true;
  expect([turns.take(anyone), turns.take(anyone)]).toEqual(['a1', 'b1']);
  turns.add('c', 'c1');
  turns.add('b', 'b2');
  expect(turns.size).toBe(4);
  expect(Array.from({ length: 5 }, () => turns.take(anyone))).toEqual(['a2', 'c1', 'b2', 'a3', undefined]);
});

it('passes over who may not take one, who keeps the place', () => {
  const turns = createTurns<string>();
  turns.add('a', 'a1');
  turns.add('b', 'b1');
  turns.add('a', 'a2');
  const notA = (owner: string) => owner !== 'a';
  expect([turns.take(notA), turns.take(notA)]).toEqual(['b1', undefined]);
  expect(turns.drain()).toEqual(['a1', 'a2']);
  expect(turns.size).toBe(0);
});

it('forgets one that was taken out, and keeps the place of those behind it', () => {
  const turns = createTurns<string>();
  for (const item of ['a1', 'a2', 'a3']) turns.add('a', item);
  turns.add('b', 'b1');
  expect([turns.remove('a', 'a2'), turns.remove('a', 'a2'), turns.remove('b', 'b1'), turns.remove('c', 'c1')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(turns.size).toBe(2);
  const anyone = () => true;
  expect(Array.from({ length: 3 }, () => turns.take(anyone))).toEqual(['a1', 'a3', undefined]);
});
