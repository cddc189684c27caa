import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { chapters } from './chapters.ts';
import { conformancePage, conformancePath, missingTests } from './conformance-page.ts';

it('names tests that exist, at least one for each sentence, and no sentence twice', async () => {
  const proofs = chapters.flatMap((chapter) => [...chapter.proofs]);
  expect(proofs.filter(([, ...tests]) => tests.length === 0)).toEqual([]);
  expect(new Set(proofs.map(([sentence]) => sentence)).size).toBe(proofs.length);
  expect(await missingTests(chapters)).toEqual([]);
});

it('notices a test that does not exist', async () => {
  const proofs = [
    ['A sentence.', 'test/guard.test.ts: does what it does not', 'test/none.test.ts: is the same'],
  ] as const;
  expect(await missingTests([{ title: 'Chapter', proofs }])).toHaveLength(2);
});

it('is the page that CONFORMANCE.md shows (npm run conformance)', async () => {
  expect(await readFile(conformancePath, 'utf8')).toBe(conformancePage(chapters));
});
