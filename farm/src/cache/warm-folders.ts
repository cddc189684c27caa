import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Maximum number of folders. It exceeds the number of documents that a child process keeps open, so that the folder of
 * an open document is never deleted.
 */
const kept = 8;

// Filled again from time to time: the media cache evicts by last use, and cleaning tools may remove files from the
// disk.
const filledMs = 30_000;

/** Cache of folders with the source files of documents, by document key. The folders are kept after a job has ended. */
export interface WarmFolders<T> {
  /**
   * Returns the value that `fill` produced for the document's folder within the last 30 s, or calls `fill` again.
   * `what` distinguishes several values of one document.
   */
  filled(documentKey: string, what: string, fill: (folder: string) => Promise<T>): Promise<T>;
}

/**
 * Creates an LRU cache of folders with the source files of documents. A child process that still has a document open
 * then finds the document's files at the same paths.
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
