import { stat } from 'node:fs/promises';
import type { RenderRangeJob, StoredSegment } from '@framemill/scheduler/protocol';
import { fileSha256 } from '../cache/file-hash.ts';
import type { JobContext } from './job-kind.ts';
import { storeSegment } from './store-segment.ts';

/** Who waits for the slot has it already; the job itself must not stay for long. */
const limitMs = 10_000;

/** A frame range was stopped for others; `segments` of it are done and stored. */
export class RangeStopped extends Error {
  override readonly name = 'RangeStopped';
  readonly segments: StoredSegment[];

  constructor(segments: StoredSegment[]) {
    super(`stopped for others with ${segments.length} segments done`);
    this.segments = segments;
  }
}

/**
 * Stores the segments of a stopped range that are done: those whose file has its name, which the child gives it when it is
 * verified. What cannot be stored within 10 s is left out, and rendered again.
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
