import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline';

/**
 * Time in ms for which a request is retried while the service is unavailable (503), for example while its Redis
 * restarts.
 */
const BUSY_MS = 60_000;

/**
 * Client of the service's HTTP API with one API key. Every method throws FramemillError with the message of the
 * service.
 */
export interface ApiClient {
  /** Sends a GET request. Retries for up to a minute while the service responds with 503. */
  get(path: string): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
  upload(file: string, contentType: string): Promise<unknown>;
}

/** Creates a client. `apiHost` is the root URL of the service, for example `http://127.0.0.1:8787`. */
export function createApiClient(apiHost: string, key: string, signal?: AbortSignal): ApiClient {
  async function call(path: string, init: RequestInit): Promise<unknown> {
    const ask = () =>
      fetch(`${apiHost}/v1${path}`, {
        ...init,
        signal: signal ?? null,
        headers: { ...init.headers, authorization: `Bearer ${key}` },
      });
    let answer = await ask();
    const endMs = performance.now() + BUSY_MS;
    while (answer.status === 503 && init.method === undefined && performance.now() < endMs) {
      await answer.body?.cancel();
      const seconds = Math.min(2, Number(answer.headers.get('retry-after') ?? 2));
      await wait(seconds * 1_000, undefined, signal ? { signal } : {});
      answer = await ask();
    }
    const body: unknown = await answer.json();
    if (!answer.ok) {
      throw new FramemillError(
        'provider_error',
        `${init.method ?? 'GET'} ${path} returned HTTP status ${answer.status}: ${JSON.stringify(body)}`,
      );
    }
    return body;
  }
  return {
    get: (path) => call(path, {}),
    post: (path, body) =>
      call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    async upload(file, contentType) {
      const form = new FormData();
      form.append('file', new Blob([await readFile(file)], { type: contentType }), basename(file));
      return call('/media/uploads', { method: 'POST', body: form });
    },
  };
}

/** Reads the string at a path of keys and array indices. Throws when the response has no string there. */
export function readString(value: unknown, ...path: (string | number)[]): string {
  const found = walk(value, path);
  if (typeof found !== 'string') throw unexpected(path, 'a string', value);
  return found;
}

/** Reads the number at a path of keys and array indices. Throws when the response has no number there. */
export function readNumber(value: unknown, ...path: (string | number)[]): number {
  const found = walk(value, path);
  if (typeof found !== 'number') throw unexpected(path, 'a number', value);
  return found;
}

/** Reads the list at a path of keys and array indices. Throws when the response has no list there. */
export function readList(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = walk(value, path);
  if (!Array.isArray(found)) throw unexpected(path, 'a list', value);
  return found;
}

/** Returns the value at a path of keys and array indices, or undefined when there is none. */
export function walk(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}

function unexpected(path: readonly (string | number)[], wanted: string, answer: unknown): FramemillError {
  return new FramemillError(
    'provider_error',
    `The field ${path.join('.')} of the response is not ${wanted}: ${JSON.stringify(answer).slice(0, 400)}`,
  );
}
