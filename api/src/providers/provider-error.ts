/**
 * Why a provider gave no result.
 * `unavailable`: no connection, or status 5xx. `busy`: status 429. `timeout`: no answer in time.
 * `refused`: it does not take our key, or the operator's account there has no credit. `malformed`: the answer is not what its API promises.
 * `too_large`: the answer is larger than any that is expected. `unsupported`: it cannot do what was asked.
 * `rejected`: its safety check refused the prompt; no other provider is asked then.
 */
export type ProviderFault =
  | 'unavailable'
  | 'busy'
  | 'timeout'
  | 'refused'
  | 'malformed'
  | 'too_large'
  | 'unsupported'
  | 'rejected';

/**
 * A provider's failure. `message` is in our words and may be shown to callers: what a provider says can hold keys, paths and
 * other customers' texts, so it stays in `body`, which is never shown or logged.
 */
export class ProviderError extends Error {
  readonly fault: ProviderFault;
  /** HTTP status of the answer; null without one. */
  readonly status: number | null;
  /** What `Retry-After` said, in seconds; null without one. */
  readonly retryAfterSec: number | null;
  /** JSON of the answer, for adapters that tell refusals apart by it; undefined without one. */
  readonly body: unknown;

  constructor(
    fault: ProviderFault,
    message: string,
    details: { status?: number; retryAfterSec?: number | null; body?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'ProviderError';
    this.fault = fault;
    this.status = details.status ?? null;
    this.retryAfterSec = details.retryAfterSec ?? null;
    this.body = details.body;
  }
}
