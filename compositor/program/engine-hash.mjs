import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { outside, sourcePlaces } from './source-places.mjs';

const handlers = join(dirname(import.meta.dirname), 'src/child/handlers');
/** Files of those tasks of the render process whose results are kept by what they show. */
const keptTasks = ['segments', 'audio', 'stitch'];

/**
 * Hash (sha256, hex) of the code that makes a film's bytes, as it runs: what the tasks of a render load, minified.
 * Comments, tests and code that no render loads make no difference. Takes about a second.
 * @param {{ read?: (file: string) => string }} [options] `read`: how a source is read; a test changes some
 * @returns {Promise<string>}
 */
export async function engineHash({ read } = {}) {
  const { outputFiles } = await build({
    stdin: {
      contents: keptTasks.map((task) => `export * from './${task}.ts';`).join('\n'),
      resolveDir: handlers,
      loader: 'ts',
    },
    // Paths in it are relative to this folder, wherever the checkout lies.
    outdir: import.meta.dirname,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    legalComments: 'none',
    logLevel: 'warning',
    absWorkingDir: dirname(dirname(import.meta.dirname)),
    external: outside,
    plugins: [sourcePlaces(import.meta.dirname, read)],
  });
  const hash = createHash('sha256');
  for (const { contents } of outputFiles) hash.update(contents);
  return hash.digest('hex');
}
