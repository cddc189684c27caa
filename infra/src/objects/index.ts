import type { ObjectStoreConfig } from '../config/load-config.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';

/** The object store that the configuration names. Does not connect yet: `ping` does. */
export async function createObjectStore(config: ObjectStoreConfig): Promise<ObjectStore> {
  if (config.kind === 'folder') return createFolderStore(config.root, { keepsReserve: true });
  // The client of S3 takes as long to load as all else that a process needs of this package.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(config);
}
