import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWarmFolders } from './warm-folders.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'framemill-warm-'));
});
afterEach(() => rm(root, { recursive: true }));

it('keeps the folders of the documents used last', async () => {
  const warm = createWarmFolders<string>(root);
  const folderOf = (document: string, what = 'its name') => warm.filled(document, what, async (folder) => folder);
  const first = await folderOf('document 0');
  for (let document = 1; document < 8; document += 1) await folderOf(`document ${document}`);
  expect(await folderOf('document 0')).toBe(first);
  await folderOf('document 8');
  const left = await readdir(root);
  expect(left).toHaveLength(8);
  expect(left).toContain(path.basename(first));
});

it('fills a folder once for each key, and again after a failure or when the folder was removed', async () => {
  const warm = createWarmFolders<number>(root);
  let fillings = 0;
  const fill = async () => ++fillings;
  await expect(warm.filled('document 0', 'a', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
  expect(await warm.filled('document 0', 'a', fill)).toBe(1);
  expect(await warm.filled('document 0', 'a', fill)).toBe(1);
  expect(await warm.filled('document 0', 'b', fill)).toBe(2);
  for (let document = 1; document <= 8; document += 1) await warm.filled(`document ${document}`, 'a', async () => 0);
  expect(await warm.filled('document 0', 'a', fill)).toBe(3);
});
