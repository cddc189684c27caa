import { animateText, type TextStyle } from '@framemill/timeline';
import { beforeAll, expect, test } from 'vitest';
import { openTextEngine } from '../../fonts/font-files.ts';
import { activeBox } from './background-boxes.ts';

let engine: Awaited<ReturnType<typeof openTextEngine>>;
beforeAll(async () => {
  engine = await openTextEngine();
});

function boxes(content: string, letterSpacing: number) {
  const words = content.split(' ').map((text, index) => ({ text, start: index, end: index + 1 }));
  const style: TextStyle = { content, fontSize: 40, letterSpacing, captionStyle: 'karaoke', words };
  const layout = engine.layout(style);
  const looks = animateText(style, layout)?.at({ timeSec: 0.5, clipSec: 3, loopSec: 0.5 }) ?? [];
  return looks.map(({ unit }) => {
    const box = activeBox(unit, layout);
    return { unit, left: unit.x + box.x, right: unit.x + box.x + box.width };
  });
}

test.each([0, -3, -8])(
  'the box of a word leaves its neighbours free, letters %d pixels nearer to each other',
  (spacing) => {
    const words = boxes('one two three', spacing);
    expect(words).toHaveLength(3);
    for (const [index, { left, right }] of words.entries()) {
      const [before, after] = [words[index - 1]?.unit, words[index + 1]?.unit];
      if (before) expect(left).toBeGreaterThan(before.x + before.width);
      if (after) expect(right).toBeLessThan(after.x);
    }
  },
);

test('in front of the first and behind the last word the box has its full room', () => {
  const [first] = boxes('one two', 0);
  const last = boxes('one two', 0).at(-1);
  expect((first?.unit.x ?? 0) - (first?.left ?? 0)).toBeCloseTo(5.6, 5);
  expect((last?.right ?? 0) - (last?.unit.x ?? 0) - (last?.unit.width ?? 0)).toBeCloseTo(5.6, 5);
});

test('words that are written from right to left have the same room', () => {
  for (const { unit, left, right } of boxes('אחת שתיים שלוש', 0)) {
    expect(left).toBeLessThan(unit.x);
    expect(right).toBeGreaterThan(unit.x + unit.width);
  }
});
