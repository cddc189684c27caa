/** Error response of the service: its code, message, HTTP status and further fields. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** Seconds to wait before the next try, from the Retry-After header of a 429 or 503; null without that header. */
  readonly retryAfterSec: number | null;
  /** All fields of the error. A conflict's `rev` and `conflictCode` are among them. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, details: Record<string, unknown>, retryAfterSec: number | null = null) {
    super(typeof details.message === 'string' ? details.message : `The service returned HTTP status ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = typeof details.code === 'string' ? details.code : 'internal_error';
    this.retryAfterSec = retryAfterSec;
    this.details = details;
  }
}

/** Whether the error is a 401: the session has ended or there was none. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Whether the error says that the account is suspended or banned. */
export function isSuspended(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'access_suspended';
}

/** Returns the sentence to show the user for an error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof TypeError) return 'The service cannot be reached. Check the connection and try again.';
  return error instanceof Error ? error.message : String(error);
}

/** Creates the `ApiError` of an unsuccessful response. `body` is the response's parsed JSON. */
export function refusalOf(response: Response, body: unknown): ApiError {
  const inner = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  const details = typeof inner === 'object' && inner !== null ? { ...inner } : {};
  const waitSec = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(response.status, details, Number.isFinite(waitSec) ? waitSec : null);
}

/**
 * Resolves to the response data of an `api` call. Throws `ApiError` when the service refuses the call, and `TypeError`
 * when it cannot be reached.
 */
export async function answerOf<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (error !== undefined || data === undefined) throw refusalOf(response, error);
  return data;
}
