import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/errors';
import { WrongBytes } from './object-store.ts';

/** Options of `steadyBody`: sources of a body whose connection may break, and its expected size and hash. */
export interface SteadyBodyOptions {
  readonly key: string;
  /** Body of the first response. */
  readonly first: Readable;
  /** Number of bytes that the body must have. */
  readonly sizeBytes: number;
  /** Expected SHA-256 of the bytes; null when it is unknown or only a part of the object is read. */
  readonly sha256: string | null;
  /** Requests the remaining bytes of this body, from `offset` on, on another connection. */
  readonly reopen: (offset: number) => Promise<Readable>;
  /** Timeout in ms for the next data, and for each 64 KiB. */
  readonly stallMs: number;
}

/** Maximum number of consecutive connections without any data. */
const mostInVain = 4;
const leastBytes = 64 * 1024;

/**
 * Returns the body of an object as a stream. When a connection ends early or stalls, continues on a new connection
 * until the body is complete. The stream fails with `WrongBytes` at its end when the hash of the bytes is not the
 * expected one. Time in which the reader does not read does not count as a stall.
 */
export function steadyBody(options: SteadyBodyOptions): Readable {
  return Readable.from(chunksOf(options), { objectMode: false });
}

async function* chunksOf({ key, first, sizeBytes, sha256, reopen, stallMs }: SteadyBodyOptions) {
  const hash = sha256 === null ? null : createHash('sha256');
  let offset = 0;
  let body: Readable | null = first;
  for (let inVain = 0; offset < sizeBytes; ) {
    const before = offset;
    let reason: unknown = null;
    try {
      body ??= await reopen(offset);
      for await (const chunk of watched(body, stallMs)) {
        offset += chunk.length;
        if (offset > sizeBytes) throw new WrongBytes(key, `received more than ${sizeBytes} bytes`);
        hash?.update(chunk);
        yield chunk;
      }
    } catch (error) {
      if (error instanceof FramemillError && error.code !== 'unavailable') throw error;
      reason = error;
    } finally {
      body?.destroy();
      body = null;
    }
    if (offset >= sizeBytes) break;
    inVain = offset > before ? 0 : inVain + 1;
    if (inVain >= mostInVain) throw reason ?? new WrongBytes(key, `received ${offset} of ${sizeBytes} bytes`);
    await delay(50 * 4 ** inVain);
  }
  first.destroy();
  const found = hash?.digest('hex') ?? sha256;
  if (found !== sha256)
    throw new WrongBytes(key, `the bytes have sha256 ${found?.slice(0, 12)}, not ${sha256?.slice(0, 12)}`);
}

/** Yields the chunks of a body. Throws when the service sends nothing or is too slow. */
async function* watched(body: Readable, stallMs: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  let [waitedMs, gained] = [0, 0];
  for (;;) {
    const beganAt = performance.now();
    const next = await within(chunks.next(), stallMs);
    if (next.done === true) return;
    waitedMs += performance.now() - beganAt;
    gained += next.value.length;
    if (gained >= leastBytes) [waitedMs, gained] = [0, 0];
    yield next.value;
    if (waitedMs > stallMs) throw stalled(stallMs);
  }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(stalled(ms)), ms);
  // A rejection after the time limit has no listener any more.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function stalled(ms: number): FramemillError {
  const message = `The object store sent less than 64 KiB in ${ms / 1_000} s. Try again later.`;
  return new FramemillError('unavailable', message);
}
