// Compiles the kernels to kernels/build/kernels.wasm: `node compositor/kernels/build.mjs [--if-stale]`.
// No relaxed SIMD: the same pictures must come out of every machine.
import { mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { main } from 'assemblyscript/asc';

const folder = import.meta.dirname;
const target = join(folder, 'build', 'kernels.wasm');
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.as.ts'))
  .sort()
  .map((name) => join(folder, name));

if (process.argv.includes('--if-stale') && isFresh()) process.exit(0);

mkdirSync(join(folder, 'build'), { recursive: true });
// Written under another name first: a process that starts meanwhile must never load half a file.
const partial = `${target}.${process.pid}`;
const { error, stderr } = await main([
  ...sources,
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--importMemory',
  '--initialMemory',
  '16',
  '--memoryBase',
  '1024',
  '--enable',
  'simd',
  '--outFile',
  partial,
]);
if (error) {
  process.stderr.write(`${stderr.toString()}\n${error.message}\n`);
  process.exit(1);
}
renameSync(partial, target);

function isFresh() {
  try {
    const built = statSync(target).mtimeMs;
    return [...sources, import.meta.filename].every((file) => statSync(file).mtimeMs <= built);
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}
