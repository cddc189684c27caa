import { fileURLToPath } from 'node:url';
import { bundleForBrowser } from './bundle-for-browser.ts';

let bundled: Promise<Uint8Array> | null = null;

/**
 * The script of an editor's preview, an ES module: it makes the page of a document and shows times of it. Text layout is in it, whose
 * WebAssembly must lie beside it as `harfbuzz.wasm`. Made when it is first asked for (about 400 ms) and kept.
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
    // The latter is for Node only, behind a test for it.
    external: ['quickjs-wasi', 'module', 'node:module', 'node:fs', 'node:url'],
  });
}
