import { FramemillError } from '@framemill/timeline';

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/;

/**
 * Returns an email address in the normalised form that accounts are looked up by: trimmed, in lower case.
 * Throws `invalid_request` naming `field` when the text is not an address.
 */
export function normalEmail(text: string, field: string): string {
  const email = text.trim().toLowerCase();
  if (EMAIL.test(email)) return email;
  const message = `${field} must be an email address like ann@example.org (got ${JSON.stringify(text.slice(0, 60))}).`;
  throw new FramemillError('invalid_request', message, { field });
}
