import { fileURLToPath } from 'node:url';
import { bundleForBrowser } from '@framemill/compositor/page';

let made: Promise<Uint8Array> | null = null;

/** The module /vendor/player.js: shows, plays and seeks the page of a composition. Made when it is first asked for (100 ms) and kept. */
export function playerModule(): Promise<Uint8Array> {
  made ??= makeModule().catch((error: unknown) => {
    made = null;
    throw error;
  });
  return made;
}

async function makeModule(): Promise<Uint8Array> {
  const define = { FILM_SCRIPT: JSON.stringify(await filmScript()) };
  return bundleForBrowser(pathOf('player.ts'), { define, format: 'esm' });
}

/** The script that plays a film inside its page, as it may stand in a `<script>` element. */
export async function filmScript(): Promise<string> {
  return inScript(Buffer.from(await bundleForBrowser(pathOf('film-frame.ts'))).toString('utf8'));
}

/** A script as it may stand in an element: what would end or change it is escaped in its strings and patterns. */
export function inScript(script: string): string {
  return script.replaceAll(/<(?=\/script|!--|script)/gi, '\\x3c');
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`browser/${name}`, import.meta.url));
}
