import { fileURLToPath } from 'node:url';
import { bundledOnce, bundleForBrowser } from '@framemill/compositor/page';

/**
 * Returns the source of /vendor/player.js, the module that shows, plays and seeks HTML previews.
 * It is bundled on the first call (100 ms) and then cached.
 */
export const playerModule = bundledOnce(async () => {
  const define = { FILM_SCRIPT: JSON.stringify(await filmScript()) };
  return bundleForBrowser(pathOf('player.ts'), { define, format: 'esm' });
});

/** Returns the script that plays an HTML preview inside its page, escaped for a `<script>` element. */
export async function filmScript(): Promise<string> {
  return inScript(Buffer.from(await bundleForBrowser(pathOf('film-frame.ts'))).toString('utf8'));
}

/**
 * Escapes a script so that it can be written into a `<script>` element.
 * Escapes `<` in character sequences that would end the element. They occur only inside string literals and regular
 * expressions of the script, where the escaped form has the same meaning.
 */
export function inScript(script: string): string {
  return script.replaceAll(/<(?=\/script|!--|script)/gi, '\\x3c');
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`browser/${name}`, import.meta.url));
}
