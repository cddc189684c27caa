/** A refusal of the service: its code, its sentence, and what else it said. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** Seconds to wait, of 429 and 503; null when it did not say. */
  readonly retryAfterSec: number | null;
  /** All fields of the error, `rev` and `conflictCode` of a conflict among them. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, details: Record<string, unknown>, retryAfterSec: number | null = null) {
    super(typeof details.message === 'string' ? details.message : `The service answered with status ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = typeof details.code === 'string' ? details.code : 'internal_error';
    this.retryAfterSec = retryAfterSec;
    this.details = details;
  }
}

/** Whether nobody is signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** What to show of an error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof TypeError) return 'The service cannot be reached. Check the connection and try again.';
  return error instanceof Error ? error.message : String(error);
}

/** The error of an answer that is no success; `body` is its parsed JSON. */
export function refusalOf(response: Response, body: unknown): ApiError {
  const inner = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  const details = typeof inner === 'object' && inner !== null ? { ...inner } : {};
  const waitSec = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(response.status, details, Number.isFinite(waitSec) ? waitSec : null);
}
