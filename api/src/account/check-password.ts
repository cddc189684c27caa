import { FramemillError } from '@framemill/timeline';
import type { ConsoleServices } from '../deps.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from './password.ts';
import { refuseRestricted } from './restriction.ts';

/** What somebody typed, and the network address that it came from. */
export interface SignInAttempt {
  email: string;
  password: string;
  address: string;
}

/**
 * The account that an address and a password open. Throws `unauthorized` (the same for a wrong password and an unknown
 * address, after the same time), `rate_limited` after too many tries, `access_suspended` for a banned account; a suspended
 * one may sign in to read why.
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
    throw new FramemillError('unauthorized', 'The address or the password is wrong.');
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
