import { objectKeys, type RenderRangeJob, type StoredSegment } from '@framemill/scheduler/protocol';
import type { JobContext } from './job-kind.ts';
import { uploadArtifact } from './upload-artifact.ts';

/** Stores a segment of a range under its hash and returns its description. Throws the errors of `uploadArtifact`. */
export async function storeSegment(
  context: Pick<JobContext, 'store' | 'signal'>,
  { accountId }: Pick<RenderRangeJob, 'accountId'>,
  { index, contentKey, startFrame, endFrame }: RenderRangeJob['segments'][number],
  file: { path: string; sha256: string; sizeBytes: number },
): Promise<StoredSegment> {
  const { sha256, sizeBytes } = file;
  const key = objectKeys.segment(accountId, contentKey, sha256);
  await uploadArtifact(context, { ...file, key, contentType: 'application/octet-stream' });
  return { index, contentKey, sha256, sizeBytes, frames: endFrame - startFrame };
}
