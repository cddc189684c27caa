import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suiteFolder } from '@framemill/testing/folders';
import { describe, expect, it } from 'vitest';
import { helpOf } from './cli/arguments.mjs';
import { commands } from './cli/commands.mjs';
import { everywhere } from './cli/options.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const program = path.join(import.meta.dirname, 'framemill.mjs');

const folder = suiteFolder();

function framemill(...args: string[]) {
  const env = { ...process.env, DATA_DIR: path.join(folder, 'data') };
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

it('names the options that the programs take, no more and no fewer', () => {
  const programs = new Map<string, Set<string>>();
  for (const [name, { program: file, before = [], options }] of Object.entries(commands)) {
    if (file === null || name === 'admin') continue;
    const known = programs.get(file) ?? new Set<string>();
    programs.set(file, known);
    for (const option of [...options, ...everywhere]) known.add(`--${option.name}`);
    for (const word of before) if (word.startsWith('--')) known.add(word);
  }
  for (const [file, known] of programs) {
    const { stdout } = spawnSync(process.execPath, [path.join(root, file), '--help'], { encoding: 'utf8' });
    const said = new Set(stdout.match(/(?<!\w)--[a-z][a-z-]*/g)?.filter((word) => word !== '--'));
    expect({ file, options: [...said].sort() }).toEqual({ file, options: [...known].sort() });
  }
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
    stderr: expect.stringContaining('Use one of init, check,'),
  });
  expect(framemill('completion', 'csh').stderr).toBe('completion needs one of bash, zsh, fish (got "csh").\n');
  expect(framemill('render', '--fast')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^Unknown option '--fast'\. framemill render takes --output, /),
  });
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
    expect(json('admin', 'account', 'lst')).toMatchObject({ status: 1, error: { code: 'failed' } });
  });
});
