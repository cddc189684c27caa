import { randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Outbound } from '../outbound/outbound.ts';
import { DeliveryFault } from './delivery-fault.ts';
import type { S3Target } from './destination-fields.ts';
import { s3Fault } from './s3-fault.ts';
import { s3OverOutbound } from './s3-over-outbound.ts';
import { type HashedPart, hashedPart, partsOf, signedHash } from './s3-parts.ts';
import { CHECK_TEXT, checkFileOf, type OutgoingFile, type Sender } from './sender.ts';

const MEGABYTE = 1024 * 1024;
/** Parts are held in memory, one at a time. S3 takes 10,000 of them. */
const PART_BYTES = 8 * MEGABYTE;
const MOST_PARTS = 10_000;

/** Sends files to a bucket: small ones in one request, others in parts. `partBytes` is smaller only in tests. */
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
    // A bucket may not allow it, and it may be gone: then the bucket's own rules remove what is left.
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
  }

  async function inParts(client: S3Client, Key: string, file: OutgoingFile, parts: AsyncIterable<HashedPart>) {
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ Bucket, Key, ContentType: file.contentType }),
    );
    if (UploadId === undefined) throw new DeliveryFault('The bucket began no upload.', { retryable: true });
    await file.noteUpload(UploadId);
    try {
      const Parts: { ETag: string; PartNumber: number }[] = [];
      for await (const part of parts) {
        const PartNumber = Parts.length + 1;
        const { bytes: Body, md5: ContentMD5 } = part;
        const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ContentMD5 });
        const { ETag = '' } = await client.send(signedHash(command, part));
        Parts.push({ ETag, PartNumber });
      }
      await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
    } catch (error) {
      await abort(client, Key, UploadId);
      throw error;
    } finally {
      await file.noteUpload(null);
    }
  }

  async function withClient<T>(signal: AbortSignal, work: (client: S3Client) => Promise<T>): Promise<T> {
    const client = s3Client(outbound, target, signal);
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
      withClient(signal, async (client) => {
        const Key = keyOf(file.path);
        if (file.uploadId !== null) await abort(client, Key, file.uploadId);
        const body = await file.open();
        try {
          const size = Math.max(partBytes, Math.ceil(file.sizeBytes / MOST_PARTS));
          const parts = partsOf(body, size);
          if (file.sizeBytes > size) await inParts(client, Key, file, parts);
          else for await (const part of parts) await whole(client, Key, part, file.contentType);
        } finally {
          body.destroy();
        }
        return { url: urlOf(Key) };
      }),
    check: (signal) =>
      withClient(signal, async (client) => {
        const Key = keyOf(checkFileOf(randomBytes(6).toString('hex')));
        await whole(client, Key, hashedPart([Buffer.from(CHECK_TEXT)]), 'text/plain');
        try {
          await client.send(new DeleteObjectCommand({ Bucket, Key }));
          return { wrote: true, removed: true, note: null };
        } catch {
          const note = `The test file could not be removed, which deliveries do not need: ${urlOf(Key)}.`;
          return { wrote: true, removed: false, note };
        }
      }),
  };
}

function s3Client(outbound: Outbound, target: S3Target, signal: AbortSignal): S3Client {
  const { endpoint, region = 'us-east-1', accessKeyId, secretAccessKey } = target;
  return new S3Client({
    ...{ region, credentials: { accessKeyId, secretAccessKey } },
    // Said in any case: the client would take one from the environment of this process.
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    forcePathStyle: endpoint !== undefined,
    ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
    requestHandler: s3OverOutbound(outbound, signal),
    logger: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
  });
}

const folders = (prefix = ''): string[] => prefix.split('/').filter((part) => part !== '');

function silent(): void {}
