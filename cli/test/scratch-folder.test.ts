import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '@framemill/testing/folders';
import { afterEach, expect, it, vi } from 'vitest';
import { createScratch } from '../src/scratch-folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('removes the folders of killed processes after an hour, and no others', async () => {
  const folder = testFolder();
  vi.stubEnv('TMPDIR', folder);
  // Above the largest number of a process that Linux and macOS give.
  const killed = 'framemill-999999999-abcdef';
  const recent = 'framemill-999999998-abcdef';
  const running = `framemill-${process.ppid}-abcdef`;
  const other = 'framemill-tests-abcdef';
  const twoHoursAgo = Date.now() / 1_000 - 7_200;
  for (const name of [killed, recent, running, other]) mkdirSync(join(folder, name, 'parts'), { recursive: true });
  for (const name of [killed, running, other]) utimesSync(join(folder, name), twoHoursAgo, twoHoursAgo);
  const own = await createScratch();
  expect(existsSync(own)).toBe(true);
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual(
    expect.arrayContaining([own, ...[recent, running, other].map((name) => join(folder, name))]),
  );
  expect(existsSync(join(folder, killed))).toBe(false);
});
