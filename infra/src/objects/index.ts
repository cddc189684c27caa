import type { ObjectStoreConfig } from '../config/load-config.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';

/** Creates the object store that the configuration names. It does not connect yet: `ping` does. */
export async function createObjectStore(config: ObjectStoreConfig): Promise<ObjectStore> {
  if (config.kind === 'folder') return createFolderStore(config.root, { keepsReserve: true });
  // Imported on demand: the S3 client takes as long to load as everything else of this package that a process needs.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(config);
}
