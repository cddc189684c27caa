import type { Document } from '@framemill/timeline';

/** A document as it was at a rev. Whoever is given it does not change it. */
export interface KeptDocument {
  rev: number;
  document: Document;
}

/** Keeps the documents that were read last: a large one takes 0.2 s to be read and checked. */
export interface DocumentCache {
  find(projectId: string): KeptDocument | null;
  /** `characters`: of its JSON. What is alone larger than all may be is not kept. */
  keep(projectId: string, kept: KeptDocument, characters: number): void;
}

/** Makes one for `mostCharacters` of JSON; as objects they take about ten times as many bytes. */
export function createDocumentCache(mostCharacters: number): DocumentCache {
  // The first one was not asked for longest.
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
