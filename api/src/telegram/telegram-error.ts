import { ProviderError } from '../providers/provider-error.ts';

/**
 * Why the Bot API did not do what it was asked. `message` is in our words and has no `cause`: what comes from there, and every
 * address there, can hold the token. `isFinal`: asking again is of no use.
 */
export class TelegramError extends Error {
  readonly isFinal: boolean;
  /** HTTP status of the answer; null without one. */
  readonly status: number | null;
  /** How long it wants us to wait, in seconds; null: it did not say. */
  readonly retryAfterSec: number | null;

  constructor(message: string, details: { isFinal: boolean; status?: number | null; retryAfterSec?: number | null }) {
    super(message);
    this.name = 'TelegramError';
    this.isFinal = details.isFinal;
    this.status = details.status ?? null;
    this.retryAfterSec = details.retryAfterSec ?? null;
  }
}

/** Longest wait that the Bot API is believed, in seconds. */
const LONGEST_WAIT_SEC = 3_600;

/** The error of a call that failed with `error`; what is no failure of the other side is returned as it is. */
export function telegramError(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const { fault, status, message } = error;
  // What it understood and refused it will refuse again; everything else may pass.
  const isFinal = status !== null && status >= 400 && status < 500 && status !== 408 && fault !== 'busy';
  const wait = retryAfterOf(error.body) ?? error.retryAfterSec;
  const retryAfterSec = wait === null ? null : Math.min(wait, LONGEST_WAIT_SEC);
  return new TelegramError(`The Bot API ${message}.`, { isFinal, status, retryAfterSec });
}

/** `parameters.retry_after` of an answer with status 429; the header is not promised. */
function retryAfterOf(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('parameters' in body)) return null;
  const { parameters } = body;
  if (typeof parameters !== 'object' || parameters === null || !('retry_after' in parameters)) return null;
  const { retry_after: seconds } = parameters;
  return typeof seconds === 'number' && seconds >= 0 ? seconds : null;
}
