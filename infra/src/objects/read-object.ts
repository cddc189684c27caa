import { FramemillError } from '@framemill/timeline/errors';
import type { ObjectInfo, ObjectStore } from './object-store.ts';
import { type Patience, withPatience } from './patience.ts';
import { WrongBytes } from './wrong-bytes.ts';

/** Default limits: long enough for a fault of one connection or one server, short enough for a waiting caller. */
const shortPatience: Patience = { awayMs: 2_000, wrongMs: 2_000 };

/** Limits for reading one object into memory. */
export interface ReadOptions extends Partial<Patience> {
  /** Maximum size of the object in bytes; a larger one is refused with `invalid_request`. Default 64 MiB. */
  readonly mostBytes?: number;
}

/**
 * Reads a whole object and parses it. Bytes that arrive incomplete, differ from those that were stored, or make
 * `parse` throw are read again on another connection, within the limits of `options` (default 2 s). Throws
 * `not_found`, `unavailable`, and finally the error of `parse`.
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
 * Reads an object's properties as `store.head` does. Returns null only when a second try on another connection, a
 * moment later, also finds no object.
 */
export async function headTwice(store: Pick<ObjectStore, 'head'>, key: string): Promise<ObjectInfo | null> {
  const look = async () => {
    const info = await store.head(key);
    if (info === null) throw new FramemillError('not_found', `There is no object "${key}".`);
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
    const message = `Object "${key}" has ${sizeBytes} bytes, above the limit of ${mostBytes}.`;
    throw new FramemillError('invalid_request', message);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  const bytes = Buffer.concat(chunks);
  if (bytes.length !== sizeBytes) throw new WrongBytes(key, `received ${bytes.length} of ${sizeBytes} bytes`);
  return bytes;
}
