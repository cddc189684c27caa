import { retryWhileAway } from '../cache/store-retry.ts';
import type { JobContext } from './job-kind.ts';

/**
 * Stores a file that is named by the hash of its bytes, if it still has that hash. An existing object is written
 * again, because the file may have been produced to replace a damaged object.
 */
export async function uploadArtifact(
  context: Pick<JobContext, 'store' | 'signal'>,
  artifact: { key: string; path: string; sha256: string; sizeBytes: number; contentType: string },
): Promise<void> {
  const { key, path, sha256, contentType } = artifact;
  const { store, signal } = context;
  await retryWhileAway(signal, () => store.putFile(key, path, { contentType, sha256, signal }));
}
