import { FramemillError } from '@framemill/timeline';
import type { ConsoleServices } from '../deps.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from './password.ts';
import { refuseRestricted } from './restriction.ts';

/** One sign-in attempt: the credentials entered and the client's network address. */
export interface SignInAttempt {
  email: string;
  password: string;
  address: string;
}

/**
 * Returns the account that an email address and a password belong to.
 * Throws `unauthorized` for a wrong password and for an unknown address, with the same message and after the same time.
 * Throws `rate_limited` after too many attempts, and `access_suspended` for a banned account. A suspended account may
 * sign in, so that its owner can read the reason.
 */
export async function checkPassword(deps: ConsoleServices, { email, password, address }: SignInAttempt) {
  const wanted = email.trim().toLowerCase();
  await deps.signInGuard.count(wanted, address);
  const { client } = deps.database;
  const account = await client.account.findUnique({ where: { email: wanted } });
  const stored = account?.passwordHash ?? null;
  const matches = await verifyPassword(password, stored);
  const { signInFailures } = deps.metrics;
  if (!account || stored === null || !matches) {
    signInFailures.inc({ reason: 'unauthorized' });
    throw new FramemillError('unauthorized', 'The email address or the password is wrong.');
  }
  if (account.status === 'banned') {
    signInFailures.inc({ reason: 'access_suspended' });
    refuseRestricted(account, deps.appealUrl);
  }
  if (isOutdatedHash(stored)) {
    await client.account.update({ where: { id: account.id }, data: { passwordHash: await hashPassword(password) } });
  }
  return account;
}
