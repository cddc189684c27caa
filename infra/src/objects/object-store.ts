import type { Readable } from 'node:stream';
import { FramemillError } from '@framemill/timeline/errors';

/** Properties of an object that are available without reading its content. */
export interface ObjectInfo {
  sizeBytes: number;
  contentType: string | null;
  /** SHA-256 of the whole object, in hexadecimal; null when the store does not have it. */
  sha256: string | null;
}

/** Object with a stream of its bytes. */
export interface ObjectBody extends ObjectInfo {
  /** Stream of the bytes; the caller must read it to the end or destroy it. */
  body: Readable;
}

/** Options for storing a file. */
export interface PutFileOptions {
  contentType?: string;
  /**
   * Expected SHA-256 of the file, in hexadecimal. When the file has another hash, nothing is stored and
   * `internal_error` with `check: hash` is thrown.
   */
  sha256?: string;
  /**
   * Signal that aborts the write. Nothing is then stored, unless the last request to the service has already been sent.
   */
  signal?: AbortSignal;
}

/**
 * Store of objects (bytes) by key. Keys look like `exports/abc.mp4`: see `checkObjectKey`. A put becomes visible
 * completely or not at all; the last put of a key wins. Errors: `not_found` for an absent key, `invalid_request` for an
 * invalid key, `unavailable` when the store cannot be reached.
 */
export interface ObjectStore {
  put(key: string, body: Uint8Array | Readable, options?: { contentType?: string }): Promise<void>;
  putFile(key: string, path: string, options?: PutFileOptions): Promise<void>;
  get(key: string): Promise<ObjectBody>;
  /**
   * Reads the bytes `start` to `end`, both included, as in an HTTP range. An `end` beyond the last byte means the last
   * byte. `sizeBytes` of the result is the size of the whole object.
   */
  getRange(key: string, start: number, end: number): Promise<ObjectBody>;
  /** Writes the object to a file at `path`, which appears only when it is complete. The file's folder must exist. */
  getFile(key: string, path: string): Promise<void>;
  head(key: string): Promise<ObjectInfo | null>;
  /** Deletes an object; does nothing when it is absent. */
  delete(key: string): Promise<void>;
  /** Lists the objects whose keys begin with `prefix` and come after the key `after`, in the order of their keys. */
  list(prefix: string, after?: string): AsyncIterable<{ key: string; sizeBytes: number; modifiedAt: Date }>;
  /** Throws `unavailable` when the store cannot be used. */
  ping(): Promise<void>;
  close(): void;
}

const allowed = /^[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;

/**
 * Throws `invalid_request` unless `key` is a valid object key: segments of letters, digits and `_ . -`, joined by `/`,
 * at most 512 characters. No segment may start with a dot or a dash. This excludes absolute paths, `..`, and names with
 * a special meaning for a shell or a file system.
 */
export function checkObjectKey(key: string): void {
  if (key.length > 512 || !allowed.test(key)) {
    throw new FramemillError(
      'invalid_request',
      `The object key ${JSON.stringify(key.slice(0, 100))} is not allowed. Use segments of letters, digits, "_", ` +
        '"." and "-" joined by "/".',
    );
  }
}

/**
 * Checks a key prefix as `checkObjectKey` checks keys. A prefix may be empty, or end in an incomplete segment
 * (`segments/acc`, `exports/`).
 */
export function checkObjectPrefix(prefix: string): void {
  if (prefix !== '') checkObjectKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}

/**
 * Error: the store returned other bytes, fewer bytes, or another object than was stored under a key. This may be
 * temporary, so the code is `unavailable`. A caller that has retried long enough may treat it as permanent.
 */
export class WrongBytes extends FramemillError {
  constructor(key: string, found: string, cause?: unknown) {
    super('unavailable', `The object store returned wrong data for "${key}": ${found}.`, {}, { cause });
    this.name = 'WrongBytes';
  }
}

/** Returns `unavailable` when `error` shows that the local disk with `file` is full; null for any other error. */
export function diskFull(error: unknown, file: string): FramemillError | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') return null;
  return new FramemillError(
    'unavailable',
    `The disk of this machine is full: ${file} could not be written. Free some disk space.`,
    { waitsFor: 'disk' },
    { cause: error },
  );
}
