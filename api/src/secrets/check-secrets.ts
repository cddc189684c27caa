import type { Database, Logger } from '@framemill/infra';
import { sealedColumns, valuesOf } from './sealed-columns.ts';
import { keyIdOfSealed, keyIsMissing, type SecretBox } from './secret-box.ts';

/**
 * Checks at startup that all secrets in the database can be decrypted.
 * Throws an `Error` that names SECRETS_KEY when a key is missing. Logs a warning when secrets are stored unencrypted.
 */
export async function checkSecrets({ client }: Database, secrets: SecretBox, log: Logger): Promise<void> {
  const all = sealedColumns.map(valuesOf).join(' UNION ALL ');
  // One sample value for each encryption key.
  const samples = await client.$queryRawUnsafe<{ value: string }[]>(
    `SELECT DISTINCT ON (split_part("value", ' ', 2)) "value" FROM (${all}) AS "stored"
     ORDER BY split_part("value", ' ', 2)`,
  );
  const used = samples.map(({ value }) => keyIdOfSealed(value));
  const missing = used.filter((keyId) => keyId !== null).filter((keyId) => !secrets.keyIds.includes(keyId));
  if (missing.length > 0) throw keyIsMissing(missing, secrets.keyId !== null);
  if (secrets.keyId === null) {
    log.warn(
      'SECRETS_KEY is not set: the secrets of webhooks, destinations, plugins, bots and OAuth are stored unencrypted. Set it to 32 random bytes in base64 (openssl rand -base64 32)',
    );
  } else if (used.includes(null)) {
    log.warn(
      'some secrets are stored unencrypted, from before SECRETS_KEY was set. Run "npm run admin -- secrets rotate"',
    );
  }
}
