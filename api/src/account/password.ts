import { scrypt, timingSafeEqual } from 'node:crypto';
import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** Shortest password in characters. */
export const MIN_PASSWORD_LENGTH = 8;

// argon2id with the least that OWASP's password storage guide recommends: 19 MiB, 2 passes, 1 lane.
const ARGON2ID: Algorithm = 2;
const options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// The hash of a password that nobody knows: whoever has none is checked against it.
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$VOdzAPEr0UKWJXTF+pM95g$giqCs5iV4PowzixuHl4xkJlnelKZdh4uJ1zS3770HgU';

/** Hash of a password as it is stored: argon2id in the PHC format. Takes about 40 ms on a thread of its own. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/**
 * Whether `password` is the one behind `stored` (null: the account has none, or there is no such account). Takes as long for
 * an unknown account as for a known one. Hashes of the older form `scrypt$...` are read too.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  if (stored?.startsWith('scrypt$')) return verifyScrypt(password, stored);
  const matches = await verify(stored ?? NOBODY, password);
  return stored !== null && matches;
}

/** Whether a stored hash is of a form that is no longer written: hash the password again when it is at hand. */
export function isOutdatedHash(stored: string): boolean {
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
