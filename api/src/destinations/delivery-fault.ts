import { FramemillError } from '@framemill/timeline';
import { connectionFault } from '../outbound/outbound.ts';

/**
 * Reason why a file could not be sent, in words for its owner. The message contains no credentials and no text from the
 * destination.
 */
export class DeliveryFault extends Error {
  override readonly name = 'DeliveryFault';
  /** Whether a later attempt may succeed without any change. */
  readonly retryable: boolean;

  constructor(message: string, { retryable }: { retryable: boolean }) {
    super(message);
    this.retryable = retryable;
  }
}

/**
 * Converts any error of a delivery to a `DeliveryFault` for the owner of the file. The original error may contain
 * secrets, so it is neither shown nor logged.
 */
export function deliveryFault(error: unknown): DeliveryFault {
  if (error instanceof DeliveryFault) return error;
  if (error instanceof FramemillError) {
    if (error.code === 'invalid_request') return new DeliveryFault(error.message, { retryable: false });
    // Errors of the object store name objects in their messages.
    const message = error.code === 'provider_error' ? error.message : 'The service could not read the file.';
    return new DeliveryFault(message, { retryable: true });
  }
  if (isLate(error)) return new DeliveryFault('The destination did not respond in time.', { retryable: true });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new DeliveryFault(`The connection failed: ${connectionFault(code)}.`, { retryable: true });
}

/** Whether a request that received this HTTP status may succeed if it is sent again later. */
export function isRetryableStatus(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

function isLate(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}
