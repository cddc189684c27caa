import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { textWasmUrl } from '@framemill/timeline';
import { readModule } from '../kernels/load-kernels.ts';

/** Options of a bundle apart from its entry file. */
export interface BundleOptions {
  /** Modules to replace: module name to the path of the replacement. */
  alias?: Record<string, string>;
  /** Modules that are left out of the bundle, because their code never runs in the browser. */
  external?: string[];
  /**
   * Format of the bundle. `esm`: a module that keeps the entry file's exports and may use top-level `await`. `iife`:
   * one self-invoking function. Default `iife`.
   */
  format?: 'iife' | 'esm';
  /** Names to replace by an expression at build time (esbuild `define`). */
  define?: Record<string, string>;
}

/** Bundles an entry file and all of its imports into one minified browser script. Returns UTF-8. Takes about 200 ms. */
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

/** Returns a function that bundles a script at its first call, and then returns the same. A failure is not cached. */
export function bundledOnce(bundle: () => Promise<Uint8Array>): () => Promise<Uint8Array> {
  let bundled: Promise<Uint8Array> | null = null;
  return () => {
    bundled ??= bundle().catch((error: unknown) => {
      bundled = null;
      throw error;
    });
    return bundled;
  };
}

/**
 * Returns the script of the HTML previews, served as `/vendor/timeline.js`: one browser file with the renderer's
 * evaluator, effects, texts and transitions. The first call builds it (about 200 ms); later calls return the cached
 * build. A failed build is not cached.
 */
export const playerScript = bundledOnce(() => {
  const fileOf = (name: string) => fileURLToPath(new URL(`player/${name}`, import.meta.url));
  const standIn = fileOf('schema-stand-in.ts');
  return bundleForBrowser(fileOf('main.ts'), {
    alias: { '#typebox': standIn, '@framemill/timeline/typebox': standIn },
    // Text layout and scripting libraries: the bundle uses none of their code, so esbuild need not read them.
    external: ['harfbuzzjs', 'quickjs-wasi', 'bidi-js', 'linebreak'],
  });
});

/**
 * Returns the script of an editor's preview, an ES module that converts a document to a page and shows the page at any
 * point in time. The script contains text layout, whose WebAssembly file must be served in the same folder as
 * `harfbuzz.wasm`. The first call builds the script (about 400 ms); later calls return the cached build. A failed build
 * is not cached.
 */
export const stageScript = bundledOnce(() => {
  const fileOf = (name: string) => fileURLToPath(new URL(`player/${name}`, import.meta.url));
  const standIn = fileOf('schema-stand-in.ts');
  return bundleForBrowser(fileOf('stage-main.ts'), {
    format: 'esm',
    alias: {
      '#typebox': standIn,
      '@framemill/timeline/typebox': standIn,
      'node:timers/promises': fileOf('next-turn.ts'),
    },
    // The last four are used in Node only, behind a check for Node.
    external: ['quickjs-wasi', 'module', 'node:module', 'node:fs', 'node:url'],
  });
});

/**
 * Returns the script of the worker that draws frames and mixes audio in a browser, an ES module. `kernels.wasm`,
 * `harfbuzz.wasm` and the bundled fonts (`fonts/`) must be served in the same folder. The first call builds the script
 * (about 400 ms); later calls return the cached build. A failed build is not cached.
 */
export const engineScript = bundledOnce(() => engineModule('worker/main.ts'));

/**
 * Returns the code with which the worker of `engineScript` draws on a GPU, an ES module. The worker loads it from its
 * own folder when the browser has WebGPU. Otherwise like `engineScript`.
 */
export const graphicsScript = bundledOnce(() => engineModule('graphics.ts'));

/**
 * Returns the code with which the worker of `engineScript` unpacks WOFF and WOFF2 fonts, an ES module. The worker loads
 * it from its own folder when a document uses such a font. Otherwise like `engineScript`.
 */
export const packedFontsScript = bundledOnce(() => engineModule('packed-fonts.ts'));

