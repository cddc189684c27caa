import { createDocument } from '@framemill/timeline';
import { expect, it } from 'vitest';
import { createDocumentCache } from './document-cache.ts';

const at = (rev: number) => ({ rev, document: createDocument({ name: `rev ${rev}` }) });

it('keeps what was asked for last, within its bound', () => {
  const cache = createDocumentCache(100);
  cache.keep('a', at(1), 40);
  cache.keep('b', at(2), 40);
  expect(cache.find('a')).toMatchObject({ rev: 1 });
  cache.keep('c', at(3), 40);
  expect(cache.find('b')).toBeNull();
  expect([cache.find('a')?.rev, cache.find('c')?.rev]).toEqual([1, 3]);
});

it('replaces a document by its next rev, and keeps none that is too large alone', () => {
  const cache = createDocumentCache(100);
  cache.keep('a', at(1), 60);
  cache.keep('a', at(2), 60);
  cache.keep('b', at(5), 40);
  expect([cache.find('a')?.rev, cache.find('b')?.rev]).toEqual([2, 5]);
  cache.keep('a', at(3), 101);
  expect(cache.find('a')).toBeNull();
  expect(cache.find('b')).toMatchObject({ rev: 5 });
});
