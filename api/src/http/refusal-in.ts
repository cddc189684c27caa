import { FramemillError } from '@framemill/timeline';
import { isErrorCode } from './error-catalog.ts';

/** Creates the error described by an error response of one of the service's own routes (parsed JSON). */
export function refusalIn(answer: unknown): FramemillError {
  const { code, message, docs_url: _page, ...details } = (answer as { error: Record<string, unknown> }).error;
  const known = isErrorCode(String(code)) ? (String(code) as FramemillError['code']) : 'internal_error';
  return new FramemillError(known, String(message), details);
}
