// `npm run pack`: creates framemill-<version>.tgz, which `npm i -g` and `npx` install. Node runs no TypeScript below
// node_modules, so types are stripped from the sources file by file. Otherwise the files keep their places, so that
// all paths between them stay valid.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { runCommand } from './setup/run-command.mjs';

const root = path.resolve(import.meta.dirname, '../..');
/** Packages that the archive contains as bundled dependencies. */
const packages = ['timeline', 'compositor', 'cli', 'infra', 'scheduler', 'farm', 'api'];
/** Files other than sources that programs read at run time, by package. */
const besides = {
  timeline: ['document.schema.json', 'typebox/build/**'],
  compositor: ['kernels/build/kernels.wasm'],
  cli: [],
  infra: ['prisma/migrations/**', 'bootstrap/**', 'deploy/backup.md'],
  scheduler: [],
  farm: [],
  api: ['fixtures/**', 'plugin-example/**', 'guides/build/guides.json'],
};
/** Matches files that are left out, because they are only used for tests, measurements or code generation. */
const leftOut = /\.test\.ts$|\.golden\.json$|^bootstrap\/(?:test|pack)\b|^src\/gallery\/(?!pictures|small)\b/;

/**
 * Builds the package in `stage` and packs it into `target`; returns the path of the archive.
 * @param {{ stage: string; target: string }} places absolute folders; `stage` is emptied
 */
export async function pack({ stage, target }) {
  rmSync(stage, { recursive: true, force: true });
  const home = path.join(stage, 'node_modules/@framemill');
  /** @type {Record<string, string>} */
  const dependencies = {};
  /** @type {Record<string, string>} */
  const optional = {};
  const own = readManifest('.');
  for (const name of packages) {
    const manifest = readManifest(name);
    Object.assign(dependencies, manifest.dependencies);
    Object.assign(optional, manifest.optionalDependencies);
    for (const file of filesOf(name)) copyFile(path.join(root, name, file), path.join(home, name, file));
    const { devDependencies: _, dependencies: __, optionalDependencies: ___, scripts: ____, ...kept } = manifest;
    writeJson(
      path.join(home, name, 'package.json'),
      JSON.parse(built(JSON.stringify({ ...kept, version: own.version }))),
    );
  }
  cpSync(path.join(root, 'studio/build'), path.join(home, 'studio/build'), { recursive: true });
  writeJson(path.join(home, 'studio/package.json'), {
    name: '@framemill/studio',
    version: own.version,
    type: 'module',
  });
  const bundled = [...packages, 'studio'].map((name) => `@framemill/${name}`);
  for (const name of bundled) dependencies[name] = own.version;
  writeJson(path.join(stage, 'package.json'), {
    ...{ name: own.name, version: own.version, description: own.description, license: own.license, type: 'module' },
    ...{ engines: own.engines, bin: { framemill: 'framemill.mjs' } },
    dependencies: sorted(dependencies),
    optionalDependencies: sorted(optional),
    bundleDependencies: bundled,
  });
  for (const file of ['LICENSE', 'README.md']) cpSync(path.join(root, file), path.join(stage, file));
  writeFileSync(
    path.join(stage, 'framemill.mjs'),
    "#!/usr/bin/env node\nimport './node_modules/@framemill/cli/src/framemill.mjs';\n",
    { mode: 0o755 },
  );
  mkdirSync(target, { recursive: true });
  await runCommand('the package', 'npm', ['pack', '--pack-destination', target, '--loglevel=error'], {
    cwd: stage,
    env: process.env,
  });
  return path.join(target, `${own.name}-${own.version}.tgz`);
}

/** @param {string} name */
function filesOf(name) {
  const patterns = ['src/**', ...besides[/** @type {keyof typeof besides} */ (name)]];
  const home = path.join(root, name);
  return globSync(patterns, { cwd: home }).filter(
    (file) => !leftOut.test(file) && statSync(path.join(home, file)).isFile(),
  );
}

/** @param {string} from @param {string} to */
function copyFile(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  if (/\.(?:m?js|ts)$/.test(from) && !/\.min\.js$/.test(from)) {
    const text = readFileSync(from, 'utf8');
    const plain = from.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
    writeFileSync(to.replace(/\.ts$/, '.js'), built(plain));
  } else cpSync(from, to);
}

/**
 * Replaces the quoted names of TypeScript files by those of the JavaScript files built from them.
 * @param {string} text
 */
function built(text) {
  return text.replaceAll(/\.ts(?=['"`])/g, '.js');
}

/**
 * @param {string} folder
 * @returns {{
 *   name: string; version: string; description: string; license: string; engines: object;
 *   dependencies?: Record<string, string>; optionalDependencies?: Record<string, string>; devDependencies?: object;
 *   scripts?: object
 * }}
 */
function readManifest(folder) {
  return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
}

/** @param {string} file @param {object} value */
function writeJson(file, value) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** @param {Record<string, string>} record */
function sorted(record) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

if (process.argv[1] === import.meta.filename) {
  const file = await pack({ stage: path.join(root, '.build/package'), target: root });
  process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
}
