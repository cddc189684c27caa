import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import { FramemillError } from '@framemill/timeline/errors';
import {
  checkObjectKey,
  checkObjectPrefix,
  diskFull,
  type ObjectBody,
  type ObjectStore,
  WrongBytes,
} from './object-store.ts';
import { connectS3, type S3Config, usualLimits, withinHeaders } from './s3-connection.ts';
import { checkSeal, isAbsent, storeError } from './s3-response.ts';
import { createS3Writer } from './s3-writer.ts';
import { steadyBody } from './steady-body.ts';

/**
 * Creates a store of objects in one bucket of S3 or of a compatible service. It verifies every response. When the
 * connection breaks while a body is read, the rest is read on another connection, and the whole is compared with the
 * hash stored with the object. A write ends only after the stored object was checked.
 */
export function createS3Store(config: S3Config, limits = usualLimits): ObjectStore {
  const connection = connectS3(config, limits);
  const { bucket } = config;
  const suspects = createSuspects();
  const writer = createS3Writer({ connection, bucket, limits, open: (key) => store.get(key) });

  /** Requests an object. Uses a new connection when the last response for this object was wrong. */
  async function ask(key: string, options: { range?: string; ifMatch?: string; fresh?: boolean } = {}) {
    checkObjectKey(key);
    const client = options.fresh === true || suspects.has(key) ? connection.fresh : connection.kept;
    return suspects.watch(key, async () => {
      const output = await withinHeaders(limits.headersMs, (abortSignal) =>
        client.send(
          new GetObjectCommand({ Bucket: bucket, Key: key, Range: options.range, IfMatch: options.ifMatch }),
          { abortSignal },
        ),
      ).catch((error: unknown) => {
        throw storeError(error, key);
      });
      try {
        return { output, body: bodyOf(output, key), seal: checkSeal(key, output.Metadata) };
      } catch (error) {
        if (output.Body instanceof Readable) output.Body.destroy();
        throw error;
      }
    });
  }

  /**
   * Returns a stream of the bytes `start` to `end` of an object. It begins with the response `answer`, and continues on
   * a new connection when a connection breaks.
   */
  function steady(key: string, answer: Awaited<ReturnType<typeof ask>>, start: number, end: number, isWhole: boolean) {
    const ifMatch = answer.output.ETag;
    const body = steadyBody({
      ...{ key, first: answer.body, stallMs: limits.stallMs },
      sizeBytes: end - start + 1,
      sha256: isWhole ? answer.seal.sha256 : null,
      reopen: async (offset) => {
        const range = `bytes=${start + offset}-${end}`;
        const next = await ask(key, { range, fresh: true, ...(ifMatch === undefined ? {} : { ifMatch }) });
        checkRange(key, next.output, start + offset, next.body);
        return next.body;
      },
    });
    // Wrong at its end: the next reader uses another connection.
    body.on('error', () => suspects.add(key));
    return body;
  }

  /**
   * Yields the pages of a listing. The time that the caller takes between two pages does not count towards the timeout.
   */
  async function* pages(prefix: string, StartAfter?: string): AsyncGenerator<ListObjectsV2CommandOutput> {
    for (let ContinuationToken: string | undefined; ; ) {
      const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, StartAfter, ContinuationToken });
      const page = await withinHeaders(limits.headersMs, (abortSignal) =>
        connection.kept.send(command, { abortSignal }),
      );
      yield page;
      if (page.NextContinuationToken === undefined) return;
      ContinuationToken = page.NextContinuationToken;
    }
  }

  const store: ObjectStore = {
    put: writer.put,
    putFile: writer.putFile,
    async get(key) {
      const answer = await ask(key);
      const sizeBytes = answer.output.ContentLength ?? 0;
      const body = steady(key, answer, 0, sizeBytes - 1, true);
      return { body, sizeBytes, contentType: contentType(answer.output.ContentType), sha256: answer.seal.sha256 };
    },
    async getRange(key, start, end) {
      if (start < 0 || start > end)
        throw new FramemillError(
          'invalid_request',
          `The byte range ${start}-${end} begins before byte 0, or ends before its start. Correct it.`,
        );
      const answer = await ask(key, { range: `bytes=${start}-${end}` });
      const { last, sizeBytes } = checkRange(key, answer.output, start, answer.body);
      const body = steady(key, answer, start, Math.min(end, last), false);
      return { body, sizeBytes, contentType: contentType(answer.output.ContentType), sha256: answer.seal.sha256 };
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
      const client = suspects.has(key) ? connection.fresh : connection.kept;
      return suspects.watch(key, async () => {
        try {
          const output = await withinHeaders(limits.headersMs, (abortSignal) =>
            client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), { abortSignal }),
          );
          const { sha256 } = checkSeal(key, output.Metadata);
          return { sizeBytes: output.ContentLength ?? 0, contentType: contentType(output.ContentType), sha256 };
        } catch (error) {
          if (!isAbsent(error)) throw storeError(error, key);
          // The next request for it uses another connection.
          suspects.add(key);
          return null;
        }
      });
    },
    async delete(key) {
      checkObjectKey(key);
      await withinHeaders(limits.headersMs, (abortSignal) =>
        connection.kept.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal }),
      ).catch((error: unknown) => {
        throw storeError(error, key);
      });
    },
    async *list(prefix, after) {
      checkObjectPrefix(prefix);
      try {
        for await (const page of pages(prefix, after)) {
          if (page.Name !== bucket) throw new WrongBytes(prefix, 'the response is not a listing of the bucket');
          for (const { Key: key, Size, LastModified } of page.Contents ?? []) {
            if (key === undefined) continue;
            // Callers delete the objects that are listed.
            if (!key.startsWith(prefix)) throw new WrongBytes(prefix, 'the listing has keys without this prefix');
            // Some services ignore the parameter.
            if (after !== undefined && key <= after) continue;
            yield { key, sizeBytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
          }
        }
      } catch (error) {
        throw storeError(error, prefix);
      }
    },
    async ping() {
      await withinHeaders(limits.headersMs, (abortSignal) =>
        connection.kept.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }),
      ).catch((error: unknown) => {
        throw new FramemillError(
          'unavailable',
          `The bucket "${bucket}" cannot be used. Check S3_BUCKET, S3_ENDPOINT and the keys.`,
          {},
          { cause: storeError(error, bucket) },
        );
      });
    },
    close: () => connection.close(),
  };
  return store;
}

