import { setTimeout as delay } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/errors';
import { WrongBytes } from './wrong-bytes.ts';

/** How long an operation on the object store is repeated before its answer is believed. */
export interface Patience {
  /** While the store is away (`unavailable`), from the first try on. */
  readonly awayMs: number;
  /** While it answers wrongly, from the first wrong answer on: an answer is believed only when it came twice, so far apart. */
  readonly wrongMs: number;
  /** Whether an absent object is a wrong answer, because it was put there. Default false: then `not_found` passes at once. */
  readonly mustExist?: boolean;
  /** Before the first repetition; doubled with each up to 5 s. Default 100. */
  readonly firstDelayMs?: number;
  /** Whether an error passes at once, although the store counts as away. Default: none does. */
  readonly isFinal?: (error: unknown) => boolean;
  readonly signal?: AbortSignal;
}

const longestDelayMs = 5_000;

/**
 * Repeats an operation while the store is away or answers wrongly, as long as `patience` says; other errors pass at once.
 * Rejects with the signal's reason as soon as it is aborted; a transfer that is under way then ends unheard.
 */
export async function withPatience<T>(operation: () => Promise<T>, patience: Patience): Promise<T> {
  const { awayMs, wrongMs, signal } = patience;
  const beganAt = Date.now();
  let wrongSince: number | null = null;
  for (let delayMs = patience.firstDelayMs ?? 100; ; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
    signal?.throwIfAborted();
    let waitMs = delayMs;
    try {
      return await untilAborted(operation(), signal);
    } catch (error) {
      signal?.throwIfAborted();
      const now = Date.now();
      if (isWrong(error, patience)) {
        if (wrongSince !== null && now - wrongSince >= wrongMs) throw error;
        wrongSince ??= now;
        waitMs = Math.min(delayMs, wrongSince + wrongMs - now);
      } else if (!isAway(error) || patience.isFinal?.(error) || now + delayMs > beganAt + awayMs) throw error;
    }
    await delay(waitMs, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
  }
}

function isWrong(error: unknown, { mustExist }: Patience): boolean {
  if (error instanceof WrongBytes) return true;
  return mustExist === true && error instanceof FramemillError && error.code === 'not_found';
}

function isAway(error: unknown): boolean {
  return error instanceof FramemillError && error.code === 'unavailable';
}

/** Stops waiting when the signal is aborted: a slow store must keep nobody from leaving, nor a slot from other work. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const stopped = Promise.withResolvers<never>();
  const onAbort = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
