import { fileURLToPath } from 'node:url';

let bundled: Promise<Uint8Array> | null = null;

/**
 * The script of the pages, /vendor/timeline.js: the evaluator, looks, texts and transitions of the renderer as one file
 * for browsers. Made when it is first asked for (about 200 ms) and kept.
 */
export function playerScript(): Promise<Uint8Array> {
  bundled ??= bundlePlayer().catch((error: unknown) => {
    bundled = null;
    throw error;
  });
  return bundled;
}

async function bundlePlayer(): Promise<Uint8Array> {
  // Loaded here: a process that is asked for no page does not pay for it.
  const { build } = await import('esbuild');
  const fileOf = (name: string) => fileURLToPath(new URL(`player/${name}`, import.meta.url));
  const standIn = fileOf('schema-stand-in.ts');
  const { outputFiles } = await build({
    entryPoints: [fileOf('main.ts')],
    alias: { '#typebox': standIn, '@framemill/timeline/typebox': standIn },
    // What lays texts out and runs scripts: nothing of it is in the file, and esbuild need not read it.
    external: ['harfbuzzjs', 'quickjs-wasi', 'bidi-js', 'linebreak'],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2024',
    platform: 'browser',
    minify: true,
    legalComments: 'inline',
    logLevel: 'silent',
  });
  const [file] = outputFiles;
  if (!file) throw new Error('esbuild made no file of the page timeline.');
  return file.contents;
}
