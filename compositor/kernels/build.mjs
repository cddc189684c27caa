// Compiles the kernels to kernels/build/kernels.wasm: `node compositor/kernels/build.mjs [--if-stale]`.
// No relaxed SIMD: the same pictures must come out of every machine.
import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { main } from 'assemblyscript/asc';
import { poolConstants } from './pool-constants.ts';

/**
 * Address in WebAssembly memory at which the static data of the kernels begins. The vector constants of `poolConstants`
 * are stored below it.
 */
const memoryBase = 4096;
const folder = import.meta.dirname;
const target = join(folder, 'build', 'kernels.wasm');
const sources = sourcesIn(folder);
// What several kernels import; it exports nothing of the module.
const shared = sourcesIn(join(folder, 'shared'));

if (process.argv.includes('--if-stale') && isFresh()) process.exit(0);

mkdirSync(join(folder, 'build'), { recursive: true });
let text = '';
const { error, stderr } = await main(
  [
    ...sources,
    '-O3',
    '--noAssert',
    '--runtime',
    'stub',
    '--importMemory',
    '--initialMemory',
    '16',
    '--memoryBase',
    String(memoryBase),
    '--enable',
    'simd',
    '--textFile',
    'kernels.wat',
  ],
  {
    writeFile: (_name, contents) => {
      text = String(contents);
    },
  },
);
if (error) {
  process.stderr.write(`${stderr.toString()}\n${error.message}\n`);
  process.exit(1);
}
// Written under another name first: a process that starts meanwhile must never load half a file.
const partial = `${target}.${process.pid}`;
writeFileSync(partial, poolConstants(text, { from: 16, until: memoryBase }));
renameSync(partial, target);

function sourcesIn(directory) {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.as.ts'))
    .sort()
    .map((name) => join(directory, name));
}

function isFresh() {
  try {
    const built = statSync(target).mtimeMs;
    return [...sources, ...shared, import.meta.filename, join(folder, 'pool-constants.ts')].every(
      (file) => statSync(file).mtimeMs <= built,
    );
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}
