import { FramemillError } from '@framemill/timeline';
import { isErrorCode } from './error-catalog.ts';

/** The error that an answer of one of our own routes (its JSON, parsed) tells of. */
export function refusalIn(answer: unknown): FramemillError {
  const { code, message, docs_url: _page, ...details } = (answer as { error: Record<string, unknown> }).error;
  const known = isErrorCode(String(code)) ? (String(code) as FramemillError['code']) : 'internal_error';
  return new FramemillError(known, String(message), details);
}
