import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Bytes of one request, with the hashes by which the service checks them. */
export interface HashedPart {
  readonly bytes: Buffer;
  /** MD5 in base64, for services that require it. */
  readonly md5: string;
  /** SHA-256 in hexadecimal, which the signature covers. */
  readonly sha256: string;
}

/** Hashes bytes that are already in memory. */
export function hashedPart(bytes: Buffer): HashedPart {
  const hashes = newHashes();
  add(hashes, bytes);
  return finished(hashes, bytes);
}

/**
 * Splits a body into parts of `partBytes`, the last one shorter. An empty body gives one empty part. Only one part is
 * in memory at a time. Hashes are computed chunk by chunk, so that a large part does not block the thread.
 */
export async function* partsOf(body: Readable, partBytes: number): AsyncGenerator<HashedPart> {
  let bytes = Buffer.allocUnsafe(partBytes);
  let length = 0;
  let hashes = newHashes();
  let parts = 0;
  const next = () => {
    const part = finished(hashes, bytes.subarray(0, length));
    [bytes, length, hashes] = [Buffer.allocUnsafe(partBytes), 0, newHashes()];
    parts += 1;
    return part;
  };
  for await (const read of body) {
    for (let chunk = Buffer.from(read); chunk.length > 0; ) {
      const fits = chunk.subarray(0, partBytes - length);
      chunk = chunk.subarray(fits.length);
      bytes.set(fits, length);
      length += fits.length;
      add(hashes, fits);
      if (length === partBytes) yield next();
    }
  }
  if (length > 0 || parts === 0) yield next();
}

/**
 * Makes a command's signature use the hash of the part. Otherwise the client would hash the whole part at once and
 * block the thread.
 */
export function signedHash<C extends { middlewareStack: { add(middleware: never, options: never): void } }>(
  command: C,
  { sha256 }: HashedPart,
): C {
  const middleware: Middleware = (next) => (args) => {
    const { request } = args;
    request.headers['x-amz-content-sha256'] = sha256;
    return next(args);
  };
  command.middlewareStack.add(middleware as never, { step: 'build' } as never);
  return command;
}

interface BuildArguments {
  request: { headers: Record<string, string> };
}
type Middleware = (next: (args: BuildArguments) => unknown) => (args: BuildArguments) => unknown;

type Hashes = { md5: Hash; sha256: Hash };

function newHashes(): Hashes {
  return { md5: createHash('md5'), sha256: createHash('sha256') };
}

function add({ md5, sha256 }: Hashes, chunk: Buffer): void {
  md5.update(chunk);
  sha256.update(chunk);
}

function finished({ md5, sha256 }: Hashes, bytes: Buffer): HashedPart {
  return { bytes, md5: md5.digest('base64'), sha256: sha256.digest('hex') };
}
