import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Bytes of one request, with what the service checks them against. */
export interface HashedPart {
  readonly bytes: Buffer;
  /** Base64, for services that want it. */
  readonly md5: string;
  /** Hexadecimal: what the signature covers. */
  readonly sha256: string;
}

/** One part of bytes that are there. */
export function hashedPart(bytes: Buffer): HashedPart {
  const hashes = newHashes();
  add(hashes, bytes);
  return finished(hashes, bytes);
}

/**
 * A body in parts of `partBytes`, the last one shorter; an empty body is one empty part. One part at a time is in memory. Hashes are taken
 * chunk by chunk, so that no large part holds up the thread.
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

/** A command whose signature covers the hash of the part: without it the client would hash all of it at once. */
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
