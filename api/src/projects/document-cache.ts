import type { Document } from '@framemill/timeline';

/** Cached document of a project at one revision. All users of the cache share the object, so it must not be changed. */
export interface KeptDocument {
  rev: number;
  document: Document;
}

/**
 * Cache of the most recently used documents. It avoids reading and checking a large document again, which takes 0.2 s.
 */
export interface DocumentCache {
  find(projectId: string): KeptDocument | null;
  /** Caches a document. `characters` is the size of its JSON. A document larger than the whole cache is not cached. */
  keep(projectId: string, kept: KeptDocument, characters: number): void;
}

/**
 * Creates a document cache.
 * `mostCharacters` is the maximum total size of the cached documents, in characters of JSON. A cached document takes
 * about ten bytes of memory per character.
 */
export function createDocumentCache(mostCharacters: number): DocumentCache {
  // Entries in order of last use, the least recently used first.
  const documents = new Map<string, KeptDocument & { characters: number }>();
  let characters = 0;

  function drop(projectId: string): void {
    characters -= documents.get(projectId)?.characters ?? 0;
    documents.delete(projectId);
  }

  return {
    find(projectId) {
      const found = documents.get(projectId);
      if (!found) return null;
      documents.delete(projectId);
      documents.set(projectId, found);
      return found;
    },
    keep(projectId, kept, size) {
      drop(projectId);
      if (size > mostCharacters) return;
      documents.set(projectId, { ...kept, characters: size });
      characters += size;
      for (const oldest of documents.keys()) {
        if (characters <= mostCharacters) return;
        drop(oldest);
      }
    },
  };
}
