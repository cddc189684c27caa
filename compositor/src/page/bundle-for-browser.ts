/** Options of a bundle apart from its entry file. */
export interface BundleOptions {
  /** Modules to replace: module name to the path of the replacement. */
  alias?: Record<string, string>;
  /** Modules to leave out of the bundle, because none of their code runs in the browser. */
  external?: string[];
  /**
   * Format of the bundle: `esm` for a module that keeps the entry file's exports and may use top-level `await`, `iife`
   * for one self-invoking function. Default `iife`.
   */
  format?: 'iife' | 'esm';
  /** Names to replace by an expression at build time (esbuild `define`). */
  define?: Record<string, string>;
}

/** Bundles an entry file and all of its imports into one minified browser script, UTF-8. Takes some 200 ms. */
export async function bundleForBrowser(entryPath: string, options: BundleOptions = {}): Promise<Uint8Array> {
  // Imported lazily: a process that serves no page does not load esbuild.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    format: 'iife',
    ...options,
    entryPoints: [entryPath],
    bundle: true,
    write: false,
    target: 'es2024',
    platform: 'browser',
    minify: true,
    legalComments: 'inline',
    logLevel: 'silent',
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`esbuild returned no file for ${entryPath}.`);
  return file.contents;
}
