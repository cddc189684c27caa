/** Keys of documents that this process has put into the object store lately. */
export interface KnownDocuments {
  has(key: string): boolean;
  add(key: string): void;
  /** It may be gone: a job that needed it failed. */
  forget(key: string): void;
}

const mostKept = 1_000;

// Far less than the sweep leaves a document: one that is shown for long is put again and stays young.
const keptMs = 600_000;

/** Remembers keys for ten minutes, the last thousand. */
export function createKnownDocuments(): KnownDocuments {
  const putAtMs = new Map<string, number>();
  return {
    has: (key) => performance.now() - (putAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < keptMs,
    add(key) {
      putAtMs.delete(key);
      putAtMs.set(key, performance.now());
      for (const oldest of putAtMs.keys()) {
        if (putAtMs.size <= mostKept) break;
        putAtMs.delete(oldest);
      }
    },
    forget: (key) => void putAtMs.delete(key),
  };
}
