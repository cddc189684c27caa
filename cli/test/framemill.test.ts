import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formats } from '@framemill/compositor/formats';
import { helpOf } from '@framemill/infra/command-line';
import { suiteFolder } from '@framemill/testing/folders';
import { ASPECT_RATIOS } from '@framemill/timeline/rendering';
import { describe, expect, it } from 'vitest';
import { commands } from '../src/commands.mjs';
import { options } from '../src/options.mjs';

const root = path.join(import.meta.dirname, '../..');
const program = path.join(root, 'cli/src/framemill.mjs');

const folder = suiteFolder();

function framemill(...args: string[]) {
  const env = { ...process.env, DATA_DIR: path.join(folder, 'data'), XDG_CACHE_HOME: path.join(folder, 'cache') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    cwd: folder,
    env,
  });
  return { status, stdout, stderr };
}

const names = Object.keys(commands);

it('lists its commands, and says of each how it is used, with an example', () => {
  const { status, stdout } = framemill('help');
  expect(status).toBe(0);
  expect([...stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name)).toEqual(names);
  for (const [name, command] of Object.entries(commands)) {
    expect(helpOf(name, command)).toMatch(/\nExample:\n.*\bframemill\b/);
  }
  expect(framemill('render', '--help').stdout).toBe(framemill('help', 'render').stdout);
});

it('names every format and aspect ratio', () => {
  expect(options.film[0].choices).toEqual(formats);
  expect(options.aspect[0].choices).toEqual(ASPECT_RATIOS);
});

it.each([
  ['node', 'farm/src/main.ts'],
  ['start', 'infra/bootstrap/start.ts'],
  ['render', 'cli/src/main.ts'],
])('prints the help that the program of %s prints', (name, file) => {
  const args = [path.join(import.meta.dirname, '../..', file), ...(commands[name]?.before ?? []), '--help'];
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout).toBe(framemill(name, '--help').stdout);
});

it.each([
  ['frame', 'render'],
  ['doctor', 'node'],
])('gives %s only options that %s has, whose program runs it', (name, other) => {
  const optionsOf = (command: string) => commands[command]?.options.map((option) => option.name);
  expect(optionsOf(other)).toEqual(expect.arrayContaining(optionsOf(name) ?? ['none']));
});

