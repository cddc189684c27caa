import { ProviderError } from '../providers/provider-error.ts';

/**
 * Failure of a Bot API call. `message` is written by this service and there is no `cause`, because texts and addresses
 * of the Bot API can contain the token. `isFinal`: a repeated call would fail again.
 */
export class TelegramError extends Error {
  readonly isFinal: boolean;
  /** HTTP status of the answer. `null`: there was no answer. */
  readonly status: number | null;
  /** Time in seconds after which the Bot API accepts another call. `null`: not stated. */
  readonly retryAfterSec: number | null;

  constructor(message: string, details: { isFinal: boolean; status?: number | null; retryAfterSec?: number | null }) {
    super(message);
    this.name = 'TelegramError';
    this.isFinal = details.isFinal;
    this.status = details.status ?? null;
    this.retryAfterSec = details.retryAfterSec ?? null;
  }
}

/** Maximum wait accepted from the Bot API, in seconds. */
const LONGEST_WAIT_SEC = 3_600;

/** Converts an error of a call to `TelegramError`. Errors other than `ProviderError` are returned as they are. */
export function telegramError(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const { fault, status, message } = error;
  // A request that was understood and refused will be refused again. Other failures may be temporary.
  const isFinal = status !== null && status >= 400 && status < 500 && status !== 408 && fault !== 'busy';
  const wait = retryAfterOf(error.body) ?? error.retryAfterSec;
  const retryAfterSec = wait === null ? null : Math.min(wait, LONGEST_WAIT_SEC);
  return new TelegramError(`The Bot API ${message}.`, { isFinal, status, retryAfterSec });
}

/** Reads `parameters.retry_after` of an answer with status 429. The `Retry-After` header is not guaranteed. */
function retryAfterOf(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('parameters' in body)) return null;
  const { parameters } = body;
  if (typeof parameters !== 'object' || parameters === null || !('retry_after' in parameters)) return null;
  const { retry_after: seconds } = parameters;
  return typeof seconds === 'number' && seconds >= 0 ? seconds : null;
}
