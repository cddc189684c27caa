import { expect, it } from 'vitest';
import { nameOfProbed } from './ingest.ts';

const font = { family: 'Brand Sans', weight: 400, italic: false };

it.each([
  ['brand-v2_final.WOFF2', { font }, 'Brand Sans'],
  ['brand.ttf', { font }, 'Brand Sans'],
  ['Headlines', { font }, 'Headlines'],
  ['holiday.otf', {}, 'holiday.otf'],
])('%s with %j becomes %s', (name, facts, named) => {
  expect(nameOfProbed(name, facts)).toBe(named);
});
