import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** More than a child keeps open documents, so that a folder never goes from under an open one. */
const kept = 8;

/**
 * Folders by document key that outlive a job, so that a child finds the sources of the document it has open where they
 * were. The longest unused ones are removed.
 */
export function createWarmFolders(root: string): (documentKey: string) => Promise<string> {
  const recent = new Set<string>();
  return async (documentKey) => {
    const folder = path.join(root, createHash('sha256').update(documentKey).digest('hex').slice(0, 32));
    recent.delete(folder);
    recent.add(folder);
    await mkdir(folder, { recursive: true });
    for (const oldest of recent) {
      if (recent.size <= kept) break;
      recent.delete(oldest);
      await rm(oldest, { recursive: true, force: true });
    }
    return folder;
  };
}