/**
 * Returns the code with which the worker of `engineScript` draws animations (Lottie), an ES module. The worker loads it
 * from its own folder when a document has an animation; it needs `canvaskit.wasm` there. Otherwise like `engineScript`.
 */
export const animationsScript = bundledOnce(() => engineModule('animations.ts'));

/** Reads the WebAssembly file of the player of animations, 8 MB. */
export function readCanvasKit(): Promise<Uint8Array> {
  return readFile(createRequire(import.meta.url).resolve('canvaskit-wasm/bin/full/canvaskit.wasm'));
}

/** Returns the script of the worker that exports a document as a video in a browser. Otherwise like `engineScript`. */
export const exportScript = bundledOnce(() => engineModule('worker/export-main.ts'));

function engineModule(name: string): Promise<Uint8Array> {
  const standIn = fileURLToPath(new URL('player/schema-stand-in.ts', import.meta.url));
  return bundleForBrowser(fileURLToPath(new URL(`../browser-engine/${name}`, import.meta.url)), {
    format: 'esm',
    alias: { '#typebox': standIn, '@framemill/timeline/typebox': standIn },
    // Used in Node only, behind a check for Node.
    external: ['module', 'worker_threads', 'fs', 'path'],
  });
}

/** Files of the browser engine that must be served in one folder, next to `fonts/` with the bundled fonts. */
export interface EngineFolder {
  /** Name of the folder: `engine-` and a hash of the files. The files of a folder never change. */
  readonly name: string;
  /**
   * Contents of the files by name: `engine.js` and `export.js` (the scripts of the workers), `graphics.js` (drawing on
   * a GPU), `packed-fonts.js` (unpacking of WOFF and WOFF2 fonts), `animations.js` and `canvaskit.wasm` (animations),
   * `kernels.wasm` and `harfbuzz.wasm`.
   */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Returns the files of the browser engine. Takes about 800 ms. Throws when the kernels have not been built. */
export async function engineFolder(): Promise<EngineFolder> {
  const files = new Map<string, Uint8Array>([
    ['engine.js', await engineScript()],
    ['export.js', await exportScript()],
    ['graphics.js', await graphicsScript()],
    ['packed-fonts.js', await packedFontsScript()],
    ['animations.js', await animationsScript()],
    ['canvaskit.wasm', await readCanvasKit()],
    ['harfbuzz.wasm', await readFile(fileURLToPath(textWasmUrl()))],
    ['kernels.wasm', readModule()],
  ]);
  const hash = createHash('sha256');
  for (const [name, data] of files) hash.update(`${name} ${data.length}\n`).update(data);
  return { name: `engine-${hash.digest('base64url').slice(0, 10).replaceAll('_', '-')}`, files };
}

/**
 * Returns the script of the element `<framemill-player>`, an ES module without imports. The folder of `engineFolder`
 * must be served next to it. The first call builds the script (about 600 ms with the engine); later calls return the
 * cached build. A failed build is not cached.
 */
export const playerElementScript = bundledOnce(async () => {
  const standIn = fileURLToPath(new URL('player/schema-stand-in.ts', import.meta.url));
  const { name } = await engineFolder();
  return bundleForBrowser(fileURLToPath(new URL('../browser-engine/player/index.ts', import.meta.url)), {
    format: 'esm',
    alias: { '#typebox': standIn, '@framemill/timeline/typebox': standIn },
    external: ['module'],
    define: { ENGINE_SCRIPT_PATH: JSON.stringify(`./${name}/engine.js`) },
  });
});

/** Bundles the script of the `framemill preview` page, UTF-8. Takes some 50 ms a call; nothing is cached. */
export function previewScript(): Promise<Uint8Array> {
  return bundleForBrowser(fileURLToPath(new URL('player/preview-main.ts', import.meta.url)));
}

/** Path of the icon file (ICO, 48x48) that browsers request from every host as `/favicon.ico`. */
export const faviconPath = fileURLToPath(new URL('./favicon.ico', import.meta.url));
