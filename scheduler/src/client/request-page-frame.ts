import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { pagesShown } from '@framemill/compositor/plan';
import type { Database, Logger, Redis } from '@framemill/infra';
import type { Clip } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import type { AccountTurns } from '../account-turns.ts';
import { browserMissing } from '../policy/choose-engine.ts';
import { type JobFailure, readLeases, redisKeys } from '../protocol/index.ts';
import { countFault } from '../quarantine.ts';
import {
  arePagesLast,
  type FaultyPage,
  putPagesLast,
  recallFaultyPage,
  refusedFor,
  rememberFaultyPage,
} from './page-memory.ts';
import { type FrameDeps, type FrameRequest, type RenderedFrame, requestFrame, whatIsAt } from './request-frame.ts';

/** Dependencies for requesting a frame with html clips from the farm. */
export interface PageFrameDeps extends FrameDeps {
  readonly redis: Redis;
  readonly turns: AccountTurns;
}

/**
 * Renders a frame like `requestFrame`, for a document that contains html clips; `clip` is one of them. Html pages can
 * be slow, and all accounts share one queue. Each account may therefore run only one such preview at a time, counted
 * over all processes. If a page hangs, crashes or navigates away, the account's previews of that page are refused for a
 * while, and the account's other pages get a lower priority than the pages of all other accounts.
 */
export async function requestPageFrame(deps: PageFrameDeps, request: FrameRequest, clip: Clip): Promise<RenderedFrame> {
  const { redis, turns } = deps;
  const endsAtMs = performance.now() + request.timeoutMs;
  await requireBrowserNode(redis, clip);
  const times = [request.atSec].flat();
  const pages = new Map(times.flatMap((atSec) => [...pagesShown(request.document, atSec)]));
  const refuse = async (documentSha256?: string) => {
    const hashes = [...pages.keys(), ...(documentSha256 === undefined ? [] : [documentSha256])];
    const faultyPage = await recallFaultyPage(redis, request.accountId, hashes);
    if (faultyPage !== null) throw refused(request, pages.get(faultyPage.sha256), faultyPage.reason);
  };
  await refuse();
  const onFaultyPage = async (faultyPage: FaultyPage) => {
    await rememberFaultyPage(redis, request.accountId, faultyPage);
    await putPagesLast(redis, request.accountId);
  };
  const key = redisKeys.pageTurn(request.accountId);
  const { signal } = request;
  // Within one process, previews run in the order of their requests; between processes, the first to take the lock
  // runs.
  return turns.run(request.accountId, async () => {
    const frame = await withLock(redis, { key, endsAtMs, signal }, async () => {
      const isLast = await arePagesLast(redis, request.accountId);
      const timeoutMs = Math.max(1, endsAtMs - performance.now());
      return requestFrame({ ...deps, admit: refuse, onFaultyPage }, { ...request, isLast, timeoutMs });
    });
    if (frame === null) throw tooManyPreviews();
    return frame;
  });
}

function refused({ atSec }: FrameRequest, clipId: string | undefined, reason: string): FramemillError {
  const faulty = clipId === undefined ? 'this project' : `the html clip ${clipId}`;
  const because = `because an earlier preview of ${faulty} failed: ${reason.replace(/\.$/, '')}`;
  const message = `${whatIsAt(atSec)} was not rendered ${because}. ${refusedFor}`;
  return new FramemillError('provider_error', message, { atSec, ...(clipId === undefined ? {} : { clipId }) });
}

function tooManyPreviews(): FramemillError {
  const message = 'The preview timed out while other html previews of this account ran, one at a time. Try again.';
  return new FramemillError('unavailable', message);
}

/**
 * Throws `unavailable`, naming the clip, when nodes are live and none has a browser: a job that needs a browser would
 * wait in vain.
 */
async function requireBrowserNode(redis: Redis, clip: Clip): Promise<void> {
  const leases = await readLeases(redis);
  if (leases.length === 0 || leases.some(({ engines }) => engines.html !== undefined)) return;
  const { message, details } = browserMissing(clip);
  throw new FramemillError('unavailable', message, details);
}

const lookEveryMs = 100;
/**
 * Time in ms for which the lock outlives the deadline of the work. When a process dies while it holds the lock, the
 * lock expires this long after the deadline.
 */
const slackMs = 1_000;
const releaseScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/**
 * Runs `work` while no other process runs work with the same key. Waits for the lock until `endsAtMs` (in the time of
 * `performance.now()`), and resolves with null when the lock is not free by then. The work must also end by `endsAtMs`.
 * Rejects with the signal's reason when the signal is aborted during the wait.
 */
export async function withLock<T>(
  redis: Redis,
  { key, endsAtMs, signal }: { key: string; endsAtMs: number; signal: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T | null> {
  const token = randomUUID();
  for (;;) {
    signal?.throwIfAborted();
    const leftMs = Math.ceil(endsAtMs - performance.now());
    if (leftMs <= 0) return null;
    if ((await redis.set(key, token, 'PX', leftMs + slackMs, 'NX')) !== null) break;
    await setTimeout(Math.min(lookEveryMs, leftMs), undefined, { ...(signal && { signal }) });
  }
  try {
    return await work();
  } finally {
    // The lock expires by itself when Redis is unavailable.
    await redis.eval(releaseScript, 1, key, token).catch(() => undefined);
  }
}

/**
 * Counts the failure of a preview process that was reading a source file. A failure that does not contain the hash of a
 * file is not counted.
 */
export async function countPreviewFault(
  { database, redis, log }: { database: Database; redis: Redis; log: Logger },
  accountId: string,
  failure: JobFailure,
): Promise<void> {
  const { mediaSha256 } = failure;
  if (mediaSha256 === undefined) return;
  const liveNodes = (await readLeases(redis)).filter(({ draining }) => !draining).length;
  const file = { accountId, mediaSha256, renderId: null, liveNodes };
  const verdict = await database.client.$transaction((tx) => countFault(tx, file, failure));
  if (verdict !== 'no') log.warn({ accountId, mediaSha256 }, 'a file is in quarantine');
}
