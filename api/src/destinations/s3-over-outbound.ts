import { Readable } from 'node:stream';
import type { Outbound } from '../outbound/outbound.ts';
import { readBounded } from '../outbound/read-bounded.ts';
import { DeliveryFault } from './delivery-fault.ts';

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
/** Number of bytes sent between two calls of the counter. */
const CHUNK_BYTES = 65_536;
/** Maximum length of an address. A key of 1,024 bytes takes up to 3,072 characters in it. */
const LONGEST_URL = 4_096;
/** Headers that the outbound client sets itself or does not support. */
const DROPPED = new Set(['expect', 'connection', 'transfer-encoding']);

/**
 * Creates a request handler by which the S3 client sends its requests through `outbound`. Every address is checked, and
 * an answer larger than S3's is refused. `took` is called with the number of bytes sent. `ended` aborts requests, which
 * have no timeout of their own.
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
