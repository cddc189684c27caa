import type { ErrorCode } from './error-code.ts';

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
