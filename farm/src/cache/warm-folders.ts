import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** More than a child keeps open documents, so that a folder never goes from under an open one. */
const kept = 8;

// Looked after again and again: a cache of media goes by the last use, and whoever cleans up a disk asks nobody.
const filledMs = 30_000;

/** Folders by document key that outlive a job. */
export interface WarmFolders<T> {
  /** Answers what `fill` made of the document's folder lately (30 s), or has it filled. `what` tells several of one document apart. */
  filled(documentKey: string, what: string, fill: (folder: string) => Promise<T>): Promise<T>;
}

/**
 * Keeps the sources of the documents used last where they were, so that a child finds those of the document it has open.
 * The longest unused ones are removed.
 */
export function createWarmFolders<T>(root: string): WarmFolders<T> {
  const recent = new Map<string, Map<string, { made: T; atMs: number }>>();
  return {
    async filled(documentKey, what, fill) {
      const folder = path.join(root, createHash('sha256').update(documentKey).digest('hex').slice(0, 32));
      const contents = recent.get(folder) ?? new Map();
      recent.delete(folder);
      recent.set(folder, contents);
      const known = contents.get(what);
      if (known && performance.now() - known.atMs < filledMs) return known.made;
      await mkdir(folder, { recursive: true });
      for (const oldest of recent.keys()) {
        if (recent.size <= kept) break;
        recent.delete(oldest);
        await rm(oldest, { recursive: true, force: true });
      }
      const made = await fill(folder);
      contents.set(what, { made, atMs: performance.now() });
      return made;
    },
  };
}