function bodyOf(output: GetObjectCommandOutput, key: string): ObjectBody['body'] {
  // Every object has an ETag; an error that is sent with a success status has none.
  if (output.Body instanceof Readable && output.ETag !== undefined) return output.Body;
  throw new WrongBytes(key, 'the response is not an object');
}

/**
 * Parses the byte range of a response. When the range does not begin at `start`, destroys the body and throws
 * `WrongBytes`.
 */
function checkRange(
  key: string,
  { ContentRange }: GetObjectCommandOutput,
  start: number,
  body: Readable,
): { last: number; sizeBytes: number } {
  const [, from, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange ?? '') ?? [];
  if (Number(from) === start) return { last: Number(last), sizeBytes: Number(size) };
  body.destroy();
  throw new WrongBytes(key, 'the response has another byte range than requested');
}

function contentType(value: string | undefined): string | null {
  // S3 sets this type by itself when none was given.
  return value === undefined || value === 'application/octet-stream' || value === 'binary/octet-stream' ? null : value;
}

/** List of keys whose last response was wrong or missing. The next request for such a key uses another connection. */
export interface Suspects {
  has(key: string): boolean;
  add(key: string): void;
  /** Runs a request for a key. An error other than `invalid_request` adds the key to the list for one minute. */
  watch<T>(key: string, request: () => Promise<T>): Promise<T>;
}

const keptMs = 60_000;
const mostKept = 1_000;

/**
 * Creates an empty list of at most 1,000 keys whose last response was wrong or missing. Each key is removed after a
 * minute.
 */
export function createSuspects(): Suspects {
  const since = new Map<string, number>();
  const add = (key: string) => {
    since.delete(key);
    since.set(key, Date.now());
    for (const oldest of since.keys()) {
      if (since.size <= mostKept) break;
      since.delete(oldest);
    }
  };
  return {
    add,
    has: (key) => Date.now() - (since.get(key) ?? 0) < keptMs,
    async watch(key, request) {
      try {
        return await request();
      } catch (error) {
        if (!(error instanceof FramemillError) || error.code !== 'invalid_request') add(key);
        throw error;
      }
    },
  };
}
