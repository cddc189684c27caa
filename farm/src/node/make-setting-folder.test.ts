import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeSettingFolder } from './make-setting-folder.ts';

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
