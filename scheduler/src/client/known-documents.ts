/** Cache of the keys of documents that this process has recently put into the object store. */
export interface KnownDocuments {
  has(key: string): boolean;
  add(key: string): void;
  /** Removes a key: the object may no longer exist, because a job that needed it failed. */
  forget(key: string): void;
}

const mostKept = 1_000;

// Far below the age at which the sweep deletes a document: a document in long use is put again and stays young.
const keptMs = 600_000;

/** Creates a cache that keeps the last thousand keys for ten minutes each. */
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
