import { S3Client } from '@aws-sdk/client-s3';
import type { ObjectStoreConfig } from '../config/load-config.ts';

/** Settings of an S3-compatible store. */
export type S3Config = Extract<ObjectStoreConfig, { kind: 's3' }>;

/** Timeouts (ms) and sizes (bytes) for requests to an S3 service. */
export interface S3Limits {
  /** Timeout for the headers of a response, in ms. For a write, the time allowed for sending its bytes is added. */
  readonly headersMs: number;
  /**
   * Timeout in ms for the next data of a body, and for each 64 KiB of it. The remaining bytes are then requested on
   * another connection.
   */
  readonly stallMs: number;
  /** Timeout in ms for a connection without data while a write waits for its response. */
  readonly socketMs: number;
  /** Size in bytes above which files are uploaded in parts. Two parts are in memory at a time. */
  readonly onePieceBytes: number;
  readonly partBytes: number;
}

/** Default timeouts (ms) and sizes (bytes) for requests to S3. */
export const usualLimits: S3Limits = {
  ...{ headersMs: 10_000, stallMs: 10_000, socketMs: 30_000 },
  ...{ onePieceBytes: 64 * 1024 * 1024, partBytes: 16 * 1024 * 1024 },
};

/** Two clients of one bucket: one that reuses its connections, and one that opens a new connection for each request. */
export interface S3Connection {
  readonly kept: S3Client;
  /** Client for retries after an error, because the earlier connection, or the server behind it, may be broken. */
  readonly fresh: S3Client;
  close(): void;
}

/**
 * Creates the clients of an S3 service: one that reuses its connections, and one that opens a new connection for each
 * request, for retries.
 */
export function connectS3(config: S3Config, { socketMs }: S3Limits): S3Connection {
  const client = (keepAlive: boolean) =>
    new S3Client({
      region: config.region,
      // The default logger would write to the console of the process.
      logger: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
      requestHandler: {
        connectionTimeout: 5_000,
        socketTimeout: socketMs,
        httpAgent: { keepAlive, maxSockets: 50 },
        httpsAgent: { keepAlive, maxSockets: 50 },
      },
      ...(config.endpoint === null
        ? {}
        : // Other services support neither virtual-host buckets nor the newer default checksums.
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

/** Minimum speed of a write in bytes per ms. A slower connection is of no use for rendering. */
const leastBytesPerMs = 100;

/**
 * Computes the timeout in ms for the response to a write of `sizeBytes`. Without a timeout, a service that accepts a
 * byte now and then could occupy the writer forever.
 */
export function writeMs({ headersMs }: Pick<S3Limits, 'headersMs'>, sizeBytes: number): number {
  return headersMs + sizeBytes / leastBytesPerMs;
}

/**
 * Sends a request with a signal that aborts it when no headers arrive within `ms`. The body of a read has its own
 * timeout. Without this timeout, a service that does not respond would delay the caller for three times `socketMs`,
 * because the client repeats requests that timed out.
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
