import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startRenderChild } from '../child/start-render-child.ts';
import { engineFingerprint } from './fingerprint.ts';
import { programFile } from './program-file.ts';

const root = mkdtempSync(join(tmpdir(), 'framemill-program-'));
const folder = join(root, 'build');
const source = join(root, 'a.ts');
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeEach(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(source, 'one');
  const { size, mtimeMs } = statSync(source);
  const sha256 = createHash('sha256').update('one').digest('hex');
  const program = { folder: 'made', sources: [{ path: 'a.ts', size, mtimeMs, sha256 }] };
  writeFileSync(join(folder, 'program.json'), JSON.stringify(program));
});

const found = () => programFile('child', { root, folder });

test('the bundle is used while its sources are what it was made of, whenever they were written', () => {
  expect(found()).toBe(join(folder, 'made', 'child.mjs'));
  utimesSync(source, 1, 1);
  expect(found()).toBe(join(folder, 'made', 'child.mjs'));
});

test('of other sources it is none', () => {
  writeFileSync(source, 'two');
  expect(found()).toBe(null);
  rmSync(source);
  expect(found()).toBe(null);
  rmSync(join(folder, 'program.json'));
  expect(found()).toBe(null);
});

test('bundled and as it is the code is one engine: it makes the same bytes', async () => {
  // Made by the set-up; not of sources that were edited since.
  if (programFile('child') === null) {
    execFileSync(process.execPath, [join(import.meta.dirname, '../../program/build.mjs')]);
  }
  const child = startRenderChild();
  try {
    const [{ fingerprint }, own] = await Promise.all([child.run({ type: 'fingerprint' }), engineFingerprint()]);
    expect(fingerprint).toBe(own);
  } finally {
    child.kill();
    await child.exited;
  }
});
