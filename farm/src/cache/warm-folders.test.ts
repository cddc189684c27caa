import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createWarmFolders } from './warm-folders.ts';

it('keeps the folders of the documents used last', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'framemill-warm-'));
  const warm = createWarmFolders(root);
  const first = await warm('document 0');
  for (let document = 1; document < 8; document += 1) await warm(`document ${document}`);
  expect(await warm('document 0')).toBe(first);
  await warm('document 8');
  const left = await readdir(root);
  expect(left).toHaveLength(8);
  expect(left).toContain(path.basename(first));
  await rm(root, { recursive: true });
});
