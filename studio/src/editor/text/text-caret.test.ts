import type { TextRow } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { caretAt, offsetAt, offsetBelow, partsOf, wordAt } from './text-caret.ts';

/** Returns a line of letters of 10 by 10 pixels at the left edge. `order` has their places from left to right. */
function row(start: number, top: number, letters: string, order = [...letters].map((_, index) => index)): TextRow {
  const isHebrew = (letter: string) => /\p{Script=Hebrew}/u.test(letter);
  const cells = [...letters].map((letter, index) => {
    const left = order.indexOf(index) * 10;
    const place = { start: start + index, end: start + index + 1, left, right: left + 10 };
    return { ...place, rightToLeft: isHebrew(letter) };
  });
  return { start, end: start + letters.length, top, bottom: top + 10, x: 0, cells };
}

/** `abc`, an empty line, `de`. */
const ROWS = [row(0, 0, 'abc'), row(4, 10, ''), row(5, 20, 'de')];
/** `ab` and two Hebrew letters, of which the later one is further left. */
const MIXED = [row(0, 0, 'abאב', [0, 1, 3, 2])];

describe('the caret', () => {
  const x = (rows: TextRow[], at: number) => caretAt(rows, at)?.x;

  it('is before each letter, behind the last one, and in an empty line', () => {
    expect([0, 1, 3].map((at) => x(ROWS, at))).toEqual([0, 10, 30]);
    expect(caretAt(ROWS, 4)).toEqual({ x: 0, top: 10, bottom: 20 });
    expect(caretAt(ROWS, 7)).toEqual({ x: 20, top: 20, bottom: 30 });
    expect(caretAt([], 0)).toBeNull();
  });

  it('follows the direction of writing, next to the letter before it', () => {
    expect([0, 1, 2, 3, 4].map((at) => x(MIXED, at))).toEqual([0, 10, 20, 30, 20]);
    expect(x([row(0, 0, 'אב', [1, 0])], 0)).toBe(20);
  });

  it('is put where the pointer is', () => {
    expect(offsetAt(ROWS, [4, 5])).toBe(0);
    expect(offsetAt(ROWS, [6, -90])).toBe(1);
    expect(offsetAt(ROWS, [500, 5])).toBe(3);
    expect(offsetAt(ROWS, [500, 15])).toBe(4);
    expect(offsetAt(ROWS, [-5, 900])).toBe(5);
    expect(offsetAt(MIXED, [39, 5])).toBe(2);
    expect(offsetAt(MIXED, [21, 5])).toBe(4);
  });

  it('moves between lines, and to the ends of the text', () => {
    expect(offsetBelow(ROWS, 2, 1, 20)).toBe(4);
    expect(offsetBelow(ROWS, 4, 1, 20)).toBe(7);
    expect(offsetBelow(ROWS, 2, -1, 20)).toBe(0);
    expect(offsetBelow(ROWS, 6, 1, 20)).toBe(7);
  });
});

describe('a selection', () => {
  it('covers its letters and line breaks', () => {
    expect(partsOf(ROWS, 1, 1)).toEqual([]);
    expect(partsOf(ROWS, 1, 6)).toEqual([
      { left: 10, right: 32, top: 0, bottom: 10 },
      { left: 0, right: 2, top: 10, bottom: 20 },
      { left: 0, right: 10, top: 20, bottom: 30 },
    ]);
  });

  it('has two parts in a line of two directions', () => {
    expect(partsOf(MIXED, 1, 3).map(({ left, right }) => [left, right])).toEqual([
      [10, 20],
      [30, 40],
    ]);
  });

  it('is a word after a double click', () => {
    expect(wordAt('one two', 5)).toEqual([4, 7]);
    expect(wordAt('one two', 3)).toEqual([3, 4]);
    expect(wordAt('one two', 7)).toEqual([4, 7]);
    expect(wordAt('', 0)).toEqual([0, 0]);
  });
});
