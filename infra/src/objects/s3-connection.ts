import { S3Client } from '@aws-sdk/client-s3';
import type { ObjectStoreConfig } from '../config/load-config.ts';

/** Settings of an S3-compatible store. */
export type S3Config = Extract<ObjectStoreConfig, { kind: 's3' }>;

/** Time limits (ms) and sizes (bytes) of requests to an S3 service. */
export interface S3Limits {
  /** Time limit for the headers of a response. For a write, the time that its bytes may take is added. */
  readonly headersMs: number;
  /**
   * Time limit in ms for the next data of a body, and for each 64 KiB of it. After this time, the remaining bytes are
   * requested on another connection.
   */
  readonly stallMs: number;
  /** Time limit for an idle connection, while a write waits for its response. */
  readonly socketMs: number;
  /** Size above which files are uploaded in parts, two of which are in memory at a time. */
  readonly onePieceBytes: number;
  readonly partBytes: number;
}

/** Default time limits (ms) and sizes (bytes) of requests to S3. */
export const usualLimits: S3Limits = {
  ...{ headersMs: 10_000, stallMs: 10_000, socketMs: 30_000 },
  ...{ onePieceBytes: 64 * 1024 * 1024, partBytes: 16 * 1024 * 1024 },
};

/** Two clients of one bucket: one that reuses its connections, and one that opens a new connection for each request. */
export interface S3Connection {
  readonly kept: S3Client;
  /** Client for requests after an error: the connection used before, or the server behind it, may be broken. */
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

/** Minimum speed in bytes per ms: a slower connection is of no use to a farm. */
const leastBytesPerMs = 100;

/**
 * Computes the time limit in ms for the response to a write of `sizeBytes`. Without a limit, a service could accept a
 * byte now and then for ever.
 */
export function writeMs({ headersMs }: Pick<S3Limits, 'headersMs'>, sizeBytes: number): number {
  return headersMs + sizeBytes / leastBytesPerMs;
}

/**
 * Sends a request with a signal that aborts it when its headers do not arrive within `ms`; the body of a read has its
 * own time limit. Without this time limit, a silent service would delay the caller for three times `socketMs`, because
 * the client repeats requests that timed out.
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
