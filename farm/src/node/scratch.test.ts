import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '@framemill/infra';
import { expect, it } from 'vitest';
import { createScratch, makeSettingFolder } from './scratch.ts';

const log = createLogger('test', { level: 'silent' });

it('removes the folders of processes that are gone, and nobody else’s', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'framemill-scratch-'));
  const { pid } = spawnSync('true');
  await mkdir(path.join(root, `${hostname()}~${pid}~abc`));
  await mkdir(path.join(root, `${hostname()}~${process.pid}~abc`));
  await mkdir(path.join(root, `${hostname()}~${process.ppid}~abc`));
  await mkdir(path.join(root, `another-machine~${pid}~abc`));
  const neighbour = await createScratch(root, log);
  const scratch = await createScratch(root, log);
  expect((await readdir(root)).toSorted()).toEqual(
    [
      `another-machine~${pid}~abc`,
      `${hostname()}~${process.ppid}~abc`,
      path.basename(neighbour.folder),
      path.basename(scratch.folder),
    ].toSorted(),
  );
  await Promise.all([neighbour.remove(), scratch.remove()]);
  await rm(root, { recursive: true });
});

it('removes the folder of a process that dies later', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'framemill-scratch-'));
  const dying = spawn('sleep', ['60']);
  const folder = path.join(root, `${hostname()}~${dying.pid}~abc`);
  await mkdir(folder);
  await writeFile(path.join(folder, 'media'), 'bytes');
  const scratch = await createScratch(root, log, 20);
  const both = [path.basename(folder), path.basename(scratch.folder)].toSorted();
  expect((await readdir(root)).toSorted()).toEqual(both);
  const exited = new Promise((resolve) => dying.once('exit', resolve));
  dying.kill('SIGKILL');
  await exited;
  await expect.poll(() => readdir(root)).toEqual([path.basename(scratch.folder)]);
  await scratch.remove();
  expect(await readdir(root)).toEqual([]);
  await rm(root, { recursive: true });
});

it('makes a folder, and names the variable where it cannot', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'framemill-setting-'));
  try {
    await makeSettingFolder(path.join(root, 'a', 'b'), 'SCRATCH_DIR', 0o700);
    expect((await stat(path.join(root, 'a', 'b'))).mode & 0o777).toBe(0o700);
    const file = path.join(root, 'file');
    await writeFile(file, '');
    await expect(makeSettingFolder(file, 'SCRATCH_DIR')).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringMatching(/^The folder ".*file" cannot be created \(EEXIST.*Set SCRATCH_DIR to a folder/),
    });
  } finally {
    await rm(root, { recursive: true });
  }
});
