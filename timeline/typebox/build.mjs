// Bundles the schema library to typebox/build/index.mjs: `node timeline/typebox/build.mjs`. It comes as 680 modules,
// which take 200 ms of processor time in every process that starts; as one module they take 10.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';

const folder = import.meta.dirname;
const target = join(folder, 'build', 'index.mjs');
// Written under another name first: a process that starts meanwhile must never load half a file.
const partial = `${target}.${process.pid}`;
await build({
  entryPoints: [join(folder, 'index.ts')],
  outfile: partial,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2024',
  legalComments: 'inline',
  logLevel: 'warning',
});
renameSync(partial, target);
