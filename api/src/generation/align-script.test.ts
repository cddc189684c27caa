import { expect, it } from 'vitest';
import { alignScript } from './align-script.ts';

const found = (...rows: [index: number, startSec: number, endSec: number][]) =>
  rows.map(([index, startSec, endSec]) => ({ index, startSec, endSec }));

it('takes the times of words that were found as they are', () => {
  const words = alignScript(['Good', 'day.'], found([0, 0.5, 0.9], [1, 1, 1.4]), 3);
  expect(words).toEqual([
    { text: 'Good', start: 0.5, end: 0.9 },
    { text: 'day.', start: 1, end: 1.4 },
  ]);
});

it('spreads those that were not by their syllables over the time between their neighbours', () => {
  const words = alignScript(['one', 'banana', 'tea', 'two'], found([0, 0, 1], [3, 3, 4]), 5);
  expect(words.map(({ start }) => start)).toEqual([0, 1, 2.5, 3]);
  expect(words[1]?.end).toBe(2.5);
});

it('spreads words before the first and after the last that were found', () => {
  const words = alignScript(['one', 'two', 'three'], found([1, 2, 3]), 4);
  expect(words).toMatchObject([
    { start: 0, end: 2 },
    { start: 2, end: 3 },
    { start: 3, end: 4 },
  ]);
});

it('shares the time of the word before with those that have no room', () => {
  const words = alignScript(['one', 'two', 'three'], found([0, 0, 2], [2, 2.02, 3]), 4);
  expect(words).toMatchObject([
    { start: 0, end: 1.01 },
    { start: 1.01, end: 2.02 },
    { start: 2.02, end: 3 },
  ]);
});

it('gives ascending times within the duration whatever was found', () => {
  const texts = ['a', 'b', 'c', 'd', 'e', 'f'];
  const odd = [found([5, 9, 12]), found([2, 3, 2], [1, 0, 1], [4, 1, 99]), found([0, -3, -1], [9, 1, 2]), []];
  for (const rows of odd) {
    const words = alignScript(texts, rows, 4);
    expect(words.map(({ text }) => text)).toEqual(texts);
    let before = 0;
    for (const { start, end } of words) {
      expect(start).toBeGreaterThanOrEqual(before - 0.011);
      expect(end).toBeGreaterThanOrEqual(start);
      expect(end).toBeLessThanOrEqual(4.001);
      before = start;
    }
  }
});
