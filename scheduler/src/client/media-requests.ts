import { randomUUID } from 'node:crypto';
import { type ObjectStore, type Redis, readObject } from '@framemill/infra';
import type { MediaFacts } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import type { Queue, QueueEvents } from 'bullmq';
import {
  decodeFailure,
  jobIdOf,
  objectKeys,
  type ProbeJob,
  parseProbeResult,
  parseTranscribeResult,
  parseTranscription,
  readLeases,
  sharedJobId,
  type TranscribeJob,
  type Transcription,
  WRITTEN_VERSION,
} from '../protocol/index.ts';

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

/** Request to transcribe speech into words with times. */
export interface TranscriptionRequest {
  readonly accountId: string;
  /** Object key of the media file with the speech. */
  readonly objectKey: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Words whose times are requested; null: the spoken words are unknown. */
  readonly script: readonly string[] | null;
  /** Time limit in ms, measured from the request and including the time in queues. */
  readonly timeoutMs: number;
}

/** Dependencies for requesting a transcription from the farm. */
export interface TranscriptionDeps {
  readonly queue: Queue;
  readonly events: QueueEvents;
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
  const job = await deps.queue.add('transcribe', payload, { jobId: jobIdOf(payload.requestId, 1), priority: 1 });
  try {
    parseTranscribeResult(await job.waitUntilFinished(deps.events, timeoutMs));
    await job.remove();
  } catch (error) {
    // The job has no caller any more: remove it from the queue, or stop it when a node already runs it.
    await job.remove().catch(() => deps.stop(job.id ?? '').catch(() => undefined));
    const reason = error instanceof Error ? decodeFailure(error.message).message : String(error);
    const message = `The media could not be transcribed: ${reason.replace(/\.$/, '')}. Try again.`;
    throw new FramemillError('provider_error', message, {}, { cause: error });
  }
}
