import { type Static, type TSchema, Value } from '@framemill/timeline/typebox';
import { Agent, errors, type FormData, request } from 'undici';
import { readBounded } from '../outbound/outbound.ts';
import { ProviderError, type ProviderFault } from './provider-error.ts';

/** Request to a provider. `url` comes from the operator's configuration, never from a caller or a response. */
export interface ProviderRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  /** Body of the request. A plain object is sent as JSON. */
  body?: FormData | Buffer | Record<string, unknown>;
  /** Maximum size of the answer in bytes. Default 4 MB. */
  maxBytes?: number;
  signal: AbortSignal;
}

/** Answer of a provider with status 2xx. */
export interface ProviderAnswer {
  status: number;
  /** Media type without its parameters, in lower case. Empty string: absent. */
  contentType: string;
  header(name: string): string | null;
  body: Buffer;
  /** Parses the body as JSON. Throws `malformed` when it is not JSON or its media type is not JSON. */
  json(): unknown;
}

/**
 * HTTP client for providers.
 * It follows no redirects and limits the size of responses. Every outcome except a response with status 2xx is thrown
 * as `ProviderError`, with a message written by this service.
 */
export interface ProviderHttp {
  send(request: ProviderRequest): Promise<ProviderAnswer>;
  close(): Promise<void>;
}

const MAX_ANSWER_BYTES = 4 * 1_048_576;
const MAX_HEADER_BYTES = 32_768;

/** Creates the HTTP client for providers. Connections are reused; `close` ends them. */
export function createProviderHttp(): ProviderHttp {
  const agent = new Agent({
    connections: 64,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The abort signal limits each call. A model may take longer to answer than undici's default timeouts.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 10_000 },
  });
  return {
    close: () => agent.destroy(),
    async send({ method = 'POST', url, headers = {}, body, maxBytes = MAX_ANSWER_BYTES, signal }) {
      try {
        const isJson = body !== undefined && !Buffer.isBuffer(body) && !isForm(body);
        const answer = await request(url, {
          dispatcher: agent,
          method,
          signal,
          headers: {
            accept: 'application/json, */*',
            ...(isJson ? { 'content-type': 'application/json' } : {}),
            ...headers,
          },
          body: isJson ? JSON.stringify(body) : ((body as FormData | Buffer | undefined) ?? null),
        });
        const bytes = await readBounded(answer.body, maxBytes, () => tooLarge(maxBytes));
        const received = toAnswer(answer.statusCode, answer.headers, bytes);
        if (answer.statusCode >= 200 && answer.statusCode < 300) return received;
        throw statusError(received);
      } catch (cause) {
        throw cause instanceof ProviderError ? cause : connectionError(cause, signal);
      }
    },
  };
}

function isForm(body: unknown): body is FormData {
  return typeof body === 'object' && body !== null && Object.prototype.toString.call(body) === '[object FormData]';
}

function tooLarge(maxBytes: number): ProviderError {
  return new ProviderError('too_large', `answered with more than ${Math.ceil(maxBytes / 1_048_576)} MB`);
}

function toAnswer(
  status: number,
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
): ProviderAnswer {
  const header = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? (value[0] ?? null) : (value ?? null);
  };
  const contentType = (header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return {
    status,
    contentType,
    header,
    body,
    json() {
      if (!/[/+]json$/.test(contentType))
        throw new ProviderError('malformed', 'answered with something that is not JSON', { status });
      try {
        return JSON.parse(body.toString('utf8'));
      } catch (cause) {
        throw new ProviderError('malformed', 'answered with malformed JSON', { status, cause });
      }
    },
  };
}

function statusError(answer: ProviderAnswer): ProviderError {
  const { status } = answer;
  const retryAfterSec = secondsOf(answer.header('retry-after'));
  let body: unknown;
  try {
    body = answer.json();
  } catch {
    // The status is sufficient: adapters cannot read a body that is not JSON.
  }
  return new ProviderError(faultOfStatus(status), `answered with status ${status}`, { status, retryAfterSec, body });
}

function faultOfStatus(status: number): ProviderFault {
  if (status === 429) return 'busy';
  if (status === 408) return 'timeout';
  if (status === 401 || status === 402 || status === 403) return 'refused';
  if (status >= 500) return 'unavailable';
  // Redirects, and requests that the provider does not understand: the adapter and the API do not match.
  return 'malformed';
}

/**
 * Parses a `Retry-After` header, which is a number or a date, into seconds. Returns `null` when it is absent or
 * invalid.
 */
function secondsOf(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

function connectionError(cause: unknown, signal: AbortSignal): ProviderError {
  if (signal.aborted) return new ProviderError('timeout', 'did not respond in time', { cause });
  if (cause instanceof errors.HTTPParserError || cause instanceof errors.HeadersOverflowError) {
    return new ProviderError('malformed', 'answered with malformed HTTP', { cause });
  }
  return new ProviderError('unavailable', 'could not be reached, or closed the connection early', { cause });
}

/**
 * Creates a function that checks the JSON of a provider's response against `schema` and returns it.
 * Fields that the schema does not contain are ignored. The function throws `malformed` when the JSON does not match.
 */
export function answerReader<Schema extends TSchema>(schema: Schema): (json: unknown) => Static<Schema> {
  return (json) => {
    if (Value.Check(schema, json)) return json;
    const first = Value.Errors(schema, json)[0];
    const place = first?.instancePath === '' ? 'as a whole' : `at ${first?.instancePath}`;
    throw new ProviderError('malformed', `answered with JSON that does not match its API (${place})`);
  };
}

/** Decodes a file from base64. Throws `malformed` when it is empty. */
export function base64File(text: string): { data: Buffer } {
  const data = Buffer.from(text, 'base64');
  if (data.length === 0) throw new ProviderError('malformed', 'answered with an empty file');
  return { data };
}
