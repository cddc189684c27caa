import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = path.join(import.meta.dirname, 'run.mjs');
let folder = '';
let program = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'framemill-run-'));
  program = path.join(folder, 'program.mjs');
  writeFileSync(
    program,
    `console.log(JSON.stringify({
      pid: process.pid, args: process.argv.slice(2), program: process.argv[1], cache: process.env.NODE_COMPILE_CACHE,
    }));
    process.exitCode = 3;`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runProgram(options: string[]) {
  const { pid, stdout, stderr, status } = spawnSync(process.execPath, [run, ...options, program, 'one', '--two'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return { ...JSON.parse(stdout), status, isSameProcess: JSON.parse(stdout).pid === pid };
}

it('a program runs in a process of its own, or in this one with --here: same arguments, environment, exit code', () => {
  const apart = runProgram([]);
  const here = runProgram(['--here']);
  const common = { args: ['one', '--two'], program, status: 3, cache: expect.stringContaining('compile-cache') };
  expect(apart).toMatchObject({ ...common, isSameProcess: false });
  expect(here).toMatchObject({ ...common, isSameProcess: true });
});

it('without a program it says how it is used', () => {
  const { stderr, status } = spawnSync(process.execPath, [run, '--here'], { encoding: 'utf8' });
  expect(stderr).toContain('Usage: node infra/bootstrap/run.mjs [--here] <file>');
  expect(status).toBe(1);
});
