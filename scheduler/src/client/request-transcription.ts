import { randomUUID } from 'node:crypto';
import { type ObjectStore, type Redis, readObject } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import type { Queue, QueueEvents } from 'bullmq';
import {
  decodeFailure,
  jobIdOf,
  objectKeys,
  parseTranscribeResult,
  parseTranscription,
  readLeases,
  type TranscribeJob,
  type Transcription,
  WRITTEN_VERSION,
} from '../protocol/index.ts';

/** Speech whose words and times are wanted. */
export interface TranscriptionRequest {
  readonly accountId: string;
  /** The media file with the speech. */
  readonly objectKey: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Words whose times are wanted; null: what is said is unknown. */
  readonly script: readonly string[] | null;
  /** From the asking on, turns that are waited for included. */
  readonly timeoutMs: number;
}

/** What asking the farm for a transcription needs. */
export interface TranscriptionDeps {
  readonly queue: Queue;
  readonly events: QueueEvents;
  readonly store: ObjectStore;
  /** Tells whichever node has a job to end it. */
  readonly stop: (jobId: string) => Promise<void>;
}

/** Whether a live node can write speech down. */
export async function canTranscribe(redis: Redis): Promise<boolean> {
  return (await readLeases(redis)).some(({ transcribes, draining }) => transcribes === true && !draining);
}

/** Has a node listen to a media file. Throws `provider_error` when it fails or none answers within `timeoutMs`. */
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
    // What is left when this process dies goes with the sweep of previews.
    await Promise.allSettled([scriptKey, outKey].map((key) => (key === null ? null : deps.store.delete(key))));
  }
}

async function runJob(deps: TranscriptionDeps, payload: TranscribeJob, timeoutMs: number): Promise<void> {
  const job = await deps.queue.add('transcribe', payload, { jobId: jobIdOf(payload.requestId, 1), priority: 1 });
  try {
    parseTranscribeResult(await job.waitUntilFinished(deps.events, timeoutMs));
    await job.remove();
  } catch (error) {
    // Nobody waits for it any more: it goes from the queue, and a node that has it already ends it.
    await job.remove().catch(() => deps.stop(job.id ?? '').catch(() => undefined));
    const reason = error instanceof Error ? decodeFailure(error.message).message : String(error);
    const message = `The farm could not listen to the media: ${reason}. Try again.`;
    throw new FramemillError('provider_error', message, {}, { cause: error });
  }
}
