/** What a bundle may have beside its entry file. */
export interface BundleOptions {
  /** Modules that are replaced, by name. */
  alias?: Record<string, string>;
  /** Modules that are left out, because nothing of them is in use. */
  external?: string[];
  /** `esm` for a module, which has the exports of the entry file and may wait at its top; one function when absent. */
  format?: 'iife' | 'esm';
  /** Names that are replaced by an expression. */
  define?: Record<string, string>;
}

/** A script for browsers of all that an entry file imports, minified, UTF-8. Takes some 200 ms. */
export async function bundleForBrowser(entryPath: string, options: BundleOptions = {}): Promise<Uint8Array> {
  // Loaded here: a process that is asked for no page does not pay for it.
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
  if (!file) throw new Error(`esbuild made no file of ${entryPath}.`);
  return file.contents;
}
