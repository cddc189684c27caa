import { fileURLToPath } from 'node:url';
import { bundleForBrowser } from './bundle-for-browser.ts';

let bundled: Promise<Uint8Array> | null = null;

/**
 * Returns the script of the HTML previews, served as `/vendor/timeline.js`: the renderer's evaluator, effects, texts
 * and transitions in one browser file. The first call builds it (about 200 ms); later calls return the cached build. A
 * failed build is not cached.
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
    // Text layout and scripting libraries: the bundle uses none of their code, so esbuild need not read them.
    external: ['harfbuzzjs', 'quickjs-wasi', 'bidi-js', 'linebreak'],
  });
}
