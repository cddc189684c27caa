import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programEngine } from './program-file.ts';

/** Exact versions of the libraries that are not part of the bundle. */
export const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** Packages whose code determines audio and video. Their sources are hashed when no bundle has been built. */
const packages = [
  fileURLToPath(new URL('../..', import.meta.url)),
  fileURLToPath(new URL('..', import.meta.resolve('@framemill/timeline/rendering'))),
];

/**
 * Returns a hash of the rendering code: the hash stored in the bundle, or the hash of all source files when there is no
 * bundle or the sources have changed since it was built. Takes 5 ms with a bundle and 30 ms without.
 */
export function engineCode(): string {
  return programEngine() ?? codeHash(packages);
}

/**
 * Computes a hash (SHA-256, hex) of packages. It covers each package's package.json, which has the exact versions of
 * its dependencies, and all sources below `src` except tests. `roots` are the folders of the packages; the hash does
 * not depend on where these folders are.
 */
export function codeHash(roots: readonly string[]): string {
  const hash = createHash('sha256');
  for (const root of roots) {
    for (const file of ['package.json', ...sourcesOf(root)]) {
      const bytes = readFileSync(join(root, file));
      hash.update(`${file} ${bytes.length}\n`).update(bytes);
    }
  }
  return hash.digest('hex');
}

function sourcesOf(root: string): string[] {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.[jt]s$/.test(file) && !file.endsWith('.test.ts'))
    .sort()
    .map((file) => `src/${file}`);
}
