import { setTimeout as delay } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/errors';
import { type ObjectInfo, type ObjectStore, WrongBytes } from './object-store.ts';

/** Limits for retrying an operation on the object store. */
export interface Patience {
  /** Time in ms from the first attempt for which the operation is retried while the store is unavailable. */
  readonly awayMs: number;
  /**
   * Time in ms, from the first wrong result, for which the operation is retried after wrong results. A wrong result
   * after this time is thrown.
   */
  readonly wrongMs: number;
  /**
   * Whether an absent object counts as a wrong result, because the caller knows that it was stored. With false, the
   * default, `not_found` is thrown at once.
   */
  readonly mustExist?: boolean;
  /** Delay in ms before the first retry. The delay doubles with each retry, up to 5 s. Default 100. */
  readonly firstDelayMs?: number;
  /** Returns whether an error is thrown at once although it means that the store is unavailable. Default: never. */
  readonly isFinal?: (error: unknown) => boolean;
  readonly signal?: AbortSignal;
}

const longestDelayMs = 5_000;

/**
 * Retries an operation while the store is unavailable or returns wrong results, within the limits of `patience`. Other
 * errors are thrown at once. Rejects with the signal's reason as soon as the signal is aborted; a running transfer then
 * continues and its result is ignored.
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

/**
 * Resolves with `work`, or rejects as soon as the signal is aborted, so that a slow store cannot delay a shutdown or
 * block a worker.
 */
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

/**
 * Default limits: long enough to survive a fault of one connection or one server, short enough for a caller that waits.
 */
const shortPatience: Patience = { awayMs: 2_000, wrongMs: 2_000 };

/** Limits for reading one object into memory. */
export interface ReadOptions extends Partial<Patience> {
  /** Maximum size of the object in bytes. A larger object is rejected with `invalid_request`. Default 64 MiB. */
  readonly mostBytes?: number;
}

/**
 * Reads a whole object and parses it. When the bytes are incomplete, differ from those that were stored, or make
 * `parse` throw, reads them again on another connection, within the limits of `options` (default 2 s). Throws
 * `not_found`, `unavailable`, or the last error of `parse`.
 */
export async function readObject<T>(
  store: Pick<ObjectStore, 'get'>,
  key: string,
  parse: (bytes: Buffer) => T,
  options: ReadOptions = {},
): Promise<T> {
  const { mostBytes = 64 * 1024 * 1024 } = options;
  const unreadable = { error: null as unknown };
  try {
    return await withPatience(
      async () => {
        unreadable.error = null;
        const bytes = await wholeBody(store, key, mostBytes);
        try {
          return parse(bytes);
        } catch (error) {
          unreadable.error = error;
          throw new WrongBytes(key, 'the bytes cannot be parsed', error);
        }
      },
      { ...shortPatience, ...options },
    );
  } catch (error) {
    throw error instanceof WrongBytes && unreadable.error !== null ? unreadable.error : error;
  }
}

/**
 * Reads an object's properties as `store.head` does. When the object is not found, tries again a moment later on
 * another connection. Returns null when the second attempt does not find it either.
 */
export async function headTwice(store: Pick<ObjectStore, 'head'>, key: string): Promise<ObjectInfo | null> {
  const look = async () => {
    const info = await store.head(key);
    if (info === null)
      throw new FramemillError('not_found', `The object store has no object "${key}". It may have been deleted.`);
    return info;
  };
  try {
    return await withPatience(look, { ...shortPatience, wrongMs: 200, mustExist: true });
  } catch (error) {
    if (error instanceof FramemillError && error.code === 'not_found') return null;
    throw error;
  }
}

async function wholeBody(store: Pick<ObjectStore, 'get'>, key: string, mostBytes: number): Promise<Buffer> {
  const { body, sizeBytes } = await store.get(key);
  if (sizeBytes > mostBytes) {
    body.destroy();
    const message = `Object "${key}" has ${sizeBytes} bytes, above the limit of ${mostBytes}. Use a smaller file.`;
    throw new FramemillError('invalid_request', message);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  const bytes = Buffer.concat(chunks);
  if (bytes.length !== sizeBytes) throw new WrongBytes(key, `received ${bytes.length} of ${sizeBytes} bytes`);
  return bytes;
}
