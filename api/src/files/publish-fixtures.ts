import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { starterImage, starters } from '@framemill/compositor/starters';
import type { ObjectStore } from '@framemill/infra';
import { contentTypeOf } from './file-names.ts';

/**
 * Folder with the service's sample files and `index.json`, which holds the metadata of all of them (such as duration,
 * frame size and SHA-256).
 * `npm run render` creates the files; see the README.
 */
export const fixtureFolder = path.resolve(import.meta.dirname, '../../fixtures');

const INDEX = 'index.json';

/**
 * Returns the path of a bundled fixture: a file of this package or, if the package has no file of this name, an image
 * of the starter projects and templates.
 */
export function fixturePath(name: string): string {
  const own = path.join(fixtureFolder, name);
  return existsSync(own) ? own : starterImage(name);
}

/**
 * Uploads the bundled fixtures to `fixtures/` in the object store if they are missing or differ in size.
 * Calls with test keys return these files, and clips may use them.
 */
export async function publishFixtures(store: ObjectStore): Promise<void> {
  // The project that the samples are rendered from is in the same folder, but is not published.
  const isSample = (name: string) => contentTypeOf(name) !== null && !name.endsWith('.project.json');
  const own = (await readdir(fixtureFolder)).filter((name) => name === INDEX || isSample(name));
  const names = new Set([...own, ...starters.flatMap(({ pictures }) => pictures)]);
  for (const name of [...names].sort()) {
    const data = await readFile(fixturePath(name));
    const key = `fixtures/${name}`;
    const stored = await store.head(key);
    if (stored?.sizeBytes === data.length && name !== INDEX) continue;
    await store.put(key, data, { contentType: contentTypeOf(name) ?? 'application/json' });
  }
}
