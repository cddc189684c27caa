/** Methods of `Storage` that the application uses. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * Storage of preferences and unsent edits: the browser's local storage. The editor in another product, and browsers
 * that refuse local storage, have it in memory.
 */
export const storage: PageStorage = openStorage();

function openStorage(): PageStorage {
  try {
    if (!location.pathname.startsWith('/embed/')) return localStorage;
  } catch {
    // The browser blocks the storage of this site.
  }
  return memoryStorage();
}

/** Returns an empty storage in memory. */
export function memoryStorage(): PageStorage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
  };
}
