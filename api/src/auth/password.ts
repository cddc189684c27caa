import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';

const COST: ScryptOptions = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1_048_576 };

/** Hash of a password as it is stored: `scrypt$<N>$<r>$<p>$<salt>$<hash>`, the last two in base64url. Takes about 80 ms. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(password, salt, 32, COST, (error, hash) => (error ? reject(error) : resolve(hash)));
  return promise;
}
