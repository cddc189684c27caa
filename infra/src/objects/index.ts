import type { ObjectStoreConfig } from '../config/load-config.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

/** The object store that the configuration names. Does not connect yet: `ping` does. */
export function createObjectStore(config: ObjectStoreConfig): ObjectStore {
  return config.kind === 'folder' ? createFolderStore(config.root) : createS3Store(config);
}
