import type { Readable } from 'node:stream';

/** Properties of an object that are available without reading it. */
export interface ObjectInfo {
  sizeBytes: number;
  contentType: string | null;
  /** Hash of the whole object, in hexadecimal; null: the store does not have it. */
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
   * Expected hash of the file, in hexadecimal. When the file has another hash, nothing is stored and `internal_error`
   * with `check: hash` is thrown.
   */
  sha256?: string;
  /**
   * Signal that ends the write; nothing is stored after that, unless the last request to the service has already been
   * sent.
   */
  signal?: AbortSignal;
}

/**
 * Store of bytes by key. Keys look like `exports/abc.mp4`: see `checkObjectKey`. A put becomes visible completely or
 * not at all; the last one wins. Errors: `not_found` for an absent key, `invalid_request` for an invalid key,
 * `unavailable` when the store cannot be reached.
 */
export interface ObjectStore {
  put(key: string, body: Uint8Array | Readable, options?: { contentType?: string }): Promise<void>;
  putFile(key: string, path: string, options?: PutFileOptions): Promise<void>;
  get(key: string): Promise<ObjectBody>;
  /**
   * Reads the bytes `start` to `end`, both included, as in an HTTP range; `sizeBytes` is the size of the whole object.
   * An `end` after the last byte means the last byte.
   */
  getRange(key: string, start: number, end: number): Promise<ObjectBody>;
  /** Writes the object to `path`, which appears only when complete. Its folder must exist. */
  getFile(key: string, path: string): Promise<void>;
  head(key: string): Promise<ObjectInfo | null>;
  /** Deletes an object; does nothing when it is absent. */
  delete(key: string): Promise<void>;
  /** Lists the objects whose keys begin with `prefix`, in the order of their keys. */
  list(prefix: string): AsyncIterable<{ key: string; sizeBytes: number; modifiedAt: Date }>;
  /** Throws `unavailable` when the store cannot be used. */
  ping(): Promise<void>;
  close(): void;
}
