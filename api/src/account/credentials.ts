import { scrypt, timingSafeEqual } from 'node:crypto';
import { FramemillError } from '@framemill/timeline';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import type { ConsoleServices } from '../deps.ts';
import { refuseRestricted } from './account-facts.ts';

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

/** Minimum length of a password, in characters. */
export const MIN_PASSWORD_LENGTH = 8;

// Minimum argon2id parameters of OWASP's password storage guide: 19 MiB, 2 passes, 1 lane.
const ARGON2ID: Algorithm = 2;
const options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Hash of a random password that was not kept. An account without a password is verified against it, for equal timing.
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$VOdzAPEr0UKWJXTF+pM95g$giqCs5iV4PowzixuHl4xkJlnelKZdh4uJ1zS3770HgU';

/** Hashes a password for storage, with argon2id in the PHC format. Takes about 40 ms on a worker thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/**
 * Whether `password` matches the stored hash.
 * `stored` is null when the account has no password or does not exist. The check then takes equally long, so that its
 * duration does not reveal which accounts exist. Hashes of the older form `scrypt$...` are accepted too.
 */
async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  if (stored?.startsWith('scrypt$')) return verifyScrypt(password, stored);
  const matches = await verify(stored ?? NOBODY, password);
  return stored !== null && matches;
}

/** Whether a stored hash has an older format. The password should then be hashed again at the next sign-in. */
function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith('$argon2id$');
}

function verifyScrypt(password: string, stored: string): Promise<boolean> {
  const [, cost, blockSize, lanes, salt = '', wanted = ''] = stored.split('$');
  const expected = Buffer.from(wanted, 'base64url');
  const cpu = { N: Number(cost), r: Number(blockSize), p: Number(lanes), maxmem: 64 * 1_048_576 };
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  scrypt(password, Buffer.from(salt, 'base64url'), expected.length, cpu, (error, derived) =>
    error ? reject(error) : resolve(timingSafeEqual(derived, expected)),
  );
  return promise;
}

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
    throw new FramemillError('unauthorized', 'The email address or the password is wrong. Check both.');
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
