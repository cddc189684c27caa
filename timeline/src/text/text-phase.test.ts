import { expect, it } from 'vitest';
import { captionWords } from './text-phase.ts';

const words = (...texts: string[]) => texts.map((text, index) => ({ text, start: index, end: index + 1 }));

it.each([
  { content: 'Hello there, you', spoken: ['hello', 'THERE,', 'you'], sources: [0, 6, 13] },
  { content: 'İstanbul çok güzel', spoken: ['İstanbul', 'çok', 'güzel'], sources: [0, 9, 13] },
  { content: 'İSTANBUL ÇOK GÜZEL', spoken: ['İstanbul', 'çok', 'güzel'], sources: [0, 9, 13] },
  { content: 'one three', spoken: ['one', 'two', 'three'], sources: [0, 4] },
])('timed words stand where they begin in "$content"', ({ content, spoken, sources }) => {
  const placed = captionWords({ content, words: words(...spoken) });
  expect(placed.map(({ source }) => source)).toEqual(sources);
  expect(placed.every(({ source, length }) => content.slice(source, source + length).trim().length === length)).toBe(
    true,
  );
});
