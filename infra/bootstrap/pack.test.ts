import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { suiteFolder } from '@framemill/testing/folders';
import { beforeAll, expect, it } from 'vitest';
import { version } from './version.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const workspaces = ['timeline', 'compositor', 'cli', 'infra', 'scheduler', 'farm', 'api'];
const folder = suiteFolder();
let installed: string;

beforeAll(async () => {
  const { pack } = await import('./pack.mjs');
  const file = await pack({ stage: path.join(folder, 'stage'), target: folder });
  // As npm installs it, but that its dependencies are those of the checkout: a registry is not asked.
  installed = path.join(folder, 'home/node_modules/framemill');
  mkdirSync(installed, { recursive: true });
  expect(spawnSync('tar', ['-xzf', file, '--strip-components=1', '-C', installed]).status).toBe(0);
  const { dependencies, optionalDependencies } = manifest();
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    if (name.startsWith('@framemill/')) continue;
    const from = workspaces.map((workspace) => path.join(root, workspace, 'node_modules', name)).find(existsSync);
    const to = path.join(folder, 'home/node_modules', name);
    mkdirSync(path.dirname(to), { recursive: true });
    if (from !== undefined) symlinkSync(from, to);
  }
});

function manifest(): {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  bundleDependencies: string[];
} {
  return JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
}

function framemill(...args: string[]) {
  const cwd = path.join(folder, 'empty');
  mkdirSync(cwd, { recursive: true });
  const env = { PATH: process.env.PATH ?? '', HOME: folder, XDG_CACHE_HOME: path.join(folder, 'cache') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(installed, 'framemill.mjs'), ...args], {
    encoding: 'utf8',
    cwd,
    env,
  });
  return { status, stdout, stderr };
}

it('holds its own packages, without types and tests, and names all others with exact versions', () => {
  const { dependencies, bundleDependencies } = manifest();
  expect(
    bundleDependencies.filter((name) => !existsSync(path.join(installed, 'node_modules', name, 'package.json'))),
  ).toEqual([]);
  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /\.tsx?$|\.test\.js$/.test(file))).toEqual([]);
  expect(files.length).toBeGreaterThan(1_000);
});

it('prints the version of the checkout', () => {
  expect(framemill('--version').stdout).toBe(`${version}\n`);
});

it('renders a second in an empty folder, and checks it', () => {
  expect(framemill('init', 'smallest', 'first')).toMatchObject({ status: 0, stderr: '' });
  expect(framemill('check', 'first/project.json').stdout).toMatch(/0 errors/);
  const made = framemill('render', 'first/project.json', '-o', 'film.mp4', '--quality', 'draft');
  expect(made.stdout).toMatch(/^rendered film\.mp4: 60 frames/);
  expect(existsSync(path.join(folder, 'empty/film.mp4'))).toBe(true);
});

it('brings every other command', () => {
  expect(framemill('admin', '--help').stdout).toContain('framemill admin account create');
  expect(framemill('node', '--pool', 'none').stderr).toContain('--pool must be');
  expect(framemill('backup', 'a.tar.gz').stderr).toContain('does not exist');
  expect(JSON.parse(framemill('schema').stdout)).toHaveProperty('$schema');
  const doctor = JSON.parse(framemill('doctor', '--json').stdout);
  expect(doctor).toMatchObject({ command: 'doctor', result: { checks: expect.anything() } });
});
