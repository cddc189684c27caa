import { FramemillError } from '@framemill/timeline/errors';
import type { ObjectStoreConfig } from '../config/load-config.ts';
import type { Metrics } from '../metrics/index.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Creates the object store that the configuration describes. Does not connect to it; use `ping` to test the connection.
 */
export async function createObjectStore(config: ObjectStoreConfig): Promise<ObjectStore> {
  if (config.kind === 'folder') return createFolderStore(config.root, { keepsReserve: true });
  // Imported on demand: the S3 client takes as long to load as everything else of this package that a process needs.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(config);
}

/**
 * Wraps a store to measure the duration of each call, by operation and outcome. For `get`, the time until the stream
 * begins is measured, because the rest depends on the caller's reading speed. `list` and `ping` are not measured.
 */
export function measuredStore(store: ObjectStore, metrics: Pick<Metrics, 'storeRequestSeconds'>): ObjectStore {
  async function timed<T>(operation: string, call: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    let outcome = 'failed';
    try {
      const result = await call();
      outcome = result === null ? 'missing' : 'ok';
      return result;
    } catch (error) {
      if (error instanceof FramemillError && error.code === 'not_found') outcome = 'missing';
      throw error;
    } finally {
      metrics.storeRequestSeconds.observe({ operation, outcome }, (performance.now() - startedAt) / 1_000);
    }
  }
  return {
    put: (key, body, options) => timed('put', () => store.put(key, body, options)),
    putFile: (key, path, options) => timed('put', () => store.putFile(key, path, options)),
    get: (key) => timed('get', () => store.get(key)),
    getRange: (key, start, end) => timed('get', () => store.getRange(key, start, end)),
    getFile: (key, path) => timed('get', () => store.getFile(key, path)),
    head: (key) => timed('head', () => store.head(key)),
    delete: (key) => timed('delete', () => store.delete(key)),
    list: (prefix, after) => store.list(prefix, after),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
