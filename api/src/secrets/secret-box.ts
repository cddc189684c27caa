import { createHash } from 'node:crypto';
import type { SealedTable } from './sealed-columns.ts';
import { CIPHER, openText, sealText } from './sealed-text.ts';

/** Encrypts secrets for the database. An encrypted value can be decrypted only for the row it was encrypted for. */
export interface SecretBox {
  /** Id of the key that encrypts; null when there is none and secrets are stored unencrypted. */
  readonly keyId: string | null;
  /** Ids of the keys that decrypt. The first one is also the key that encrypts. */
  readonly keyIds: readonly string[];
  /** Returns the stored form of a secret: `aes-256-gcm <key id> <base64 of IV, tag and ciphertext>`. */
  seal(table: SealedTable, id: string, secret: string): string;
  /**
   * Decrypts a stored secret; one that was stored unencrypted is returned as it is.
   * Throws an `Error` that names SECRETS_KEY when the key is missing, and one that names the row when the value is
   * damaged or belongs to another row.
   */
  open(table: SealedTable, id: string, stored: string): string;
}

/**
 * Creates a box from 32-byte keys in base64, as listed in SECRETS_KEY. The first key encrypts, and all keys decrypt.
 */
export function createSecretBox(keys: readonly string[]): SecretBox {
  const ring = new Map(
    keys.map((text) => {
      const key = Buffer.from(text, 'base64');
      return [keyIdOf(key), key] as const;
    }),
  );
  const [keyId = null] = ring.keys();
  return {
    keyId,
    keyIds: [...ring.keys()],
    seal(table, id, secret) {
      const key = keyId === null ? undefined : ring.get(keyId);
      if (key === undefined) return secret;
      // Unencrypted secrets contain no space, which distinguishes them from encrypted ones.
      return `${CIPHER} ${keyId} ${sealText(key, secret, placeOf(table, id))}`;
    },
    open(table, id, stored) {
      const wanted = keyIdOfSealed(stored);
      if (wanted === null) return stored;
      const key = ring.get(wanted);
      if (key === undefined) throw keyIsMissing([wanted], ring.size > 0);
      try {
        return openText(key, stored.slice(stored.lastIndexOf(' ') + 1), placeOf(table, id));
      } catch (cause) {
        throw new Error(`A secret of ${table} ${id} is damaged, or was copied from another row. Set it again.`, {
          cause,
        });
      }
    },
  };
}

/** Returns the id of the key that a stored value was encrypted with; null when it is unencrypted. */
export function keyIdOfSealed(stored: string): string | null {
  const [cipher, keyId = ''] = stored.split(' ', 2);
  return cipher === CIPHER && keyId !== '' ? keyId : null;
}

/** Creates the error for keys missing from SECRETS_KEY. `hasKeys` states whether it lists other keys. */
export function keyIsMissing(keyIds: readonly string[], hasKeys: boolean): Error {
  const state = hasKeys ? 'lists only other keys' : 'is not set';
  const which = keyIds.length === 1 ? `the key ${keyIds[0]}` : `the keys ${keyIds.join(', ')}`;
  return new Error(
    `The database holds secrets that are encrypted with ${which}, and SECRETS_KEY ${state}. ` +
      'Add the key again, after any newer keys.',
  );
}

/** Returns the id of a key: eight hex digits of its hash, which reveal nothing about the key. */
function keyIdOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

function placeOf(table: SealedTable, id: string): string {
  return `${table}\0${id}`;
}
