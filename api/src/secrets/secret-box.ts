import { createHash } from 'node:crypto';
import type { SealedTable } from './sealed-columns.ts';
import { CIPHER, openText, sealText } from './sealed-text.ts';

/** Encrypts secrets for the database. A sealed value opens in the row that it was sealed for, and in no other. */
export interface SecretBox {
  /** Id of the key that seals; null: there is none, and secrets are stored as they are. */
  readonly keyId: string | null;
  /** Ids of the keys that open, of the one that seals first. */
  readonly keyIds: readonly string[];
  /** What to store of a secret: `aes-256-gcm <key id> <base64 of IV, tag and ciphertext>`. */
  seal(table: SealedTable, id: string, secret: string): string;
  /**
   * The secret of what is stored, also of what was stored before there was a key. Throws an error that names SECRETS_KEY when its key
   * is not there, and one that names the row when the value is damaged or another row's.
   */
  open(table: SealedTable, id: string, stored: string): string;
}

/** A box of keys of 32 bytes in base64, as SECRETS_KEY lists them: the first one seals, each of them opens. */
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
      // A secret that is stored as it is has no space: this tells them apart.
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
        throw new Error(`A secret of ${table} ${id} is damaged, or was copied from another row. Set it anew.`, {
          cause,
        });
      }
    },
  };
}

/** Id of the key that a stored value was sealed with; null: it is stored as it is. */
export function keyIdOfSealed(stored: string): string | null {
  const [cipher, keyId = ''] = stored.split(' ', 2);
  return cipher === CIPHER && keyId !== '' ? keyId : null;
}

/** The error of keys that SECRETS_KEY lacks. `hasKeys`: it lists others. */
export function keyIsMissing(keyIds: readonly string[], hasKeys: boolean): Error {
  const state = hasKeys ? 'lists other keys alone' : 'is not set';
  const which = keyIds.length === 1 ? `the key ${keyIds[0]}` : `the keys ${keyIds.join(', ')}`;
  return new Error(
    `The database holds secrets that are encrypted with ${which}, and SECRETS_KEY ${state}. Put the key there again; a newer one may stand before it.`,
  );
}

/** Eight digits that tell keys apart and say nothing of them. */
function keyIdOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

function placeOf(table: SealedTable, id: string): string {
  return `${table}\0${id}`;
}