describe('completion', () => {
  /** Returns the completions that bash offers for a command line whose last word is being typed. */
  function offered(...words: string[]): string[] {
    const script =
      'eval "$("$0" "$1" completion bash)"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _framemill; printf ' +
      `'%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = spawnSync('bash', ['-c', script, process.execPath, program, 'framemill', ...words], {
      encoding: 'utf8',
      cwd: folder,
    });
    return stdout.trim().split('\n');
  }

  it('knows commands, options, their values, the verbs of admin, and files', () => {
    writeFileSync(path.join(folder, 'film.json'), '{}');
    expect(offered('sch')).toEqual(['schema']);
    expect(offered('render', '--qual')).toEqual(['--quality']);
    expect(offered('render', 'film.json', '--quality', '')).toEqual(['draft', 'standard', 'high']);
    expect(offered('render', 'fi')).toEqual(['film.json']);
    expect(offered('admin', 'acc')).toEqual(['account']);
    expect(offered('admin', 'account', 'cre')).toEqual(['create', 'credits']);
    expect(offered('admin', 'account', 'create', '--pl')).toEqual(['--plan']);
  });

  it.each(['zsh', 'fish'])('is a script that %s can read, where it is there', (shell) => {
    const { status, stdout } = framemill('completion', shell);
    expect(status).toBe(0);
    expect(names.filter((name) => !stdout.includes(name))).toEqual([]);
    const file = path.join(folder, `completion.${shell}`);
    writeFileSync(file, stdout);
    const read = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
    if (read.error) return console.warn(`completion: ${shell} is not here; only the words were looked at.`);
    expect([read.status, read.stderr]).toEqual([0, '']);
  });
});

it('says what is wrong, and what there is', () => {
  expect(framemill('rendr')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('Use one of init, import, check,'),
  });
  expect(framemill('completion', 'csh').stderr).toBe(
    'The word after completion must be one of bash, zsh, fish (got "csh"). See --help.\n',
  );
  expect(framemill('render', '--fast')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^Unknown option '--fast'\. Use --output, /),
  });
});

it('prints its version, which no package but that at the root states', () => {
  const [own, ...others] = ['.', ...globSync('*/package.json', { cwd: root }).map((file) => path.dirname(file))].map(
    (name) => JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8')).version,
  );
  expect(own).toMatch(/^\d+\.\d+\.\d+$/);
  expect(others.length).toBeGreaterThan(8);
  expect(new Set(others)).toEqual(new Set([undefined]));
  for (const words of ['--version', '-V', 'version']) expect(framemill(words).stdout).toBe(`${own}\n`);
  const changes = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
  expect(/^## (\S+)/m.exec(changes)?.[1]).toBe(own);
});

it('prints the schema of project files', () => {
  expect(JSON.parse(framemill('schema').stdout)).toHaveProperty('$schema');
});

describe('--json', () => {
  /** Runs a command with `--json` and returns its exit code and the single JSON line that it printed. */
  function json(...args: string[]) {
    const { status, stdout } = framemill(...args, '--json');
    expect(stdout.trim().split('\n')).toHaveLength(1);
    const answer = JSON.parse(stdout);
    expect(Object.keys(answer)).toEqual(['ok', 'command', 'result', 'error']);
    expect([answer.command, answer.ok]).toEqual([args[0], status === 0]);
    return { status, ...answer };
  }

  it('has one shape, whatever the command and whatever comes of it', () => {
    const project = path.join(folder, 'first', 'project.json');
    expect(json('init', 'smallest', path.join(folder, 'first')).result).toEqual({ project });
    expect(json('check', project).result).toEqual({ findings: [] });
    const film = path.join(folder, 'film.mp4');
    expect(json('render', project, '-o', film, '--quality', 'draft').result).toMatchObject({ file: film, frames: 60 });
    expect(existsSync(film)).toBe(true);
    const cache = { folder: path.join(folder, 'cache/framemill/segments'), limitBytes: 2_000_000_000 };
    const files = { bytes: expect.any(Number), segments: 1, audioMixes: 0 };
    expect(json('cache').result).toEqual({ ...cache, ...files });
    expect(framemill('render', project, '-o', film, '--quality', 'draft').stdout).toMatch(
      /^rendered .*film\.mp4: 60 frames \(1 of 1 segments from the cache\), /,
    );
    expect(json('cache', '--clear').result).toEqual({ ...cache, removed: files });
    expect(framemill('cache').stdout).toBe(
      `${cache.folder}: 0 segments and 0 audio mixes, 0.0 MB of at most 2000.0 MB\n`,
    );
    expect(json('schema').result).toHaveProperty('$schema');
    expect(Object.keys(json('help').result)).toEqual(names);
  });

  it('tells failures by their code', () => {
    const broken = path.join(folder, 'broken.json');
    writeFileSync(
      broken,
      JSON.stringify({ ...JSON.parse(readFileSync(path.join(folder, 'first/project.json'), 'utf8')), version: 7 }),
    );
    expect(json('check', broken)).toMatchObject({
      status: 1,
      error: { code: 'invalid_request' },
      result: {
        findings: [{ kind: 'error', field: 'document.version', place: expect.stringMatching(/broken\.json:1:\d+$/) }],
      },
    });
    expect(json('render', 'no.json', '-o', 'a.mp4')).toMatchObject({ status: 1, error: { code: 'not_found' } });
    expect(json('render', 'no.json', '-o', 'a.avi')).toMatchObject({ status: 2, error: { code: 'invalid_request' } });
    expect(json('render', '--fast')).toMatchObject({ status: 2, error: { code: 'invalid_request' } });
    expect(json('rendr')).toMatchObject({ status: 2, error: { code: 'invalid_request' } });
    expect(json('backup', 'a.tar.gz')).toMatchObject({
      status: 1,
      error: { code: 'failed', message: expect.stringMatching(/does not exist/) },
    });
    expect(json('admin', 'account', 'lst')).toMatchObject({ status: 2, error: { code: 'invalid_request' } });
  });
});
