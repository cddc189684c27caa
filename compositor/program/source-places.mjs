import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';

/** Native code, and programs that look for files of their own: found from the bundle as from compositor's sources. */
export const outside = ['sharp', '@napi-rs/canvas', 'playwright-core', 'webgpu', 'esbuild', 'yazl'];

/**
 * Lets bundled modules find what lies beside their sources: `import.meta.url` and `import.meta.resolve` say what they
 * say in the sources, by paths relative to the bundle, so that a checkout can be moved. Packages that bring WebAssembly
 * stay outside.
 * @param {string} outFolder where all files of the bundle lie, absolute
 * @param {(file: string) => string} read how a source is read
 * @returns {import('esbuild').Plugin}
 */
export function sourcePlaces(outFolder, read = (file) => readFileSync(file, 'utf8')) {
  /** @param {string} file */
  const addressOf = (file) => `new URL(${JSON.stringify(relative(outFolder, file))}, import.meta.url).href`;
  /** @param {string} importer @param {string} name */
  const find = (importer, name) => createRequire(importer).resolve(name);
  return {
    name: 'source-places',
    setup(build) {
      build.onResolve({ filter: /^(harfbuzzjs|quickjs-wasi)$/ }, ({ path, importer }) => ({
        path: relative(outFolder, find(importer, path)),
        external: true,
      }));
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const text = read(path);
        const contents = text
          .replaceAll(/import\.meta\.resolve\('([^']+)'\)/g, (_, name) => addressOf(find(path, name)))
          .replaceAll(/import\.meta\.url(?!\)\.href)/g, () => addressOf(path));
        return { contents, loader: 'ts' };
      });
      build.onLoad({ filter: /[/\\]node-av[/\\]dist[/\\].*\.js$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', () => addressOf(path)),
        loader: 'js',
      }));
    },
  };
}
