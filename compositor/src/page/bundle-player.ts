import { fileURLToPath } from 'node:url';
import { bundleForBrowser } from './bundle-for-browser.ts';

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
  const fileOf = (name: string) => fileURLToPath(new URL(`player/${name}`, import.meta.url));
  const standIn = fileOf('schema-stand-in.ts');
  return bundleForBrowser(fileOf('main.ts'), {
    alias: { '#typebox': standIn, '@framemill/timeline/typebox': standIn },
    // What lays texts out and runs scripts: nothing of it is in the file, and esbuild need not read it.
    external: ['harfbuzzjs', 'quickjs-wasi', 'bidi-js', 'linebreak'],
  });
}
