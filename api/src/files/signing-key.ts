import { randomBytes } from 'node:crypto';
import type { Database } from '@framemill/infra';
import { sharedSecret } from '../auth/shared-secret.ts';
import type { ApiDeps } from '../deps.ts';

/** Services that the keys of signed addresses need. */
export type KeyDeps = Pick<ApiDeps, 'database' | 'secrets'>;

const keys = new WeakMap<Database, Map<string, Promise<Buffer>>>();

/**
 * Returns the key of 32 bytes that all processes with one database use to sign addresses of the kind `name`. The first
 * process that needs it creates it. Throws an `Error` when the stored key is damaged.
 */
export function signingKey(deps: KeyDeps, name: string): Promise<Buffer> {
  const ofDatabase = keys.get(deps.database) ?? new Map<string, Promise<Buffer>>();
  keys.set(deps.database, ofDatabase);
  const known = ofDatabase.get(name);
  if (known) return known;
  const read = readKey(deps, name);
  ofDatabase.set(name, read);
  // The next call tries again.
  read.catch(() => ofDatabase.delete(name));
  return read;
}

async function readKey(deps: KeyDeps, name: string): Promise<Buffer> {
  const key = await sharedSecret(deps, name, () => randomBytes(32).toString('base64url'));
  if (typeof key === 'string') return Buffer.from(key, 'base64url');
  throw new Error(
    `The record "${name}" of the table SharedSecret is damaged. Delete it; addresses given before then end.`,
  );
}
