import { FramemillError } from '@framemill/timeline';
import { MIN_PASSWORD_LENGTH } from '../account/password.ts';
import { readSecret } from './read-secret.ts';

/**
 * Reads the password from the source given by `--password-from`.
 * Throws `invalid_request` when it is missing or too short.
 */
export async function readPassword(from: string): Promise<string> {
  const password = await readSecret('password-from', from);
  if (password.length >= MIN_PASSWORD_LENGTH) return password;
  const message = `The password must have at least ${MIN_PASSWORD_LENGTH} characters (got ${password.length}).`;
  throw new FramemillError('invalid_request', message);
}
