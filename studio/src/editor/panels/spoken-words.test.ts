import { applyCommands, batchIds, type Clip, createDocument } from '@framemill/timeline';
import { expect, it } from 'vitest';
import { audibleWords, captionsAsSrt, rangesOfWords } from './spoken-words.ts';

const words = ['Well,', 'um', 'this', 'works'].map((text, index) => ({ text, start: index, end: index + 0.8 }));

function speech(over: Partial<Clip>): Clip {
  const [base] = captions();
  if (!base) throw new Error('no clip');
  return { ...base, start: 10, duration: 2, mediaStart: 1, speed: 1, ...over };
}

function captions(): Clip[] {
  const context = {
    newId: batchIds(`bat_${'2'.repeat(24)}`),
    catalogue: { fonts: [], effects: {}, transitions: [], shapes: [] },
    media: () => null,
  };
  return applyCommands(createDocument({}), [{ op: 'addCaptions', words }], context).document.clips;
}

it('words are where their clip plays them, cut off at its ends', () => {
  expect(audibleWords(words, speech({})).map(({ text, start, end }) => [text, start, end])).toEqual([
    ['um', 10, 10.8],
    ['this', 11, 11.8],
  ]);
  expect(audibleWords(words, speech({ speed: 2, duration: 1 }))[1]).toMatchObject({
    text: 'this',
    start: 10.5,
    end: 10.9,
  });
  expect(audibleWords(words, speech({ reverse: true }))).toEqual([]);
  expect(audibleWords(words, speech({}))[0]?.isFiller).toBe(true);
});

it('neighbours are cut as one', () => {
  const audible = audibleWords(words, speech({ mediaStart: 0, duration: 4 }));
  expect(rangesOfWords(audible, new Set([1, 2]))).toEqual([{ start: 11, end: 12.8 }]);
  expect(rangesOfWords(audible, new Set([0, 3]))).toEqual([
    { start: 10, end: 10.8 },
    { start: 13, end: 13.8 },
  ]);
});

it('captions become SubRip', () => {
  expect(captionsAsSrt(captions())).toMatch(/^1\n00:00:00,000 --> 00:00:0\d,\d{3}\nWell, um this works\n$/);
});
