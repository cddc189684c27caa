import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { outside, sourcePlaces } from './source-places.mjs';

const handlers = join(dirname(import.meta.dirname), 'src/child/handlers');
/**
 * Modules of the render tasks whose results are cached by content. The hash covers them and the modules that they load.
 */
const keptTasks = ['./segments.ts', '../../audio/mix-audio.ts', './stitch.ts'];

/**
 * Returns the SHA-256, in hexadecimal, of the code that determines the bytes of a rendered video: the minified modules
 * that the tasks of a render load. Comments, tests and code that no render loads do not affect the hash. It takes about
 * a second.
 * @param {{ read?: (file: string) => string }} [options] `read` returns the text of a source file; tests replace it
 * @returns {Promise<string>}
 */
export async function engineHash({ read } = {}) {
  const { outputFiles } = await build({
    stdin: {
      contents: keptTasks.map((task) => `export * from '${task}';`).join('\n'),
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
