import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Computes a hash (sha256, hex) of packages: of each its package.json, which has the exact versions of its
 * dependencies, and every source below `src` except tests. `roots` are their folders; the location of the folders does
 * not matter.
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
