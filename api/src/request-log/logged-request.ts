/** Request in the request log of an account. */
export interface LoggedRequest {
  /** Id of the request, as in the header `X-Request-Id` of its answer. */
  id: string;
  /** Time of the answer, in ms since 1970. */
  atMs: number;
  method: string;
  /** Path and query, without secrets. */
  path: string;
  status: number;
  durationMs: number;
  /** Id of the API key; null for OAuth tokens. */
  keyId: string | null;
  /** Id of the app that the key or token belongs to; null when it belongs to none. */
  appId: string | null;
  /** Error with which the request was answered; null: with none. */
  error: { code: string; message: string } | null;
}

/** Maximum size of a stored request, in bytes. A typical one has 200 bytes. */
export const MOST_REQUEST_BYTES = 1_000;

/** Version of the stored form. Requests of other versions are not read. */
const FORM = 1;

/** Maximum lengths of path and message that are tried, in UTF-16 code units. The last one always fits. */
const LENGTHS = [500, 200, 40];

/** Returns the stored form of a request: a JSON array without names, of at most `MOST_REQUEST_BYTES` bytes. */
export function storedRequest(request: LoggedRequest): string {
  const { id, atMs, method, path, status, durationMs, keyId, appId, error } = request;
  let stored = '';
  for (const most of LENGTHS) {
    const failure = error === null ? [] : [error.code, cut(error.message, most)];
    stored = JSON.stringify([
      ...[FORM, id, atMs, method, cut(path, most), status, durationMs, keyId, appId, ...failure],
    ]);
    if (Buffer.byteLength(stored) <= MOST_REQUEST_BYTES) break;
  }
  return stored;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

/** Parses the stored form of a request. Returns null for a form of another version of the service. */
export function parseStoredRequest(stored: string): LoggedRequest | null {
  const [form, id, atMs, method, path, status, durationMs, keyId, appId, code, message] = JSON.parse(stored);
  if (form !== FORM) return null;
  const error = code === undefined ? null : { code, message };
  return { id, atMs, method, path, status, durationMs, keyId, appId, error };
}
