import { Readable } from 'node:stream';
import type { Outbound } from '../outbound/outbound.ts';
import { readBounded } from '../outbound/read-bounded.ts';
import { DeliveryFault } from './delivery-fault.ts';

/** A signed request of the client of S3, and its answer. */
interface SignedRequest {
  protocol: string;
  hostname: string;
  port?: number;
  /** Escaped. */
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  method: string;
  body?: unknown;
}
interface SignedAnswer {
  response: { statusCode: number; headers: Record<string, string>; body: Readable };
}

/** What the client of S3 takes as the way to send its requests. */
export interface S3RequestHandler {
  metadata: { handlerProtocol: string };
  handle(request: SignedRequest): Promise<SignedAnswer>;
  updateHttpClientConfig(): void;
  httpHandlerConfigs(): Record<string, never>;
}

/** What is sent to a bucket is answered in a few lines of XML. */
const MOST_ANSWER_BYTES = 64 * 1024;
/** Bytes that are counted at a time as they go out. */
const CHUNK_BYTES = 65_536;
/** A key of 1,024 bytes is up to 3,072 characters in an address. */
const LONGEST_URL = 4_096;
/** What the way out sets by itself, or does not speak. */
const DROPPED = new Set(['expect', 'connection', 'transfer-encoding']);

/**
 * Has the client of S3 send its requests through `outbound`: the addresses of every one are checked, and an answer that is longer than those of
 * S3 is refused. `took` is called with bytes as they go out; `ended` ends requests, which have no limit of time of their own.
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
  return new DeliveryFault('What answers at the endpoint is no S3 service. Check the endpoint.', { retryable: false });
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

// As it is signed: RFC 3986, which reserves more than encodeURIComponent does.
function encoded(text: string): string {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, hex);
}
