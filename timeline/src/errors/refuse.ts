import { FramemillError } from './framemill-error.ts';

/**
 * Creates the `invalid_request` error of a command that cannot run. The message states the problem, the value and what
 * to do.
 */
export function refuse(message: string): FramemillError {
  return new FramemillError('invalid_request', message);
}
