// Bundles the render process and the command line to program/build/: `node compositor/program/build.mjs`. They come as
// some 1,000 modules, which take 330 ms of processor time in a render process that starts; as a dozen they take 90.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';
import { engineHash } from './engine-hash.mjs';
import { outside, sourcePlaces } from './source-places.mjs';

const compositor = dirname(import.meta.dirname);
const root = dirname(compositor);
const target = join(import.meta.dirname, 'build');
// A folder of its own each time: processes that run load parts of theirs when they need them.
const name = `${Date.now()}-${process.pid}`;
const outFolder = join(target, name);

const { metafile } = await build({
  entryPoints: {
    child: join(compositor, 'src/child/main.ts'),
    command: join(root, 'cli/src/run-command.ts'),
  },
  outdir: outFolder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  legalComments: 'inline',
  logLevel: 'warning',
  metafile: true,
  absWorkingDir: root,
  external: outside,
  plugins: [sourcePlaces(outFolder)],
});
// The lock file stands for the packages.
const sources = [...Object.keys(metafile.inputs).filter((file) => !file.includes('node_modules/')), 'pnpm-lock.yaml']
  .map((file) => describeSource(join(root, file)))
  .sort((a, b) => (a.path < b.path ? -1 : 1));
const partial = join(outFolder, 'program.json');
writeFileSync(partial, `${JSON.stringify({ folder: name, engine: await engineHash(), sources })}\n`);
renameSync(partial, join(target, 'program.json'));
removeOlder();

/**
 * Returns the size, modification time and hash of a source file. `src/engine/program-file.ts` compares them to
 * determine whether the bundle is up to date.
 */
function describeSource(file) {
  const { size, mtimeMs } = statSync(file);
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  return { path: relative(root, file), size, mtimeMs, sha256 };
}

/** Removes old bundles, except the one before the new bundle, because processes may still run it. */
function removeOlder() {
  const folders = readdirSync(target).filter((entry) => /^\d+-\d+$/.test(entry));
  for (const old of folders.sort().slice(0, -2)) rmSync(join(target, old), { recursive: true, force: true });
}
