import { createHash, type Hash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Outbound } from '../outbound/outbound.ts';
import { DeliveryFault } from './delivery-fault.ts';
import type { S3Target } from './destination-fields.ts';
import { type S3RequestHandler, s3Fault, s3OverOutbound } from './s3-over-outbound.ts';
import { CHECK_TEXT, checkFileOf, type OutgoingFile, type Sender, type UnfinishedUpload } from './sender.ts';

/** Body of one S3 request, with the hashes by which the service verifies it. */
interface HashedPart {
  readonly bytes: Buffer;
  /** MD5 in base64, for services that require it. */
  readonly md5: string;
  /** SHA-256 in hexadecimal, which is part of the signed data. */
  readonly sha256: string;
}

interface BuildArguments {
  request: { headers: Record<string, string> };
}

type Middleware = (next: (args: BuildArguments) => unknown) => (args: BuildArguments) => unknown;

type Hashes = { md5: Hash; sha256: Hash };

const MEGABYTE = 1024 * 1024;
/** Size of a part in bytes. One part at a time is in memory. S3 accepts up to 10,000 parts. */
const PART_BYTES = 8 * MEGABYTE;
const MOST_PARTS = 10_000;

/**
 * Creates a sender that uploads files to a bucket. Small files are sent in one request, others in parts; parts that
 * already arrived are not sent again. `partBytes` is smaller only in tests.
 */
export function createS3Sender(outbound: Outbound, target: S3Target, partBytes: number = PART_BYTES): Sender {
  const { bucket: Bucket } = target;
  const keyOf = (path: string) => [...folders(target.prefix), path].join('/');
  const urlOf = (Key: string) => `s3://${Bucket}/${Key}`;

  async function whole(client: S3Client, Key: string, part: HashedPart, ContentType: string): Promise<void> {
    const { bytes: Body, md5: ContentMD5 } = part;
    const command = new PutObjectCommand({ ...{ Bucket, Key, Body, ContentMD5, ContentType } });
    await client.send(signedHash(command, part));
  }

  async function abort(client: S3Client, Key: string, UploadId: string): Promise<void> {
    // The bucket may not allow this, or the upload may no longer exist. The bucket's own rules then remove the parts.
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
  }

  async function begin(client: S3Client, Key: string, file: OutgoingFile): Promise<UnfinishedUpload> {
    const command = new CreateMultipartUploadCommand({ Bucket, Key, ContentType: file.contentType });
    const { UploadId } = await client.send(command);
    if (UploadId === undefined) throw new DeliveryFault('The S3 service returned no upload id.', { retryable: true });
    await file.noteUpload(UploadId);
    return { id: UploadId, sentBytes: 0, parts: [] };
  }

  async function sendParts(client: S3Client, Key: string, file: OutgoingFile, size: number, upload: UnfinishedUpload) {
    const { id: UploadId } = upload;
    const parts = [...upload.parts];
    let offset = parts.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
    file.reached(offset);
    if (offset < file.sizeBytes) {
      const body = await file.open(offset);
      try {
        for await (const part of partsOf(body, size)) {
          const { bytes: Body, md5: ContentMD5 } = part;
          const at = { Bucket, Key, UploadId, PartNumber: parts.length + 1 };
          const { ETag = '' } = await client.send(signedHash(new UploadPartCommand({ ...at, Body, ContentMD5 }), part));
          const sent = { etag: ETag, sizeBytes: Body.length };
          await file.notePart(sent);
          parts.push(sent);
          offset += Body.length;
          file.reached(offset);
        }
      } finally {
        body.destroy();
      }
    }
    const Parts = parts.map(({ etag: ETag }, index) => ({ ETag, PartNumber: index + 1 }));
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
  }

  async function inParts(client: S3Client, Key: string, file: OutgoingFile, size: number): Promise<void> {
    const { unfinished } = file;
    if (unfinished !== null) {
      try {
        return await sendParts(client, Key, file, size, unfinished);
      } catch (error) {
        if (!isUploadGone(error)) throw error;
        await abort(client, Key, unfinished.id);
      }
    }
    await sendParts(client, Key, file, size, await begin(client, Key, file));
  }

  async function atOnce(client: S3Client, Key: string, file: OutgoingFile): Promise<void> {
    const body = await file.open();
    try {
      const parts = partsOf(body, Math.max(1, file.sizeBytes));
      for await (const part of parts) await whole(client, Key, part, file.contentType);
      file.reached(file.sizeBytes);
    } finally {
      body.destroy();
    }
  }

  async function withClient<T>(
    signal: AbortSignal,
    work: (client: S3Client) => Promise<T>,
    took?: (bytes: number) => void,
  ): Promise<T> {
    const client = s3Client(target, s3OverOutbound(outbound, signal, took));
    try {
      return await work(client);
    } catch (error) {
      signal.throwIfAborted();
      throw s3Fault(error, target);
    } finally {
      client.destroy();
    }
  }

  return {
    send: (file, signal) =>
      withClient(
        signal,
        async (client) => {
          const Key = keyOf(file.path);
          const size = Math.max(partBytes, Math.ceil(file.sizeBytes / MOST_PARTS));
          await (file.sizeBytes > size ? inParts(client, Key, file, size) : atOnce(client, Key, file));
          return { url: urlOf(Key) };
        },
        file.took,
      ),
    abandon: (path, uploadId, signal) => withClient(signal, (client) => abort(client, keyOf(path), uploadId)),
    check: (signal) =>
      withClient(signal, async (client) => {
        const Key = keyOf(checkFileOf(randomBytes(6).toString('hex')));
        await whole(client, Key, hashedPart(Buffer.from(CHECK_TEXT)), 'text/plain');
        try {
          await client.send(new DeleteObjectCommand({ Bucket, Key }));
          return { wrote: true, removed: true, note: null };
        } catch {
          const note = `The test file could not be removed: ${urlOf(Key)}. Deliveries do not need this permission.`;
          return { wrote: true, removed: false, note };
        }
      }),
  };
}

/**
 * Whether an error means that the upload or one of its parts no longer exists. A bucket's rules may remove incomplete
 * uploads.
 */
function isUploadGone(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchUpload' || error.name === 'InvalidPart');
}

function s3Client(target: S3Target, requestHandler: S3RequestHandler): S3Client {
  const { endpoint, region = 'us-east-1', accessKeyId, secretAccessKey } = target;
  return new S3Client({
    ...{ region, credentials: { accessKeyId, secretAccessKey } },
    // Always set the endpoint: otherwise the client would read one from the environment of this process.
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    forcePathStyle: endpoint !== undefined,
    ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
    requestHandler,
    logger: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
  });
}

const folders = (prefix = ''): string[] => prefix.split('/').filter((part) => part !== '');

function silent(): void {}

/** Computes the hashes of bytes that are already in memory. */
function hashedPart(bytes: Buffer): HashedPart {
  const hashes = newHashes();
  add(hashes, bytes);
  return finished(hashes, bytes);
}

/**
 * Splits a body into parts of `partBytes`, the last one shorter. An empty body gives one empty part. Only one part is
 * in memory at a time. Hashes are computed chunk by chunk, so that a large part does not block the thread.
 */
async function* partsOf(body: Readable, partBytes: number): AsyncGenerator<HashedPart> {
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
 * Makes a command's signature use the hash that was already computed for its body. Otherwise the client would hash the
 * whole body at once and block the thread.
 */
function signedHash<C extends { middlewareStack: { add(middleware: never, options: never): void } }>(
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
