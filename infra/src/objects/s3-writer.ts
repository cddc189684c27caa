import { createHash } from 'node:crypto';
import { open as openFile, stat } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { HeadObjectCommand, PutObjectCommand, type PutObjectCommandInput, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { FramemillError } from '@framemill/timeline/errors';
import { checkFileHash, digestOf, digestOfFile, type ObjectDigest } from './object-digest.ts';
import { checkObjectKey, type ObjectBody, type ObjectStore, WrongBytes } from './object-store.ts';
import { withPatience } from './patience.ts';
import { type S3Connection, type S3Limits, withinHeaders, writeMs } from './s3-connection.ts';
import { checkSeal, isRefusal, sealFor, writeError } from './s3-response.ts';

/** Dependencies of the object writer. */
export interface S3WriterOptions {
  readonly connection: S3Connection;
  readonly bucket: string;
  readonly limits: S3Limits;
  /** Opens a stored object, in order to compare its bytes with those sent. */
  readonly open: (key: string) => Promise<ObjectBody>;
}

const streamPartBytes = 8 * 1024 * 1024;
/**
 * Time in ms after the first failure or missing response for which a write is retried, each time on a new connection.
 */
const againMs = 4_000;

/**
 * Creates the part of an S3 store that writes objects. A write succeeds only when the service then reports an object
 * with the size and the entity tag (ETag) of the bytes that were sent. An object with another tag is read back. If its
 * bytes are those that were sent, the tags of this service are not digests (as in encrypted buckets) and are ignored
 * from then on. Bytes and files that were stored wrongly are sent again. A stream can be read only once, so its write
 * fails.
 */
export function createS3Writer(options: S3WriterOptions): Pick<ObjectStore, 'put' | 'putFile'> {
  const { connection, bucket, limits, open } = options;
  // null: not known yet. Once a tag was the digest, the service creates such tags, and a different tag is a fault.
  let tagsAreDigests: boolean | null = null;

  async function check(client: S3Client, key: string, digest: Pick<ObjectDigest, 'sizeBytes'> & Partial<ObjectDigest>) {
    const found = await withinHeaders(limits.headersMs, (abortSignal) =>
      client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), { abortSignal }),
    ).catch((error: unknown) => {
      throw new WrongBytes(key, 'the written object cannot be checked', error);
    });
    checkSeal(key, found.Metadata);
    const { sizeBytes, etag, sha256 } = digest;
    if (found.ContentLength !== sizeBytes) {
      throw new WrongBytes(key, `${found.ContentLength} bytes are stored instead of ${sizeBytes}`);
    }
    if (etag === undefined) return;
    if (found.ETag?.replaceAll('"', '') === etag) {
      tagsAreDigests = true;
      return;
    }
    if (tagsAreDigests === false) return;
    // The object's own metadata is no proof, because it was sent with the write.
    const stored = await hashOf(key).catch((error: unknown) => {
      throw new WrongBytes(key, 'the written object cannot be read', error);
    });
    if (stored !== sha256) throw new WrongBytes(key, 'the stored bytes differ from the sent bytes');
    tagsAreDigests ??= false;
  }

  async function hashOf(key: string): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of (await open(key)).body) hash.update(chunk);
    return hash.digest('hex');
  }

  /** Sends an object repeatedly until the service reports that it has stored the bytes that were sent. */
  async function write(
    key: string,
    digest: ObjectDigest,
    send: (client: S3Client, abortSignal: AbortSignal) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<void> {
    const answerMs = writeMs(limits, digest.sizeBytes);
    let tries = 0;
    const once = async () => {
      const client = tries === 0 ? connection.kept : connection.fresh;
      tries += 1;
      await withinHeaders(answerMs, (abortSignal) => send(client, abortSignal), signal).catch((error: unknown) => {
        throw writeError(error, key);
      });
      await check(client, key, digest);
    };
    const patience = { awayMs: answerMs + againMs, wrongMs: againMs, isFinal: isRefusal };
    await withPatience(once, signal === undefined ? patience : { ...patience, signal });
  }

  return {
    async put(key, body, { contentType } = {}) {
      checkObjectKey(key);
      const params = { Bucket: bucket, Key: key, ContentType: contentType };
      if (!(body instanceof Uint8Array)) return putStream(key, body, params);
      const digest = digestOf(body);
      const Metadata = sealFor(key, digest.sha256);
      await write(key, digest, (client, abortSignal) =>
        client.send(new PutObjectCommand({ ...params, Body: body, Metadata }), { abortSignal }),
      );
    },
    async putFile(key, path, { contentType, sha256, signal } = {}) {
      checkObjectKey(key);
      const { size } = await stat(path);
      const inParts = size > limits.onePieceBytes;
      const digest = await digestOfFile(path, inParts ? limits.partBytes : null);
      checkFileHash(path, digest.sha256, sha256);
      const params = { Bucket: bucket, Key: key, ContentType: contentType, Metadata: sealFor(key, digest.sha256) };
      const send = (client: S3Client, abortSignal: AbortSignal) =>
        withFile<unknown>(path, (Body) =>
          inParts
            ? uploadParts(client, { ...params, Body }, limits.partBytes, abortSignal)
            : client.send(new PutObjectCommand({ ...params, Body, ContentLength: size }), { abortSignal }),
        );
      await write(key, digest, send, signal);
    },
  };

  async function putStream(key: string, body: Readable, params: { Bucket: string; Key: string }): Promise<void> {
    let sizeBytes = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        sizeBytes += chunk.length;
        done(null, chunk);
      },
    });
    body.on('error', (error) => counted.destroy(error));
    const Body = body.pipe(counted);
    const sealed = { ...params, Body, Metadata: sealFor(key, null) };
    await uploadParts(connection.kept, sealed, streamPartBytes).catch((error: unknown) => {
      throw writeError(error, key);
    });
    await check(connection.fresh, key, { sizeBytes });
  }
}

/**
 * Uploads a body in parts. The timeouts of the client's connections apply to each part, and the client repeats failed
 * parts.
 */
async function uploadParts(
  client: S3Client,
  params: PutObjectCommandInput,
  partSize: number,
  abortSignal?: AbortSignal,
): Promise<void> {
  const upload = new Upload({ client, params, partSize, queueSize: 2 });
  const onAbort = () => void upload.abort();
  abortSignal?.addEventListener('abort', onAbort, { once: true });
  try {
    abortSignal?.throwIfAborted();
    await upload.done();
  } finally {
    abortSignal?.removeEventListener('abort', onAbort);
  }
}

/**
 * Passes a file to `send` as a stream and closes it afterwards. Throws `internal_error`, which is not retried, when the
 * file was removed before it was read because the caller aborted the write. Without this check the error of the stream,
 * which has no listener yet, would end the process.
 */
async function withFile<T>(path: string, send: (stream: Readable) => Promise<T>): Promise<T> {
  const file = await openFile(path).catch((cause: unknown) => {
    throw new FramemillError(
      'internal_error',
      `The file ${path} was deleted before its upload. Upload it again.`,
      {},
      { cause },
    );
  });
  const stream = file.createReadStream();
  const broken = new Promise<never>((_resolve, reject) => stream.on('error', reject));
  try {
    return await Promise.race([send(stream), broken]);
  } finally {
    broken.catch(() => undefined);
    stream.destroy();
  }
}
