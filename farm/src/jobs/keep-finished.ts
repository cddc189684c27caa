import { stat } from 'node:fs/promises';
import type { RenderRangeJob, StoredSegment } from '@framemill/scheduler/protocol';
import { fileSha256 } from '../cache/file-hash.ts';
import type { JobContext } from './job-kind.ts';
import { storeSegment } from './store-segment.ts';

/** Time limit in ms for storing segments: the slot is already given to another job, so this job must end soon. */
const limitMs = 10_000;

/** Error: a frame range was stopped for other accounts; `segments` of it are complete and stored. */
export class RangeStopped extends Error {
  override readonly name = 'RangeStopped';
  readonly segments: StoredSegment[];

  constructor(segments: StoredSegment[]) {
    super(`The frame range was stopped for other accounts after ${segments.length} segments.`);
    this.segments = segments;
  }
}

/**
 * Stores the completed segments of a stopped range: those whose file has its final name, which the child gives it
 * after verification. A segment that cannot be stored within 10 s is left out, and rendered again later.
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
