import { Readable } from 'node:stream';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { type Outbound, readBounded } from '../outbound/outbound.ts';
import { DeliveryFault, isRetryableStatus } from './delivery-fault.ts';
import type { S3Target } from './destination-fields.ts';

/** Signed request of the S3 client. */
interface SignedRequest {
  protocol: string;
  hostname: string;
  port?: number;
  /** Path in escaped form. */
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  method: string;
  body?: unknown;
}
interface SignedAnswer {
  response: { statusCode: number; headers: Record<string, string>; body: Readable };
}

/** Request handler in the form that the S3 client expects. */
export interface S3RequestHandler {
  metadata: { handlerProtocol: string };
  handle(request: SignedRequest): Promise<SignedAnswer>;
  updateHttpClientConfig(): void;
  httpHandlerConfigs(): Record<string, never>;
}

/** Maximum size of an answer in bytes. S3 answers uploads with a few lines of XML. */
const MOST_ANSWER_BYTES = 64 * 1024;
/** Number of bytes sent between two progress reports. */
const CHUNK_BYTES = 65_536;
/** Maximum length of an address. A key of 1,024 bytes takes up to 3,072 characters in it. */
const LONGEST_URL = 4_096;
/** Headers that the outbound client sets itself or does not support. */
const DROPPED = new Set(['expect', 'connection', 'transfer-encoding']);

/**
 * Creates a request handler that lets the S3 client send its requests through `outbound`.
 * Every address is checked, and a response of more than MOST_ANSWER_BYTES is refused. `took` is called with the number
 * of bytes of each chunk that was sent. `ended` aborts requests; there is no other timeout.
 */
export function s3OverOutbound(
  outbound: Outbound,
  ended: AbortSignal,
  took: (bytes: number) => void = () => undefined,
): S3RequestHandler {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    async handle(request) {
      const { protocol, hostname, port, path, query, headers, body } = request;
      const url = `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${queryText(query)}`;
      const answer = await outbound.send(url, {
        method: methodOf(request.method),
        headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !DROPPED.has(name.toLowerCase()))),
        ...(body instanceof Uint8Array ? { body: Readable.from(counted(body, took), { highWaterMark: 1 }) } : {}),
        ...(typeof body === 'string' ? { body } : {}),
        signal: ended,
        longestUrl: LONGEST_URL,
      });
      try {
        const text = await readBounded(answer.body, MOST_ANSWER_BYTES, tooMuch);
        const kept = Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? '')] as const);
        return {
          response: { statusCode: answer.status, headers: Object.fromEntries(kept), body: Readable.from([text]) },
        };
      } finally {
        await answer.close();
      }
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  };
}

function* counted(bytes: Uint8Array, took: (bytes: number) => void): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES);
    yield chunk;
    took(chunk.length);
  }
}

function tooMuch(): DeliveryFault {
  return new DeliveryFault('The endpoint is not an S3 service: its answer is too long. Check the endpoint.', {
    retryable: false,
  });
}

function methodOf(text: string) {
  if (text === 'PUT' || text === 'POST' || text === 'DELETE' || text === 'HEAD') return text;
  return 'GET';
}

function queryText(query: SignedRequest['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value ?? ''];
    return values.map((one) => `${encoded(name)}=${encoded(one)}`);
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

// Encodes as the signature does, by RFC 3986, which reserves more characters than encodeURIComponent.
function encoded(text: string): string {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, hex);
}

type Advice = (target: S3Target) => string;

/** Advice for the user, by the name of the error that the S3 service returned. */
const known: Readonly<Record<string, Advice>> = {
  InvalidAccessKeyId: () => 'The access key is unknown to the service. Check accessKeyId.',
  SignatureDoesNotMatch: () => 'The secret key does not match the access key. Check secretAccessKey.',
  AccessDenied: ({ bucket }) => `The keys may not write to "${bucket}". Allow s3:PutObject on the bucket and prefix.`,
  AllAccessDisabled: ({ bucket }) => `Access to the bucket "${bucket}" is disabled. Enable it, or use another one.`,
  NoSuchBucket: ({ bucket }) => `There is no bucket "${bucket}". Create it, or check its name and the endpoint.`,
  PermanentRedirect: ({ bucket }) => `The bucket "${bucket}" is in another region. Set region to that one.`,
  AuthorizationHeaderMalformed: () => 'The bucket is in another region. Set region to that one.',
  RequestTimeTooSkewed: () => 'The clocks of the service and of this server differ too much. Contact the operator.',
  EntityTooLarge: () => 'The file is too large for the bucket. Render a smaller file.',
};

/**
 * Converts an error of the S3 client to a `DeliveryFault` for the owner of the file. Other errors are returned
 * unchanged.
 */
export function s3Fault(error: unknown, target: S3Target): unknown {
  if (!(error instanceof S3ServiceException)) return error;
  const status = error.$metadata.httpStatusCode ?? 500;
  const advice = Object.hasOwn(known, error.name) ? known[error.name] : undefined;
  if (advice) return new DeliveryFault(advice(target), { retryable: false });
  if (status === 507 || /StorageFull|InsufficientStorage|QuotaExceeded/i.test(error.name)) {
    return new DeliveryFault('The bucket has no space left. Free some space: the delivery is retried.', {
      retryable: true,
    });
  }
  if (status === 403) return new DeliveryFault(known.AccessDenied?.(target) ?? '', { retryable: false });
  if (status >= 300 && status < 400) {
    return new DeliveryFault(known.PermanentRedirect?.(target) ?? '', { retryable: false });
  }
  // Error names come from the service: only word characters are shown.
  const name = /^\w{1,40}$/.test(error.name) ? error.name : 'an error';
  const retryable = isRetryableStatus(status) || status < 300 || error.name === 'NoSuchUpload';
  const next = retryable ? 'The delivery is retried.' : 'Check the endpoint and the bucket.';
  return new DeliveryFault(`The service answered with status ${status} (${name}). ${next}`, { retryable });
}
