import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, test } from 'vitest';
import { codeHash } from './code-hash.ts';
import { engineFingerprint } from './fingerprint.ts';

test('the fingerprint is the same every time on one machine', async () => {
  const first = await engineFingerprint();
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await engineFingerprint()).toBe(first);
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const files = { 'package.json': '{ "version": "1.0.0" }', 'src/blur.ts': 'export const sigma = 1;', 'src/a/b.ts': '' };

function packageOf(contents: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-code-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

describe('the hash of code', () => {
  it('is the same wherever the package lies, whatever its tests and other files say', () => {
    const more = { 'src/blur.test.ts': 'test();', 'src/look.webp': 'picture', 'README.md': 'words', 'test/x.ts': 'x' };
    expect(codeHash([packageOf(files)])).toMatch(/^[0-9a-f]{64}$/);
    expect(codeHash([packageOf({ ...files, ...more })])).toBe(codeHash([packageOf(files)]));
  });

  it.each([
    ['a changed source', { ...files, 'src/blur.ts': 'export const sigma = 2;' }],
    ['another version that it builds on', { ...files, 'package.json': '{ "version": "1.0.1" }' }],
    ['a new source', { ...files, 'src/new.ts': '' }],
    [
      'a source with another name',
      { 'package.json': files['package.json'], 'src/blur.ts': files['src/blur.ts'], 'src/a/c.ts': '' },
    ],
  ])('is another one after %s', (_, changed) => {
    expect(codeHash([packageOf(changed)])).not.toBe(codeHash([packageOf(files)]));
  });

  it('counts every package', () => {
    const other = packageOf({ ...files, 'src/new.ts': '' });
    expect(codeHash([packageOf(files), other])).not.toBe(codeHash([packageOf(files), packageOf(files)]));
  });
});
