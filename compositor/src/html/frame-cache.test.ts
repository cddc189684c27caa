import { mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../../test/scenes.ts';
import { createFrameCache } from './frame-cache.ts';

const folder = makeFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the pages unused for longest go when the folder is full, also while another process removes some', async () => {
  for (const [name, hoursAgo] of [
    ['old', 3],
    ['oldest', 4],
    ['fresh', 0],
  ] as const) {
    const page = join(folder, name);
    mkdirSync(page);
    writeFileSync(join(page, '0.rgba'), '');
    truncateSync(join(page, '0.rgba'), 1024 ** 3);
    const used = Date.now() / 1000 - hoursAgo * 3600;
    utimesSync(page, used, used);
  }
  // Listed, but not there any more when it is looked at.
  symlinkSync(join(folder, 'no-such'), join(folder, 'gone'));
  await createFrameCache(() => folder).touch('mine');
  expect(readdirSync(folder).sort()).toEqual(['fresh', 'gone', 'mine', 'old']);
});
