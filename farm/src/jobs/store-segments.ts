import { stat } from 'node:fs/promises';
import { objectKeys, type RenderRangeJob, type StoredSegment } from '@framemill/scheduler/protocol';
import { fileSha256 } from '../cache/media-cache.ts';
import { retryWhileAway } from '../cache/store-patience.ts';
import type { JobContext } from './job-kind.ts';

/** Stores a file under the hash of its content. An existing object is overwritten, because it may be damaged. */
export async function uploadArtifact(
  context: Pick<JobContext, 'store' | 'signal'>,
  artifact: { key: string; path: string; sha256: string; sizeBytes: number; contentType: string },
): Promise<void> {
  const { key, path, sha256, contentType } = artifact;
  const { store, signal } = context;
  await retryWhileAway(signal, () => store.putFile(key, path, { contentType, sha256, signal }));
}

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

/** Time limit in ms for storing the segments of a stopped range. Another job already has the slot. */
const limitMs = 10_000;

/** Error: a frame range was stopped so that other accounts get the slot. `segments` are those already stored. */
export class RangeStopped extends Error {
  override readonly name = 'RangeStopped';
  readonly segments: StoredSegment[];

  constructor(segments: StoredSegment[]) {
    super(`The frame range was stopped for other accounts after ${segments.length} segments.`);
    this.segments = segments;
  }
}

/**
 * Stores the completed segments of a stopped range and returns them. A segment is complete when its file has its final
 * name. Segments that cannot be stored within 10 s are left out and rendered again later.
 */
export async function keepFinished(
  job: RenderRangeJob,
  { store, log }: Pick<JobContext, 'store' | 'log'>,
  outPath: (index: number) => string,
): Promise<StoredSegment[]> {
  const signal = AbortSignal.timeout(limitMs);
  const kept: StoredSegment[] = [];
  for (const segment of job.segments) {
    const { index } = segment;
    const path = outPath(index);
    const found = await stat(path).catch(() => null);
    if (found === null) continue;
    try {
      const file = { path, sha256: await fileSha256(path), sizeBytes: found.size };
      kept.push(await storeSegment({ store, signal }, job, segment, file));
    } catch (error) {
      log.warn({ err: error, index }, 'a segment of a stopped range could not be stored');
    }
  }
  return kept;
}
