import type { MediaFacts } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import type { Queue, QueueEvents } from 'bullmq';
import { decodeFailure, type ProbeJob, parseProbeResult, sharedJobId, WRITTEN_VERSION } from '../protocol/index.ts';

/** Request to probe a stored file. */
export interface ProbeRequest extends StoredFile {
  readonly timeoutMs: number;
}

/** File of a media record in the object store. `sha256` is hexadecimal. */
export interface StoredFile {
  readonly mediaId: string;
  readonly objectKey: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Probes an uploaded file on a node. null: no result within `timeoutMs`; the media stays PROCESSING and the scheduler
 * completes its record when the result arrives. Throws `invalid_request` when the file is not usable media.
 */
export async function requestProbe(
  deps: { queue: Queue; events: QueueEvents },
  request: ProbeRequest,
): Promise<MediaFacts | null> {
  const job = await addProbe(deps.queue, request);
  try {
    return parseProbeResult(await job.waitUntilFinished(deps.events, request.timeoutMs)).facts;
  } catch (error) {
    const state = await job.getState();
    if (state !== 'failed') return null;
    const failure = decodeFailure(error instanceof Error ? error.message : String(error));
    if (failure.kind !== 'fatal') return null;
    throw new FramemillError('invalid_request', failure.message, {}, { cause: error });
  }
}

/**
 * Queues the probe of one media record. While a job of the same record is queued or retained, a second call returns
 * that job.
 */
export function addProbe(queue: Queue, { mediaId, objectKey, sha256, sizeBytes }: StoredFile) {
  const payload: ProbeJob = { v: WRITTEN_VERSION, mediaId, objectKey, sha256, sizeBytes };
  return queue.add('probe', payload, { jobId: sharedJobId('probe', mediaId), priority: 1 });
}
