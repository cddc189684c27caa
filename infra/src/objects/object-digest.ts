import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { FramemillError } from '@framemill/timeline/errors';

/** Size and hashes of bytes before they are sent to the store. */
export interface ObjectDigest {
  readonly sizeBytes: number;
  readonly sha256: string;
  /**
   * Entity tag (ETag) that S3 computes for these bytes. It depends on whether they are uploaded in parts of the given
   * size or in one piece.
   */
  readonly etag: string;
}

/**
 * Throws `internal_error` with `check: hash` when the hash `found` of the file at `path` differs from `expected`. Does
 * nothing when `expected` is undefined.
 */
export function checkFileHash(path: string, found: string, expected: string | undefined): void {
  if (expected === undefined || found === expected) return;
  throw new FramemillError(
    'internal_error',
    `The file ${basename(path)} changed on disk before it was stored (sha256 ${found}, expected ${expected}). ` +
      'Create the file again.',
    { check: 'hash' },
  );
}

/** Computes the digest of bytes that are uploaded in one piece. */
export function digestOf(bytes: Uint8Array): ObjectDigest {
  return {
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    etag: createHash('md5').update(bytes).digest('hex'),
  };
}

/**
 * Computes the digest of a file that is uploaded in parts of `partBytes`, or in one piece when `partBytes` is null.
 * Reads the file in small blocks, so that the event loop is never blocked for long.
 */
export async function digestOfFile(path: string, partBytes: number | null): Promise<ObjectDigest> {
  const sha256 = createHash('sha256');
  const parts: Buffer[] = [];
  let part = createHash('md5');
  let [sizeBytes, partSize] = [0, 0];
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    let rest: Buffer = chunk;
    sha256.update(rest);
    sizeBytes += rest.length;
    while (partBytes !== null && partSize + rest.length >= partBytes) {
      const end = partBytes - partSize;
      parts.push(part.update(rest.subarray(0, end)).digest());
      rest = rest.subarray(end);
      part = createHash('md5');
      partSize = 0;
    }
    part.update(rest);
    partSize += rest.length;
  }
  if (partBytes === null) return { sizeBytes, sha256: sha256.digest('hex'), etag: part.digest('hex') };
  if (partSize > 0) parts.push(part.digest());
  const whole = createHash('md5').update(Buffer.concat(parts)).digest('hex');
  return { sizeBytes, sha256: sha256.digest('hex'), etag: `${whole}-${parts.length}` };
}
