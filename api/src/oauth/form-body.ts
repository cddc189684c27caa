import { FramemillError } from '@framemill/timeline';

/**
 * Returns the text of a form field; empty when it is absent.
 * Throws `invalid_request` for text that the database cannot store, or with more than 1,000 characters.
 */
export function formField(body: unknown, name: string): string {
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const value: unknown = entries.find(([key]) => key === name)?.[1];
  if (typeof value !== 'string') return '';
  if (value.length <= 1_000 && !value.includes('\0') && value.isWellFormed()) return value;
  throw new FramemillError(
    'invalid_request',
    `The field ${name} is too long or contains unusable characters. Enter it again.`,
  );
}
