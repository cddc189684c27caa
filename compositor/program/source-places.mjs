import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';

/**
 * Packages that are not bundled, because they are native code or load files of their own. The bundle finds the same
 * packages as the compositor's sources.
 */
export const outside = ['sharp', '@napi-rs/canvas', 'playwright-core', 'webgpu', 'esbuild', 'yazl'];

/**
 * Creates an esbuild plugin that lets bundled modules find the files next to their sources. In the bundle,
 * `import.meta.url` and `import.meta.resolve` have the same results as in the sources. They are computed from paths
 * relative to the bundle, so that a checkout can be moved. Packages that contain WebAssembly are not bundled.
 * @param {string} outFolder absolute path of the folder with all files of the bundle
 * @param {(file: string) => string} read returns the text of a source file
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
