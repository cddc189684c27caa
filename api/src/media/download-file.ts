import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CUBE_HEAD_BYTES } from '@framemill/compositor/catalog';
import { FramemillError } from '@framemill/timeline';
import type { Outbound, OutboundAnswer } from '../outbound/outbound.ts';

/** Redirects that are followed; each target is vetted like the first. */
const MAX_REDIRECTS = 3;

/** A file on the disk, fetched from an address. */
export interface DownloadedFile {
  path: string;
  sizeBytes: number;
  sha256: string;
  /** The first bytes, for a look at what it is. */
  head: Buffer;
  /** The last part of the address that gave it; may be empty. */
  name: string;
}

/** What a download may take. */
export interface DownloadLimits {
  maxBytes: number;
  /** Everything together: names, redirects and bytes. */
  timeoutMs: number;
}

/**
 * Fetches a file to a folder of its own, runs `work` with it, and removes it. Bytes are counted as they come: what the
 * other side announces is only believed when it is too much. Throws `invalid_request` for an address that may not be
 * fetched, `payload_too_large`, `provider_error` for everything that goes wrong over there, and `unavailable` when this
 * machine has no room for the file.
 */
export async function withDownload<T>(
  outbound: Outbound,
  address: string,
  limits: DownloadLimits,
  work: (file: DownloadedFile) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'framemill-import-')).catch((error: unknown) => {
    throw noRoom(error) ?? error;
  });
  try {
    return await work(await download(outbound, address, limits, path.join(folder, 'file')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function download(outbound: Outbound, address: string, limits: DownloadLimits, target: string) {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  let answer: OutboundAnswer | undefined;
  try {
    answer = await follow(outbound, address, signal);
    refuseAnswer(answer, limits.maxBytes);
    const { sizeBytes, sha256 } = await writeBody(answer.body, target, limits.maxBytes, signal);
    if (sizeBytes === 0) throw upstream('The address answered with no bytes.');
    return { path: target, sizeBytes, sha256, head: await readHead(target), name: nameOf(answer.url) };
  } catch (cause) {
    if (cause instanceof FramemillError) throw cause;
    const here = noRoom(cause);
    if (here) throw here;
    if (signal.aborted) throw upstream(`The file did not come within ${limits.timeoutMs / 1_000} s.`, cause);
    throw upstream('The connection failed before the file was complete.', cause);
  } finally {
    await answer?.close();
  }
}

async function follow(outbound: Outbound, address: string, signal: AbortSignal): Promise<OutboundAnswer> {
  let url = address;
  for (let redirects = 0; ; redirects += 1) {
    // Compressed bytes would be a bomb to unpack and are no media: media is compressed already.
    const answer = await outbound.send(url, { method: 'GET', headers: { 'accept-encoding': 'identity' }, signal });
    if (![301, 302, 303, 307, 308].includes(answer.status)) return answer;
    await answer.close();
    const { location } = answer.headers;
    const next = typeof location === 'string' ? URL.parse(location, answer.url.href) : null;
    if (!next) throw upstream('The address redirects to nowhere.');
    if (redirects === MAX_REDIRECTS) throw upstream(`The address redirects more than ${MAX_REDIRECTS} times.`);
    url = next.href;
  }
}

function refuseAnswer({ status, headers }: OutboundAnswer, maxBytes: number): void {
  if (status !== 200)
    throw upstream(`The address answered with status ${status}.`, undefined, { upstreamStatus: status });
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw upstream('The address answered in a content encoding, which was not asked for.');
  }
  if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
}

async function writeBody(body: Readable, target: string, maxBytes: number, signal: AbortSignal) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) return done(tooLarge(maxBytes));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(body, meter, createWriteStream(target, { flags: 'wx', mode: 0o600 }), { signal });
  return { sizeBytes, sha256: hash.digest('hex') };
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(CUBE_HEAD_BYTES), 0, CUBE_HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function nameOf(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    // Not percent-encoded text: as it stands it is a name, too.
    return last;
  }
}

/** What disks answer. Some a firewall answers too, to `connect`. */
const diskFailures = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOENT', 'ENOTDIR', 'EMFILE', 'ENFILE'];

/** The error of a machine that cannot keep the file; null when something else went wrong. */
function noRoom(cause: unknown): FramemillError | null {
  if (!(cause instanceof Error && 'code' in cause && 'syscall' in cause)) return null;
  const { code, syscall } = cause;
  if (syscall === 'connect' || !diskFailures.includes(String(code))) return null;
  const message = `The service has no room to keep the file while it is looked at (${code}). Try again later.`;
  return new FramemillError('unavailable', message, {}, { cause });
}

function tooLarge(maxBytes: number): FramemillError {
  const limitMb = maxBytes / 1_048_576;
  return new FramemillError('payload_too_large', `The file is larger than ${limitMb} MB. Use a smaller one.`, {
    limitMb,
  });
}

function upstream(message: string, cause?: unknown, details: Record<string, unknown> = {}): FramemillError {
  return new FramemillError('provider_error', message, details, { cause });
}
