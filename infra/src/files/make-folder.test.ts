import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'make-folder-'));
});
afterEach(() => rm(root, { recursive: true }));

it('makes a folder and those above it, also several times at once, and leaves one that is there', async () => {
  const folder = path.join(root, 'a', 'b');
  await Promise.all([makeFolder(folder, 0o700), makeFolder(folder, 0o700)]);
  for (const made of [folder, path.dirname(folder)]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  await makeFolder(folder);
});

it('throws where a file is in the way', async () => {
  await writeFile(path.join(root, 'file'), '');
  await expect(makeFolder(path.join(root, 'file'))).rejects.toThrow('EEXIST');
  await expect(makeFolder(path.join(root, 'file', 'a'))).rejects.toThrow(/EEXIST|ENOTDIR/);
});

it('throws where nobody can make a folder', async () => {
  await expect(makeFolder('/proc/nope')).rejects.toThrow(/ENOENT|EROFS|EACCES/);
  await expect(makeFolder('/proc/nope/below')).rejects.toThrow(/ENOENT|EROFS|EACCES/);
});
