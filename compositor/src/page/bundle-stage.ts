import { fileURLToPath } from 'node:url';
import { bundleForBrowser } from './bundle-for-browser.ts';

let bundled: Promise<Uint8Array> | null = null;

/**
 * Returns the script of an editor's preview, an ES module that lays out a document as a page and shows any time of it.
 * The script contains text layout, whose WebAssembly file must be served next to it as `harfbuzz.wasm`. The first call
 * builds it (about 400 ms); later calls return the cached build. A failed build is not cached.
 */
export function stageScript(): Promise<Uint8Array> {
  bundled ??= bundleStage().catch((error: unknown) => {
    bundled = null;
    throw error;
  });
  return bundled;
}

async function bundleStage(): Promise<Uint8Array> {
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
}
