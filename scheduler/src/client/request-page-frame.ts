import { pagesShown } from '@framemill/compositor/catalog';
import type { Redis } from '@framemill/infra';
import type { Clip } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import { redisKeys } from '../protocol/index.ts';
import type { AccountTurns } from '../turns/account-turns.ts';
import {
  arePagesLast,
  type FaultyPage,
  putPagesLast,
  recallFaultyPage,
  refusedFor,
  rememberFaultyPage,
} from './page-memory.ts';
import { type FrameDeps, type FrameRequest, type RenderedFrame, requestFrame, whatIsAt } from './request-frame.ts';
import { requireBrowserNode } from './require-browser-node.ts';
import { withLock } from './with-lock.ts';

/** Dependencies for requesting a frame with html clips from the farm. */
export interface PageFrameDeps extends FrameDeps {
  readonly redis: Redis;
  readonly turns: AccountTurns;
}

/**
 * Renders a frame as `requestFrame` does, of a document with html clips, of which `clip` is one. Pages may use all the
 * time that they are allowed, so the pages of one account must not fill the queue that all accounts share. Therefore
 * one preview of an account runs at a time, across all processes. When a page hangs, crashes or navigates away, its
 * account's previews of it are refused for a while. The account's other pages then run after those of all other
 * accounts.
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
