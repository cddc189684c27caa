import { openTextEngine } from '@framemill/compositor/fonts';
import { expect, it } from 'vitest';
import { rememberedTextSizes } from './text-sizes.ts';

const { layout } = await openTextEngine();

it('measures a text once, with its fonts, and one of another look anew', () => {
  let measured = 0;
  const measure = rememberedTextSizes({
    layout: (style) => {
      measured += 1;
      return layout(style);
    },
  });
  const narrow = measure({ content: 'iiiiiiii', fontSize: 100 });
  const wide = measure({ content: 'WWWWWWWW', fontSize: 100 });
  expect(wide.width).toBeGreaterThan(narrow.width * 2);
  expect(measure({ content: 'iiiiiiii', fontSize: 100 })).toEqual(narrow);
  expect(measured).toBe(2);
  expect(measure({ content: 'iiiiiiii', fontSize: 200 }).width).toBeCloseTo(narrow.width * 2, 6);
  expect(measured).toBe(3);
});

it('forgets what was not asked for longest, and does not keep long texts', () => {
  const asked: string[] = [];
  const measure = rememberedTextSizes({
    layout: (style) => {
      asked.push(style.content);
      return { width: 1, height: 1, fontSize: 1, lines: [], looks: [], missing: [] };
    },
  });
  for (let i = 0; i < 5_000; i += 1) measure({ content: `text ${i}` });
  measure({ content: 'text 0' });
  measure({ content: 'one more' });
  asked.length = 0;
  for (const content of ['text 0', 'one more', 'text 1', 'x'.repeat(5_000), 'x'.repeat(5_000)]) measure({ content });
  expect(asked.map((content) => content.slice(0, 8))).toEqual(['text 1', 'xxxxxxxx', 'xxxxxxxx']);
});
