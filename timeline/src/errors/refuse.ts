import { FramemillError } from './framemill-error.ts';

/** The error of a command that cannot run. The message says what, the value, and what to do. */
export function refuse(message: string): FramemillError {
  return new FramemillError('invalid_request', message);
}
