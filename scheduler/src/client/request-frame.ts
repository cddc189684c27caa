import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ObjectStore } from '@framemill/infra';
import type { Document } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import type { Job } from 'bullmq';
import {
  decodeFailure,
  type FrameSnapshot,
  type JobFailure,
  type NodeLease,
  objectKeys,
  type PreviewFrameJob,
  type PreviewFrameResult,
  type PreviewSources,
  previewFrameJob,
  servedQueues,
  WRITTEN_VERSION,
} from '../protocol/index.ts';
import { addJob } from '../work-queues.ts';
import type { ExpectedFrame, FrameInbox, KnownDocuments } from './frame-state.ts';
import type { JobQueue } from './media-requests.ts';
import { type FaultyPage, refusedFor } from './page-memory.ts';

/** Request for one preview frame, or for a contact sheet of several frames. */
export interface FrameRequest {
  readonly accountId: string;
  readonly document: Document;
  /** Every source that the document's clips use, with the proxies that may be decoded instead. */
  readonly media: PreviewSources;
  /** Time of the frame, in seconds. A list requests a contact sheet of at most `MOST_SHEET_IMAGES` frames. */
  readonly atSec: number | readonly number[];
  readonly image: 'jpeg' | 'png';
  /** Size of the image relative to the document's size, above 0 up to 1. */
  readonly scale: number;
  /** Time limit in ms, measured from the request and including the time in queues. */
  readonly timeoutMs: number;
  /**
   * Whether the image's URL is given to the client: the object is then stored for `keptFrameMs` instead of `previewMs`.
   */
  readonly keep?: boolean;
  /**
   * Whether the bytes may be returned with the result instead of being stored. Ignored when `keep` is set. Default
   * false.
   */
  readonly inline?: boolean;
  /** Whether the job runs after all jobs without this flag. */
  readonly isLast?: boolean;
  /**
   * Signal that the caller aborts when it no longer needs the image: the job is then stopped. The call rejects with
   * the signal's reason.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Rendered preview image. */
export interface RenderedFrame {
  /**
   * Key of the object with the bytes, unless `data` has them. The caller may delete the object after it has sent the
   * image to the client.
   */
  readonly objectKey: string;
  /** Bytes of the image when `inline` was requested and a node sent them; else null. */
  readonly data: Buffer | null;
  readonly width: number;
  readonly height: number;
  readonly timeSec: number;
  readonly sizeBytes: number;
}

/** Dependencies for requesting a frame from the farm. */
export interface FrameDeps extends JobQueue {
  readonly store: ObjectStore;
  /** Reads the leases of all live nodes. */
  readonly nodes: () => Promise<readonly NodeLease[]>;
  /** Interval in ms at which a waiting job is given up if no live node takes such jobs. Default 5 s. */
  readonly noNodeMs?: number;
  /** Publishes a stop message to the node that runs a job. */
  readonly stop: (jobId: string) => Promise<void>;
  readonly known: KnownDocuments;
  readonly inbox: FrameInbox;
  /** Throws when previews of this document are refused. The hash covers everything that is rendered. */
  readonly admit?: (documentSha256: string) => Promise<void>;
  /** Called with the page or document that hung, crashed or navigated away. */
  readonly onFaultyPage?: (faultyPage: FaultyPage) => Promise<void>;
  /** Called with a failure that names the source file that made the process fail. */
  readonly onFaultySource: (accountId: string, failure: JobFailure) => Promise<void>;
}

const listenMs = 5_000;

/** Default of `FrameDeps.noNodeMs`. A node that restarts is back within this time. */
const NO_NODE_MS = 5_000;

/**
 * Maximum time in ms between the completion of a frame job and the arrival of the frame that its node sent directly.
 * The frame usually arrives shortly before or after.
 */
const lateMs = 2_000;

/** Error: a node sent a frame directly to this process, but the frame did not arrive. */
class FrameLost extends Error {
  override readonly name = 'FrameLost';
}

/** Error: no result of a frame job arrived within the time limit. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Error: no live node takes frame jobs. `connected` is the number of all live nodes. */
class NoNode extends Error {
  override readonly name = 'NoNode';
  readonly connected: number;
  constructor(connected: number) {
    super('No live node takes frame jobs.');
    this.connected = connected;
  }
}

/**
 * Renders one frame or one contact sheet of a document on a node, ahead of all other work. Throws `unavailable` when no
 * node takes the job within `timeoutMs`, and within about 5 s when no live node takes such jobs. Throws
 * `provider_error` when the node that took it fails or does not finish within `timeoutMs`. In these cases, and when
 * `signal` is aborted, the job is stopped.
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

// Scrubbing requests many frames of one document: its object is put once in a while, under its hash.
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
  const expected = payload.sendTo === undefined ? null : deps.inbox.expect(payload.requestId);
  const job = await addJob(deps.queue, previewFrameJob, payload, isLast ? 2 : 1);
  // BullMQ's own limit only ends the wait for events: it is longer than a node needs to stop an abandoned job.
  const finished = job.waitUntilFinished(deps.events, timeoutMs + listenMs);
  finished.catch(() => undefined);
  const answered = new AbortController();
  try {
    const first = Promise.race([firstAnswer(finished, expected), giveUpWithoutNode(deps, job, answered.signal)]);
    const answer = await answerTo(first, timeoutMs, signal);
    // The completed job leaves an entry of a kilobyte, which the queue removes by itself within minutes.
    void finished.then(() => job.remove()).catch(() => undefined);
    return answer;
  } catch (error) {
    if (error instanceof FrameLost) throw error;
    if (error instanceof NoNode) throw noNode(payload.atSec, error.connected);
    // The job has no caller any more: remove it from the queue, or stop it when a node already runs it.
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
    const advice = faultyPage === undefined ? 'Try again. If the error persists, render the project.' : refusedFor;
    const message = `${whatIsAt(atSec)} could not be rendered: ${reason.replace(/\.$/, '')}. ${advice}`;
    throw new FramemillError('provider_error', message, { atSec }, { cause: error });
  } finally {
    answered.abort();
    expected?.forget();
  }
}

/**
 * Removes a job that no node has begun, and rejects with `NoNode`, once no live node serves its queue. Rejects without
 * effect when `signal` is aborted.
 */
async function giveUpWithoutNode(
  { queue, nodes, noNodeMs = NO_NODE_MS }: Pick<FrameDeps, 'queue' | 'nodes' | 'noNodeMs'>,
  job: Job,
  signal: AbortSignal,
): Promise<never> {
  const serves = (lease: NodeLease) => !lease.draining && servedQueues(previewFrameJob, lease).has(queue.name);
  for (;;) {
    await delay(noNodeMs, undefined, { signal });
    // Without Redis nothing is known of the nodes; the time limit of the request remains.
    const leases = await nodes().catch(() => null);
    if (leases === null || leases.some(serves)) continue;
    // A job that a node has begun is locked, and cannot be removed: a draining node finishes it.
    const isRemoved = await job.remove().then(
      () => true,
      () => false,
    );
    if (isRemoved) throw new NoNode(leases.length);
  }
}

function noNode(atSec: FrameRequest['atSec'], connected: number): FramemillError {
  const reason =
    connected === 0 ? 'no render node is connected' : `none of the ${connected} connected render nodes takes such work`;
  const message =
    `${whatIsAt(atSec)} was not rendered: ${reason}. Try again later. Operators: start a node with "npm run node", or ` +
    'resume a draining one on the page Farm.';
  return new FramemillError('unavailable', message, { atSec });
}

function notTaken(atSec: FrameRequest['atSec'], timeoutMs: number): FramemillError {
  const reason = `no node was free within ${Math.ceil(timeoutMs / 1_000)} s`;
  const message = `${whatIsAt(atSec)} was not rendered: ${reason}. Try again.`;
  return new FramemillError('unavailable', message, { atSec });
}

/** Result of a frame job; `data` null: the bytes are in the object store. */
interface Answer {
  result: PreviewFrameResult;
  data: Buffer | null;
}

/**
 * Resolves with the sent frame, or with the stored result when the job completes first. Throws `FrameLost` when a sent
 * frame does not arrive within `lateMs`.
 */
function firstAnswer(finished: Promise<unknown>, expected: ExpectedFrame | null): Promise<Answer> {
  const stored = finished.then(async (value): Promise<Answer> => {
    const result = previewFrameJob.parseResult(value);
    if (!result.sent || expected === null) return { result, data: null };
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), lateMs);
    const frame = await Promise.race([expected.arrived, late]).finally(() => clearTimeout(timer));
    if (frame === null) throw new FrameLost('A node sent the frame, but it did not arrive.');
    return frame;
  });
  return expected === null ? stored : Promise.race([expected.arrived, stored]);
}

/** Returns a phrase for errors that names the requested frame or contact sheet. */
export function whatIsAt(atSec: FrameRequest['atSec']): string {
  return typeof atSec === 'number' ? `The frame at ${atSec} s` : `The contact sheet of ${atSec.join(', ')} s`;
}

async function answerTo<T>(finished: Promise<T>, timeoutMs: number, signal: AbortSignal | undefined): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const noAnswer = () => reject(new NoAnswer(`no node finished the job within ${Math.ceil(timeoutMs / 1_000)} s`));
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

/**
 * Returns the reason of a failure for the client. Only messages of nodes are passed on, not those of the queue
 * library.
 */
function reasonOf(error: unknown): { reason: string; failure: JobFailure | null } {
  if (error instanceof NoAnswer) return { reason: error.message, failure: null };
  const failure = decodeFailure(error instanceof Error ? error.message : '');
  return { reason: failure.message, failure };
}
