import { S3Client } from '@aws-sdk/client-s3';
import type { ObjectStoreConfig } from '../config/load-config.ts';

/** The settings of an S3-compatible store. */
export type S3Config = Extract<ObjectStoreConfig, { kind: 's3' }>;

/** How long a service may be silent, ms, and how much goes to it at once. */
export interface S3Limits {
  /** Until the headers of an answer: to a write with the time that its bytes may take. */
  readonly headersMs: number;
  /** In the middle of a body, or until 64 KiB of it came. Then the rest is asked for on another connection. */
  readonly stallMs: number;
  /** Of a connection on which nothing moves: while a write waits for its answer. */
  readonly socketMs: number;
  /** Files above this go up in parts, of which two are in memory at a time. */
  readonly onePieceBytes: number;
  readonly partBytes: number;
}

/** Time-outs (ms) and piece sizes (bytes) of requests to S3. */
export const usualLimits: S3Limits = {
  ...{ headersMs: 10_000, stallMs: 10_000, socketMs: 30_000 },
  ...{ onePieceBytes: 64 * 1024 * 1024, partBytes: 16 * 1024 * 1024 },
};

/** Two clients of one bucket: one whose connections are kept, and one that makes a connection for each request. */
export interface S3Connection {
  readonly kept: S3Client;
  /** For what went wrong before: a connection, or the server behind it, may be what is broken. */
  readonly fresh: S3Client;
  close(): void;
}

/**
 * Clients of an S3 service: one that keeps its connections, and one that opens a new one for each request, to try
 * again another way.
 */
export function connectS3(config: S3Config, { socketMs }: S3Limits): S3Connection {
  const client = (keepAlive: boolean) =>
    new S3Client({
      region: config.region,
      // It would write to the console of whatever process this is.
      logger: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
      requestHandler: {
        connectionTimeout: 5_000,
        socketTimeout: socketMs,
        httpAgent: { keepAlive, maxSockets: 50 },
        httpsAgent: { keepAlive, maxSockets: 50 },
      },
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
  const [kept, fresh] = [client(true), client(false)];
  return {
    kept,
    fresh,
    close() {
      kept.destroy();
      fresh.destroy();
    },
  };
}

function silent(): void {}

/** A connection that takes less than this is of no use to a farm. */
const leastBytesPerMs = 100;

/** How long a write of so many bytes may take until it is answered: a service may also take a byte now and then. */
export function writeMs({ headersMs }: Pick<S3Limits, 'headersMs'>, sizeBytes: number): number {
  return headersMs + sizeBytes / leastBytesPerMs;
}

/**
 * Sends a request with a signal that aborts it when its headers do not come within `ms`; the body of a read has a watch of its own.
 * Without it a silent service is waited for three times as long as `socketMs`: the client repeats what timed out.
 */
export async function withinHeaders<T>(
  ms: number,
  send: (abortSignal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  try {
    return await send(signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]));
  } finally {
    clearTimeout(timer);
  }
}
