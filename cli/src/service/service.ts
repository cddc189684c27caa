import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FramemillError } from '@framemill/timeline/errors';
import { isRecord } from '@framemill/timeline/rendering';
import { FormDataEncoder } from 'form-data-encoder';

/** Connection settings for a service: its URL, the API key, and the signal that aborts requests. */
export interface Service {
  readonly root: URL;
  readonly key: string;
  readonly keyFile: string;
  readonly signal: AbortSignal;
}

/**
 * Returns the connection settings for a service, with the API key from a file. Throws `invalid_request`, or `not_found`
 * for a missing key file.
 */
export async function openService(
  { api, keyFile }: { api: string; keyFile: string },
  signal: AbortSignal,
): Promise<Service> {
  return { root: rootOf(api), key: await readKey(keyFile), keyFile, signal };
}

/**
 * Sends a request to the API and returns the JSON of the response. Throws `FramemillError` with the service's message:
 * `not_found`, or otherwise `invalid_request`, with `conflictCode` in its details if the service sent one.
 */
export async function askJson(
  service: Service,
  path: string,
  send: { method?: string; json?: unknown; form?: FormData } = {},
): Promise<Record<string, unknown>> {
  const { root, key, keyFile } = service;
  const { method = 'GET', json, form } = send;
  const { headers, ...rest } = json === undefined ? formBody(form) : jsonBody(json);
  const answer = await ask(service, new URL(path, root).href, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...rest,
  });
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok && isRecord(said)) return said;
  const error = isRecord(said) && isRecord(said.error) ? said.error : {};
  const message = typeof error.message === 'string' ? error.message : `HTTP status ${answer.status}.`;
  const about = [401, 403].includes(answer.status) ? ` Check the key in ${keyFile}.` : '';
  const code = answer.status === 404 ? 'not_found' : 'invalid_request';
  const details = { status: answer.status, ...(isRecord(error) ? error : {}) };
  const url = `${root.origin}${path.split('?')[0]}`;
  throw new FramemillError(code, `The request to ${url} failed: ${message}${about}`, details);
}

function jsonBody(json: unknown) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
}

/**
 * Converts a form to a streamed request body. If `fetch` got the FormData itself and the service were slow, `fetch`
 * would read complete files into memory.
 */
function formBody(form: FormData | undefined) {
  if (!form) return { headers: {} };
  const encoder = new FormDataEncoder(form);
  return { headers: encoder.headers, body: Readable.from(encoder.encode()), duplex: 'half' as const };
}

/**
 * Returns an absolute URL on the service. Throws `invalid_request` for a URL on another host, because files are
 * downloaded only from the service.
 */
export function ownAddress({ root }: Service, address: string): string {
  const url = new URL(address, root);
  if (url.origin === root.origin) return url.href;
  throw refuse(`${address} is not on ${root.origin}. Download it and name the file with --media "${address}=<file>".`);
}

/**
 * Downloads a file to `path`, without the API key for a public file (the default). Throws when the file's hash is not
 * `sha256`; null skips that check.
 */
export async function fetchFile(
  service: Service,
  { src, url, sha256, isOpen = true }: { src: string; url: string; sha256: string | null; isOpen?: boolean },
  path: string,
): Promise<void> {
  const headers = isOpen ? {} : { authorization: `Bearer ${service.key}` };
  const answer = await ask(service, url, { headers });
  if (!answer.ok || !answer.body) {
    const message = `${src} cannot be fetched: ${url} returned HTTP status ${answer.status}. Check that it exists.`;
    throw new FramemillError('not_found', message, { src });
  }
  const hash = createHash('sha256');
  const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
  const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    await pipeline(body, hashed, createWriteStream(path), { signal: service.signal });
  } catch (cause) {
    service.signal.throwIfAborted();
    const message = `The download of ${src} from ${url} was interrupted. Try again.`;
    throw new FramemillError('invalid_request', message, { src }, { cause });
  }
  if (sha256 === null || hash.digest('hex') === sha256) return;
  const message = `The downloaded bytes of ${src} do not match its checksum. Try again.`;
  throw new FramemillError('invalid_request', message, { src });
}

function rootOf(api: string): URL {
  const root = URL.canParse(api) ? new URL(api) : null;
  if (root && /^https?:$/.test(root.protocol)) return root;
  throw refuse(`--api must be the address of a service, such as http://localhost:8787 (got "${api}").`);
}

async function readKey(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new FramemillError('not_found', `The key file ${path} cannot be read. Check the path.`, {}, { cause });
  });
  const [key = ''] = text.trim().split(/\s/);
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw refuse(`The key file ${path} contains no key. Write a key such as key_live_... into its first line.`);
}

async function ask({ root, signal }: Service, url: string, init: RequestInit): Promise<Response> {
  try {
    // Without a window and without redirects `fetch` keeps no copy of the body, so that files of any size are sent in
    // little memory.
    return await fetch(url, { ...init, signal, redirect: 'error', window: null });
  } catch (cause) {
    signal.throwIfAborted();
    const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    throw new FramemillError(
      'invalid_request',
      `${root.origin} does not respond (${inner}). Check that the service is running.`,
      {},
      { cause },
    );
  }
}

function refuse(message: string): FramemillError {
  return new FramemillError('invalid_request', message);
}

/**
 * Requests all pages of a list from a service and returns the records of all pages. `path` must contain a query string;
 * `part` is the field of the responses that contains the records. Throws the errors of `askJson`.
 */
export async function askPages(service: Service, path: string, part: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  let cursor: unknown = null;
  do {
    const from = typeof cursor === 'string' ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const answer = await askJson(service, `${path}${from}`);
    const records = answer[part];
    found.push(...(Array.isArray(records) ? records.filter(isRecord) : []));
    cursor = answer.nextCursor;
  } while (typeof cursor === 'string');
  return found;
}
