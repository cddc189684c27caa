import { randomUUID } from 'node:crypto';
import { type ObjectStore, type Redis, readObject } from '@framemill/infra';
import type { MediaFacts } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import type { Queue, QueueEvents } from 'bullmq';
import {
  decodeFailure,
  objectKeys,
  parseTranscription,
  probeJob,
  readLeases,
  type TranscribeJob,
  type Transcription,
  transcribeJob,
  WRITTEN_VERSION,
} from '../protocol/index.ts';
import { addJob } from '../work-queues.ts';

/** BullMQ queue with its event stream, which reports when jobs of the queue end. */
export interface JobQueue {
  readonly queue: Queue;
  readonly events: QueueEvents;
}

/** Request to probe the stored file of a media record. `sha256` is hexadecimal. */
export interface ProbeRequest {
  readonly mediaId: string;
  readonly objectKey: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly timeoutMs: number;
}

/**
 * Probes an uploaded file on a node and returns the file's metadata. null: no result arrived within `timeoutMs`. The
 * media record then stays PROCESSING, and the scheduler completes the record when the result arrives. Throws
 * `invalid_request` when the file is not usable media.
 */
export async function requestProbe(deps: JobQueue, request: ProbeRequest): Promise<MediaFacts | null> {
  const { mediaId, objectKey, sha256, sizeBytes } = request;
  const payload = { v: WRITTEN_VERSION, mediaId, objectKey, sha256, sizeBytes };
  const job = await addJob(deps.queue, probeJob, payload, 1);
  try {
    return probeJob.parseResult(await job.waitUntilFinished(deps.events, request.timeoutMs)).facts;
  } catch (error) {
    const state = await job.getState();
    if (state !== 'failed') return null;
    const failure = decodeFailure(error instanceof Error ? error.message : String(error));
    if (failure.kind !== 'fatal') return null;
    throw new FramemillError('invalid_request', failure.message, {}, { cause: error });
  }
}

/** Request to transcribe speech into words with times. */
export interface TranscriptionRequest {
  readonly accountId: string;
  /** Object key of the media file with the speech. */
  readonly objectKey: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Words of the known script, whose times are requested; null: no script is known. */
  readonly script: readonly string[] | null;
  /** Time limit in ms, measured from the request and including the time in queues. */
  readonly timeoutMs: number;
}

/** Dependencies for requesting a transcription from the farm. */
export interface TranscriptionDeps extends JobQueue {
  readonly store: ObjectStore;
  /** Publishes a stop message to the node that runs a job. */
  readonly stop: (jobId: string) => Promise<void>;
}

/** Whether a live node that is not draining can transcribe speech. */
export async function canTranscribe(redis: Redis): Promise<boolean> {
  return (await readLeases(redis)).some(({ transcribes, draining }) => transcribes === true && !draining);
}

/**
 * Transcribes the speech of a media file on a node. Throws `provider_error` when the job fails or does not finish
 * within `timeoutMs`.
 */
export async function requestTranscription(
  deps: TranscriptionDeps,
  request: TranscriptionRequest,
): Promise<Transcription> {
  const requestId = randomUUID();
  const { accountId, objectKey, sha256, sizeBytes, script } = request;
  const scriptKey = script === null ? null : objectKeys.transcript(accountId, requestId, 'script');
  const outKey = objectKeys.transcript(accountId, requestId, 'words');
  const payload: TranscribeJob = {
    ...{ v: WRITTEN_VERSION, requestId, objectKey, sha256, sizeBytes, scriptKey, outKey },
  };
  try {
    if (scriptKey !== null) {
      await deps.store.put(scriptKey, Buffer.from(JSON.stringify(script)), { contentType: 'application/json' });
    }
    await runJob(deps, payload, request.timeoutMs);
    const parse = (bytes: Buffer) => parseTranscription(JSON.parse(bytes.toString('utf8')));
    return await readObject(deps.store, outKey, parse, { mustExist: true });
  } finally {
    // Objects that remain when this process dies are deleted by the sweep of previews.
    await Promise.allSettled([scriptKey, outKey].map((key) => (key === null ? null : deps.store.delete(key))));
  }
}

async function runJob(deps: TranscriptionDeps, payload: TranscribeJob, timeoutMs: number): Promise<void> {
  const job = await addJob(deps.queue, transcribeJob, payload, 1);
  try {
    transcribeJob.parseResult(await job.waitUntilFinished(deps.events, timeoutMs));
    await job.remove();
  } catch (error) {
    // The job has no caller any more: remove it from the queue, or stop it when a node already runs it.
    await job.remove().catch(() => deps.stop(job.id ?? '').catch(() => undefined));
    const reason = error instanceof Error ? decodeFailure(error.message).message : String(error);
    const message = `The media could not be transcribed: ${reason.replace(/\.$/, '')}. Try again.`;
    throw new FramemillError('provider_error', message, {}, { cause: error });
  }
}
