/**
 * An error that is shown to a caller of the service. `message` states the problem, the value and what to do.
 * `details` are extra fields of the response's error object (JSON values only).
 */
export class FramemillError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    message: string,
    details: Record<string, unknown> = {},
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
    this.name = 'FramemillError';
    this.code = code;
    this.details = details;
  }
}

/**
 * All codes that an error response may contain. The HTTP layer maps each to a status; clients branch on the code only.
 */
export const ERROR_CODES = [
  'invalid_request',
  'unauthorized',
  'plan_required',
  'insufficient_credits',
  'quota_exceeded',
  'insufficient_scope',
  'access_suspended',
  'app_suspended',
  'not_found',
  'payload_too_large',
  'prompt_rejected',
  'rate_limited',
  'internal_error',
  'not_configured',
  'provider_error',
  'unavailable',
] as const;

/** Code of an error. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * Creates the `invalid_request` error of a command that cannot run. The message states the problem, the value and what
 * to do.
 */
export function refuse(message: string): FramemillError {
  return new FramemillError('invalid_request', message);
}
