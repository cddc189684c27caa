/**
 * Reason why a provider returned no result.
 * `unavailable`: no connection, or status 5xx. `busy`: status 429. `timeout`: no answer in time.
 * `refused`: the provider rejects the operator's key, or the operator's account there has no credit.
 * `malformed`: the answer does not match the provider's API. `too_large`: the answer exceeds the expected maximum.
 * `unsupported`: the provider cannot do what was requested.
 * `rejected`: the provider's safety check refused the prompt. No other provider is called then.
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
 * Failure of a provider.
 * `message` is written by this service and may be shown to callers. The provider's own text may contain keys, paths and
 * other customers' texts. It is stored in `body`, which is never shown or logged.
 */
export class ProviderError extends Error {
  readonly fault: ProviderFault;
  /** HTTP status of the response; `null` when there was no response. */
  readonly status: number | null;
  /** Value of the `Retry-After` header in seconds; `null` when absent. */
  readonly retryAfterSec: number | null;
  /** JSON of the response, by which adapters recognise refusals; `undefined` when absent. */
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
