import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createScratch } from './scratch.ts';

it('removes the folders of processes that are gone, and nobody else’s', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'framemill-scratch-'));
  const { pid } = spawnSync('true');
  await mkdir(path.join(root, `${hostname()}~${pid}~abc`));
  await mkdir(path.join(root, `${hostname()}~${process.ppid}~abc`));
  await mkdir(path.join(root, `another-machine~${pid}~abc`));
  const scratch = await createScratch(root);
  expect((await readdir(root)).toSorted()).toEqual(
    [`another-machine~${pid}~abc`, `${hostname()}~${process.ppid}~abc`, path.basename(scratch.folder)].toSorted(),
  );
  await scratch.remove();
  await rm(root, { recursive: true });
});
