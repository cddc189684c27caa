import type { Readable } from 'node:stream';

/** What the store knows of an object without reading it. */
export interface ObjectInfo {
  sizeBytes: number;
  contentType: string | null;
  /** Hash of the whole object, in hexadecimal; null: the store does not know it. */
  sha256: string | null;
}

/** An object and a stream of its bytes. */
export interface ObjectBody extends ObjectInfo {
  /** The caller reads it to the end or destroys it. */
  body: Readable;
}

/** What a file is stored with, and checks on the way. */
export interface PutFileOptions {
  contentType?: string;
  /** Hash that the file must have, in hexadecimal. With another one nothing is stored: `internal_error` with `check: hash`. */
  sha256?: string;
  /** Ends the write; nothing is stored from then on, unless the last request of a service is already under way. */
  signal?: AbortSignal;
}

/**
 * Bytes by key. Keys look like `exports/abc.mp4`: see `checkObjectKey`. A put is visible completely or not at all;
 * the last one wins. Errors: `not_found` for an absent key, `invalid_request` for a bad key, `unavailable` when the store is away.
 */
export interface ObjectStore {
  put(key: string, body: Uint8Array | Readable, options?: { contentType?: string }): Promise<void>;
  putFile(key: string, path: string, options?: PutFileOptions): Promise<void>;
  get(key: string): Promise<ObjectBody>;
  /** Bytes `start` to `end`, both included, as in an HTTP range; `sizeBytes` is the size of the whole object. `end` is cut at the last byte. */
  getRange(key: string, start: number, end: number): Promise<ObjectBody>;
  /** Writes the object to `path`, which appears only when complete. Its folder must exist. */
  getFile(key: string, path: string): Promise<void>;
  head(key: string): Promise<ObjectInfo | null>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /** In the order of the keys. */
  list(prefix: string): AsyncIterable<{ key: string; sizeBytes: number; modifiedAt: Date }>;
  /** Throws `unavailable` when the store cannot be used. */
  ping(): Promise<void>;
  close(): void;
}
