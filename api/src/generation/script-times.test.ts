import { describe, expect, it } from 'vitest';
import { alignScript, spreadScript } from './script-times.ts';

describe('a script that is spread over a duration', () => {
  it('fills it, in order, without overlap', () => {
    const words = spreadScript('Edit video as data. Render it anywhere, fast!', 6);
    expect(words.map(({ text }) => text)).toEqual([
      'Edit',
      'video',
      'as',
      'data.',
      'Render',
      'it',
      'anywhere,',
      'fast!',
    ]);
    expect(words[0]?.start).toBe(0);
    expect(words.at(-1)?.end).toBe(6);
    for (const [index, word] of words.entries()) {
      expect(word.end).toBeGreaterThan(word.start);
      expect(word.start).toBeGreaterThanOrEqual(words[index - 1]?.end ?? 0);
    }
  });

  it('gives long words more time and full stops a pause', () => {
    const [short, long] = spreadScript('a extraordinary', 4);
    expect((long?.end ?? 0) - (long?.start ?? 0)).toBeGreaterThan(3 * ((short?.end ?? 0) - (short?.start ?? 0)));
    const pause = (text: string) => {
      const [first, second] = spreadScript(text, 4);
      return (second?.start ?? 0) - (first?.end ?? 0);
    };
    expect(pause('one two')).toBe(0);
    expect(pause('one. two')).toBeGreaterThan(pause('one, two'));
    expect(pause('one, two')).toBeGreaterThan(0.3);
  });

  it('finds words where no spaces are', () => {
    const words = spreadScript('動画を編集する。', 3);
    expect(words.length).toBeGreaterThan(2);
    expect(words.map(({ text }) => text).join('')).toBe('動画を編集する。');
  });

  it('has no words for nothing', () => {
    expect(spreadScript('  \n', 3)).toEqual([]);
  });
});

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
