import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Hash (sha256, hex) of what packages are made of: of each its package.json, which names the exact versions that it builds on, and every source below `src`
 * that is no test. `roots` are their folders; where these lie makes no difference.
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
