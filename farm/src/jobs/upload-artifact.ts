import { FramemillError } from '@framemill/timeline/errors';
import { fileSha256 } from '../cache/file-hash.ts';
import { retryWhileAway } from '../cache/store-retry.ts';
import type { JobContext } from './job-kind.ts';

/**
 * Stores a file that is named by the hash of its bytes, after checking that it still has that hash. An object that is
 * there already is written again: it may be made anew because the stored one is broken.
 */
export async function uploadArtifact(
  context: Pick<JobContext, 'store' | 'signal'>,
  artifact: { key: string; path: string; sha256: string; sizeBytes: number; contentType: string },
): Promise<void> {
  const found = await fileSha256(artifact.path);
  if (found !== artifact.sha256) {
    throw new FramemillError(
      'internal_error',
      `A rendered file changed on disk (sha256 ${found}, rendered ${artifact.sha256}).`,
      { check: 'hash' },
    );
  }
  const { key, path, contentType } = artifact;
  await retryWhileAway(context.signal, () => context.store.putFile(key, path, { contentType }));
}
