import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ObjectStore } from '@framemill/infra';
import type { Document } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import type { Queue, QueueEvents } from 'bullmq';
import {
  decodeFailure,
  type FrameSnapshot,
  type JobFailure,
  objectKeys,
  type PreviewFrameJob,
  type PreviewFrameResult,
  type PreviewSources,
  parsePreviewFrameResult,
  sharedJobId,
  WRITTEN_VERSION,
} from '../protocol/index.ts';
import type { ExpectedFrame, FrameInbox } from './frame-inbox.ts';
import type { KnownDocuments } from './known-documents.ts';
import { type FaultyPage, refusedFor } from './page-memory.ts';

/** A frame, or a sheet of frames, that is asked for. */
export interface FrameRequest {
  readonly accountId: string;
  readonly document: Document;
  /** Every source that the document's clips show, with the proxies that may be shown instead. */
  readonly media: PreviewSources;
  /** A list: a contact sheet of them, at most `MOST_SHEET_IMAGES`. */
  readonly atSec: number | readonly number[];
  readonly image: 'jpeg' | 'png';
  /** Relative to the document's size, above 0 up to 1. */
  readonly scale: number;
  /** From the asking on, turns that are waited for included. */
  readonly timeoutMs: number;
  /** Whether the picture's address is given out: then it is kept for `keptFrameMs` instead of `previewMs`. */
  readonly keep?: boolean;
  /** The picture may come with the answer, and lie nowhere; not with `keep`. Default false. */
  readonly inline?: boolean;
  /** Comes after all that do not. */
  readonly isLast?: boolean;
  /** Aborted when nobody waits for the picture any more: its work ends. The call rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A rendered picture. */
export interface RenderedFrame {
  /** Where its bytes lie, unless they came along. The caller may delete that object once it has been sent. */
  readonly objectKey: string;
  /** Its bytes, when it was asked for `inline` and they came along; else null. */
  readonly data: Buffer | null;
  readonly width: number;
  readonly height: number;
  readonly timeSec: number;
  readonly sizeBytes: number;
}

/** What asking the farm for a frame needs. */
export interface FrameDeps {
  readonly queue: Queue;
  readonly events: QueueEvents;
  readonly store: ObjectStore;
  /** Tells whichever node has a job to end it. */
  readonly stop: (jobId: string) => Promise<void>;
  readonly known: KnownDocuments;
  readonly inbox: FrameInbox;
  /** Throws when previews of this document, by the hash of all that is drawn, are refused. */
  readonly admit?: (documentSha256: string) => Promise<void>;
  /** Hears what hung, crashed or left. */
  readonly onFaultyPage?: (faultyPage: FaultyPage) => Promise<void>;
  /** Called with a failure that names the source file that ended the process. */
  readonly onFaultySource: (accountId: string, failure: JobFailure) => Promise<void>;
}

const listenMs = 5_000;

/** A picture that a node has sent comes before the news that it is done, or right after. */
const lateMs = 2_000;

/** A node sent a picture that did not arrive. */
class FrameLost extends Error {
  override readonly name = 'FrameLost';
}

/** No answer came in time. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Has one picture of a document, or one contact sheet, rendered by a warm node, ahead of all other work. Throws
 * `unavailable` when no node takes the work within `timeoutMs`, `provider_error` when the node that took it fails or
 * does not answer by then; the work ends, as it does when `signal` is aborted.
 */
export async function requestFrame(deps: FrameDeps, request: FrameRequest): Promise<RenderedFrame> {
  const { documentKey, sha256 } = await storeDocument(deps, request);
  await deps.admit?.(sha256);
  request.signal?.throwIfAborted();
  const keyOf = request.keep === true ? objectKeys.keptFrame : objectKeys.frame;
  const outKey = keyOf(randomBytes(24).toString('hex'), request.image);
  const payload: Omit<PreviewFrameJob, 'requestId'> = {
    v: WRITTEN_VERSION,
    documentKey,
    atSec: typeof request.atSec === 'number' ? request.atSec : [...request.atSec],
    image: request.image,
    scale: request.scale,
    outKey,
  };
  const isInline = request.inline === true && request.keep !== true;
  const startedAtMs = performance.now();
  const run = (sendTo?: string) => {
    const timeoutMs = Math.max(1, request.timeoutMs - (performance.now() - startedAtMs));
    const job = { ...payload, requestId: randomUUID(), ...(sendTo === undefined ? {} : { sendTo }) };
    return runFrameJob(deps, job, { ...request, timeoutMs });
  };
  try {
    const { result, data } = await run(isInline ? deps.inbox.channel : undefined).catch((error: unknown) => {
      if (error instanceof FrameLost) return run();
      throw error;
    });
    const { width, height, timeSec, sizeBytes } = result;
    return { objectKey: outKey, data, width, height, timeSec, sizeBytes };
  } catch (error) {
    deps.known.forget(documentKey);
    throw error;
  }
}

// Scrubbing asks for many frames of one document: it is put once in a while, by its hash.
async function storeDocument(
  { store, known }: FrameDeps,
  request: FrameRequest,
): Promise<{ documentKey: string; sha256: string }> {
  const snapshot: FrameSnapshot = { v: WRITTEN_VERSION, document: { ...request.document }, media: request.media };
  const body = Buffer.from(JSON.stringify(snapshot));
  const sha256 = createHash('sha256').update(body).digest('hex');
  const documentKey = objectKeys.previewDocument(request.accountId, sha256);
  if (!known.has(documentKey)) {
    await store.put(documentKey, body, { contentType: 'application/json' });
    known.add(documentKey);
  }
  return { documentKey, sha256 };
}

async function runFrameJob(
  deps: FrameDeps,
  payload: PreviewFrameJob,
  { accountId, timeoutMs, signal, isLast = false }: Pick<FrameRequest, 'accountId' | 'timeoutMs' | 'signal' | 'isLast'>,
): Promise<Answer> {
  const jobId = sharedJobId('frame', payload.requestId);
  const expected = payload.sendTo === undefined ? null : deps.inbox.expect(payload.requestId);
  const job = await deps.queue.add('frame', payload, { jobId, priority: isLast ? 2 : 1 });
  // Its own limit only ends its listening: longer than a node needs to end what is given up.
  const finished = job.waitUntilFinished(deps.events, timeoutMs + listenMs);
  finished.catch(() => undefined);
  try {
    const answer = await answerTo(firstAnswer(finished, expected), timeoutMs, signal);
    // What is left of it is an entry of a kilobyte, which the queue forgets in minutes by itself.
    void finished.then(() => job.remove()).catch(() => undefined);
    return answer;
  } catch (error) {
    if (error instanceof FrameLost) throw error;
    // It has no caller any more: it goes from the queue, and a node that has it already ends it.
    const wasTaken = await job.remove().then(
      () => false,
      async () => {
        await deps.stop(job.id ?? '').catch(() => undefined);
        void finished.catch(() => undefined).then(() => job.remove().catch(() => undefined));
        return true;
      },
    );
    signal?.throwIfAborted();
    const { atSec } = payload;
    if (error instanceof NoAnswer && !wasTaken) throw notTaken(atSec, timeoutMs);
    const { failure, reason } = reasonOf(error);
    const faultyPage = failure?.faultyPage;
    if (faultyPage !== undefined) await deps.onFaultyPage?.(faultyPage);
    if (failure?.kind === 'failed' && failure.mediaSha256 !== undefined) await deps.onFaultySource(accountId, failure);
    const advice = faultyPage === undefined ? 'Try again; if it stays, render the project.' : refusedFor;
    const message = `${whatIsAt(atSec)} could not be rendered: ${reason.replace(/\.$/, '')}. ${advice}`;
    throw new FramemillError('provider_error', message, { atSec }, { cause: error });
  } finally {
    expected?.forget();
  }
}

function notTaken(atSec: FrameRequest['atSec'], timeoutMs: number): FramemillError {
  const message = `${whatIsAt(atSec)} was not rendered: no node was free within ${Math.ceil(timeoutMs / 1_000)} s. Try again.`;
  return new FramemillError('unavailable', message, { atSec });
}

/** What a node answered; `data` null: the picture lies in the store. */
interface Answer {
  result: PreviewFrameResult;
  data: Buffer | null;
}

/** The picture itself, or the news that it lies in the store, whichever comes first. */
function firstAnswer(finished: Promise<unknown>, expected: ExpectedFrame | null): Promise<Answer> {
  const stored = finished.then(async (value): Promise<Answer> => {
    const result = parsePreviewFrameResult(value);
    if (!result.sent || expected === null) return { result, data: null };
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), lateMs);
    const frame = await Promise.race([expected.arrived, late]).finally(() => clearTimeout(timer));
    if (frame === null) throw new FrameLost('a node sent the picture, and it did not arrive');
    return frame;
  });
  return expected === null ? stored : Promise.race([expected.arrived, stored]);
}

/** What was asked for, in words for errors. */
export function whatIsAt(atSec: FrameRequest['atSec']): string {
  return typeof atSec === 'number' ? `the frame at ${atSec} s` : `the contact sheet of ${atSec.join(', ')} s`;
}

async function answerTo<T>(finished: Promise<T>, timeoutMs: number, signal: AbortSignal | undefined): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const noAnswer = () => reject(new NoAnswer(`no node answered within ${Math.ceil(timeoutMs / 1_000)} s`));
  const timer = setTimeout(noAnswer, timeoutMs);
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  try {
    return await Promise.race([finished, ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Only a node's own words are passed on: the queue's are about the queue. */
function reasonOf(error: unknown): { reason: string; failure: JobFailure | null } {
  if (error instanceof NoAnswer) return { reason: error.message, failure: null };
  const failure = decodeFailure(error instanceof Error ? error.message : '');
  return { reason: failure.message, failure };
}
