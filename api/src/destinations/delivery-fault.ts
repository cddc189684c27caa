import { FramemillError } from '@framemill/timeline';
import { connectionFault } from '../outbound/connection-fault.ts';

/** Why a file could not be sent, in words for its owner: they hold no credentials and nothing that the other side wrote. */
export class DeliveryFault extends Error {
  override readonly name = 'DeliveryFault';
  /** Whether the same may go better later without anybody changing something. */
  readonly retryable: boolean;

  constructor(message: string, { retryable }: { retryable: boolean }) {
    super(message);
    this.retryable = retryable;
  }
}

/** What any error of sending means for the owner of the file. The error itself may hold secrets: it is neither shown nor logged. */
export function deliveryFault(error: unknown): DeliveryFault {
  if (error instanceof DeliveryFault) return error;
  if (error instanceof FramemillError) {
    if (error.code === 'invalid_request') return new DeliveryFault(error.message, { retryable: false });
    // Of the object store: its messages name objects.
    const message = error.code === 'provider_error' ? error.message : 'The file could not be read here.';
    return new DeliveryFault(message, { retryable: true });
  }
  if (isLate(error)) return new DeliveryFault('There was no answer in time.', { retryable: true });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new DeliveryFault(`The connection failed: ${connectionFault(code)}.`, { retryable: true });
}

/** Whether an answer with this status may be another one later. */
export function isRetryableStatus(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

function isLate(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}
