import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { FramemillError } from '@framemill/timeline/errors';
import type { ObjectStoreConfig } from '../config/load-config.ts';
import { diskFull } from './disk-full.ts';
import { checkObjectKey, checkObjectPrefix } from './object-key.ts';
import type { ObjectBody, ObjectStore } from './object-store.ts';

type S3Config = Extract<ObjectStoreConfig, { kind: 's3' }>;

/** Objects in one bucket of S3 or a service that speaks it. Streams go up in parts of 8 MiB, so memory stays small. */
export function createS3Store(config: S3Config): ObjectStore {
  const client = new S3Client({
    region: config.region,
    ...(config.endpoint === null
      ? {}
      : // Other services know neither virtual-host buckets nor the newer default checksums.
        {
          endpoint: config.endpoint,
          forcePathStyle: true,
          requestChecksumCalculation: 'WHEN_REQUIRED',
          responseChecksumValidation: 'WHEN_REQUIRED',
        }),
    ...(config.credentials === null ? {} : { credentials: config.credentials }),
  });
  const bucket = config.bucket;

  async function call<T>(key: string, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw storeError(error, key);
    }
  }

  async function fetchObject(key: string, range?: string): Promise<GetObjectCommandOutput> {
    checkObjectKey(key);
    return call(key, () =>
      client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...(range === undefined ? {} : { Range: range }) })),
    );
  }

  const store: ObjectStore = {
    async put(key, body, options) {
      checkObjectKey(key);
      const params = { Bucket: bucket, Key: key, Body: body, ContentType: options?.contentType };
      if (body instanceof Uint8Array) await call(key, () => client.send(new PutObjectCommand(params)));
      else await call(key, () => new Upload({ client, params, partSize: 8 * 1024 * 1024, queueSize: 2 }).done());
    },
    async putFile(key, path, options) {
      checkObjectKey(key);
      const { size } = await stat(path);
      const params = { Bucket: bucket, Key: key, Body: createReadStream(path), ContentType: options?.contentType };
      if (size <= 64 * 1024 * 1024)
        await call(key, () => client.send(new PutObjectCommand({ ...params, ContentLength: size })));
      else await call(key, () => new Upload({ client, params, partSize: 16 * 1024 * 1024, queueSize: 2 }).done());
    },
    async get(key) {
      const output = await fetchObject(key);
      return toBody(output, output.ContentLength ?? 0);
    },
    async getRange(key, start, end) {
      if (start < 0 || start > end)
        throw new FramemillError('invalid_request', `Bytes ${start}-${end} are not a range.`);
      const output = await fetchObject(key, `bytes=${start}-${end}`);
      return toBody(output, Number(output.ContentRange?.split('/')[1] ?? Number.NaN));
    },
    async getFile(key, path) {
      const { body } = await store.get(key);
      const part = `${path}.${randomUUID()}.part`;
      try {
        await pipeline(body, createWriteStream(part));
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw diskFull(error, path) ?? storeError(error, key);
      }
    },
    async head(key) {
      checkObjectKey(key);
      try {
        const output = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
        return { sizeBytes: output.ContentLength ?? 0, contentType: contentType(output.ContentType) };
      } catch (error) {
        if (isAbsent(error)) return null;
        throw storeError(error, key);
      }
    },
    async delete(key) {
      checkObjectKey(key);
      await call(key, () => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })));
    },
    async *list(prefix) {
      checkObjectPrefix(prefix);
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const entry of page.Contents ?? []) {
          if (entry.Key === undefined) continue;
          yield { key: entry.Key, sizeBytes: entry.Size ?? 0, modifiedAt: entry.LastModified ?? new Date(0) };
        }
      }
    },
    async ping() {
      await call(bucket, () => client.send(new HeadBucketCommand({ Bucket: bucket }))).catch((error: unknown) => {
        throw new FramemillError(
          'unavailable',
          `The bucket "${bucket}" cannot be used. Check S3_BUCKET, S3_ENDPOINT and the keys.`,
          {},
          { cause: error },
        );
      });
    },
    close() {
      client.destroy();
    },
  };
  return store;
}

function toBody(output: GetObjectCommandOutput, sizeBytes: number): ObjectBody {
  if (!(output.Body instanceof Readable))
    throw new FramemillError('unavailable', 'The object store answered without a body.');
  return { body: output.Body, sizeBytes, contentType: contentType(output.ContentType) };
}

function contentType(value: string | undefined): string | null {
  // S3 invents this one when none was given.
  return value === undefined || value === 'application/octet-stream' || value === 'binary/octet-stream' ? null : value;
}

function isAbsent(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.$metadata.httpStatusCode === 404 || error.name === 'NoSuchKey');
}

function storeError(error: unknown, key: string): unknown {
  if (error instanceof FramemillError) return error;
  if (isAbsent(error)) return new FramemillError('not_found', `There is no object "${key}".`, {}, { cause: error });
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416) {
    return new FramemillError('invalid_request', `The wanted bytes are outside of "${key}".`, {}, { cause: error });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new FramemillError('unavailable', `The object store failed on "${key}": ${reason}`, {}, { cause: error });
}
