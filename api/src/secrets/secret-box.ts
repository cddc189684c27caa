import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Cipher of encrypted texts. */
const CIPHER = 'aes-256-gcm';

const IV_BYTES = 12;

const TAG_BYTES = 16;

/**
 * Database columns with secrets that the service must be able to decrypt.
 * Callers' keys and tokens are not listed, because only their hashes are stored.
 */
export const sealedColumns = [
  { table: 'Plugin', column: 'secret', id: '"slug"' },
  { table: 'PluginSecret', column: 'value', id: `"accountId" || '/' || "slug"` },
  { table: 'TelegramBot', column: 'token', id: '"id"' },
  { table: 'TelegramBot', column: 'secret', id: '"id"' },
  { table: 'WebhookEndpoint', column: 'secret', id: '"id"' },
  { table: 'WebhookEndpoint', column: 'oldSecret', id: '"id"' },
  { table: 'Destination', column: 'secret', id: '"id"' },
  { table: 'SharedSecret', column: 'value', id: '"name"', isJson: true },
] as const satisfies readonly SealedColumn[];

/** Column with encrypted secrets. `id` is the SQL expression for the row's id, as passed to `SecretBox`. */
export interface SealedColumn {
  table: string;
  column: string;
  id: string;
  /** Whether the column is JSON. An encrypted value is then stored as a JSON string. */
  isJson?: boolean;
}

/** Name of a table with columns that are encrypted at rest. */
export type SealedTable = (typeof sealedColumns)[number]['table'];

/** Returns the id with which `SecretBox` encrypts an account's token for a plugin. */
export const pluginSecretId = (accountId: string, slug: string): string => `${accountId}/${slug}`;

/**
 * Encrypts secrets for storage in the database, and decrypts them.
 * An encrypted value can be decrypted only for the database row for which it was encrypted.
 */
export interface SecretBox {
  /** Id of the key that encrypts; null when there is none and secrets are stored unencrypted. */
  readonly keyId: string | null;
  /** Ids of the keys that can decrypt. The first key is also the one that encrypts. */
  readonly keyIds: readonly string[];
  /** Returns the stored form of a secret: `aes-256-gcm <key id> <base64 of IV, tag and ciphertext>`. */
  seal(table: SealedTable, id: string, secret: string): string;
  /**
   * Decrypts a stored secret. A secret that was stored unencrypted is returned unchanged.
   * Throws an `Error` that names SECRETS_KEY when the key is missing, and an `Error` that names the row when the value
   * is damaged or belongs to another row.
   */
  open(table: SealedTable, id: string, stored: string): string;
}

/**
 * Creates a `SecretBox` from 32-byte keys in base64, as listed in SECRETS_KEY. The first key encrypts, and all keys
 * decrypt.
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
        throw new Error(`A secret of ${table} ${id} is damaged, or was copied from another record. Set it again.`, {
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

/**
 * Encrypts a text with a key of 32 bytes. Returns base64 of IV, tag and ciphertext.
 * `place` identifies the storage location and is authenticated, so the value can be decrypted for that location only.
 */
export function sealText(key: Buffer, text: string, place = ''): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place, 'utf8'));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/**
 * Decrypts a text encrypted by `sealText`.
 * Throws when the text was changed, belongs to another `place`, or was encrypted with another key.
 */
export function openText(key: Buffer, sealed: string, place = ''): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place, 'utf8'))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

/** Returns the SQL query for a column's rows, with `id` and `value` as text. */
export function valuesOf({ table, column, id, isJson }: SealedColumn): string {
  const value = isJson ? `"${column}" #>> '{}'` : `"${column}"`;
  return `SELECT ${id} AS "id", ${value} AS "value" FROM "${table}" WHERE "${column}" IS NOT NULL`;
}
