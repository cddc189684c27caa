import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ObjectStore } from '@framemill/infra';
import type { Document } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import type { Queue, QueueEvents } from 'bullmq';
import {
  decodeFailure,
  type FrameJob,
  type FrameResult,
  type FrameSnapshot,
  jobIdOf,
  objectKeys,
  PROTOCOL_VERSION,
  type PreviewSources,
  parseFrameResult,
} from '../protocol/index.ts';

export interface FrameRequest {
  readonly accountId: string;
  readonly document: Document;
  /** Every source that the document's clips show, with the proxies that may be shown instead. */
  readonly media: PreviewSources;
  readonly atSec: number;
  readonly image: 'jpeg' | 'png';
  /** Relative to the document's size, above 0 up to 1. */
  readonly scale: number;
  /** From the asking on, turns that are waited for included. */
  readonly timeoutMs: number;
  /** Whether the picture's address is given out: then it is kept for `keptFrameMs` instead of `previewMs`. */
  readonly keep?: boolean;
}

/** A rendered picture; its bytes lie at `objectKey`. The caller may delete that object once it has been sent. */
export interface RenderedFrame {
  readonly objectKey: string;
  readonly width: number;
  readonly height: number;
  readonly timeSec: number;
  readonly sizeBytes: number;
}

export interface FrameDeps {
  readonly queue: Queue;
  readonly events: QueueEvents;
  readonly store: ObjectStore;
  /** Tells whichever node has a job to end it. */
  readonly stop: (jobId: string) => Promise<void>;
}

/**
 * Has one picture of a document rendered by a warm node, ahead of all other work. Throws `provider_error` when the node
 * fails or none answers within `timeoutMs`.
 */
export async function requestFrame(deps: FrameDeps, request: FrameRequest): Promise<RenderedFrame> {
  const requestId = randomUUID();
  const keyOf = request.keep === true ? objectKeys.keptFrame : objectKeys.frame;
  const outKey = keyOf(randomBytes(24).toString('hex'), request.image);
  const payload: FrameJob = {
    v: PROTOCOL_VERSION,
    requestId,
    documentKey: await storeDocument(deps.store, request),
    atSec: request.atSec,
    image: request.image,
    scale: request.scale,
    outKey,
  };
  const result = await runFrameJob(deps, payload, request.timeoutMs);
  return { objectKey: outKey, ...result };
}

// Scrubbing asks for many frames of one document: it is put once, by its hash.
async function storeDocument(store: ObjectStore, request: FrameRequest): Promise<string> {
  const snapshot: FrameSnapshot = { v: PROTOCOL_VERSION, document: { ...request.document }, media: request.media };
  const body = Buffer.from(JSON.stringify(snapshot));
  const key = objectKeys.previewDocument(request.accountId, createHash('sha256').update(body).digest('hex'));
  if ((await store.head(key)) === null) await store.put(key, body, { contentType: 'application/json' });
  return key;
}

async function runFrameJob(deps: FrameDeps, payload: FrameJob, timeoutMs: number): Promise<FrameResult> {
  const job = await deps.queue.add('frame', payload, { jobId: jobIdOf(payload.requestId, 1), priority: 1 });
  try {
    const result = parseFrameResult(await job.waitUntilFinished(deps.events, timeoutMs));
    await job.remove();
    return result;
  } catch (error) {
    // Nobody waits for it any more: it goes from the queue, and a node that has it already ends it.
    await job.remove().catch(() => deps.stop(job.id ?? '').catch(() => undefined));
    const reason = error instanceof Error ? decodeFailure(error.message).message : String(error);
    throw new FramemillError(
      'provider_error',
      `the frame at ${payload.atSec} s could not be rendered: ${reason}. Try again; if it stays, render the project.`,
      { atSec: payload.atSec },
      { cause: error },
    );
  }
}
