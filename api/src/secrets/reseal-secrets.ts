import type { Database, Logger } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import {
  keyIdOfSealed,
  keyIsMissing,
  type SealedColumn,
  type SealedTable,
  type SecretBox,
  sealedColumns,
  valuesOf,
} from './secret-box.ts';

const BATCH = 500;

/** Result of encrypting the stored secrets with the current key. */
export interface Resealed {
  /** Id of the key with which all secrets are now encrypted. */
  key: string;
  /** Number of secrets that were unencrypted, or encrypted with an older key. */
  resealed: number;
  /** Number of secrets that were already encrypted with this key. */
  unchanged: number;
}

/**
 * Encrypts every secret in the database with the first key of `secrets`.
 * It may run while the service runs, and may be repeated. Throws `not_configured` without a key. A secret that cannot
 * be decrypted stays unchanged, and the error thrown at the end names it.
 */
export async function resealSecrets(database: Database, secrets: SecretBox): Promise<Resealed> {
  const key = secrets.keyId;
  if (key === null) {
    const message = 'SECRETS_KEY is not set. Set it to 32 random bytes in base64: openssl rand -base64 32';
    throw new FramemillError('not_configured', message);
  }
  const sum: Resealed = { key, resealed: 0, unchanged: 0 };
  const problems: string[] = [];
  for (const column of sealedColumns) {
    for await (const { id, value } of rowsOf(database, column)) {
      if (keyIdOfSealed(value) === key) {
        sum.unchanged += 1;
        continue;
      }
      try {
        if (await reseal(database, secrets, column, { id, value })) sum.resealed += 1;
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
    }
  }
  if (problems.length === 0) return sum;
  const [first] = problems;
  throw new FramemillError(
    'invalid_request',
    `${problems.length} secrets could not be encrypted again. First error: ${first} ` +
      'When it is corrected, run "secrets rotate" once more.',
  );
}

async function* rowsOf({ client }: Database, column: SealedColumn): AsyncGenerator<{ id: string; value: string }> {
  for (let last = ''; ; ) {
    const rows = await client.$queryRawUnsafe<{ id: string; value: string }[]>(
      `SELECT * FROM (${valuesOf(column)}) AS "stored" WHERE "id" > $1 ORDER BY "id" LIMIT ${BATCH}`,
      last,
    );
    yield* rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.id ?? '';
  }
}

/**
 * Encrypts one stored value with the current key. Returns false when another process changed the value in the meantime;
 * that process then encrypted it.
 */
async function reseal(
  { client }: Database,
  secrets: SecretBox,
  { table, column, id: idOf, isJson }: SealedColumn & { table: SealedTable },
  { id, value }: { id: string; value: string },
): Promise<boolean> {
  const sealed = secrets.seal(table, id, secrets.open(table, id, value));
  const [is, becomes] = isJson ? [`"${column}" #>> '{}'`, 'to_jsonb($1::text)'] : [`"${column}"`, '$1'];
  const count = await client.$executeRawUnsafe(
    `UPDATE "${table}" SET "${column}" = ${becomes} WHERE ${idOf} = $2 AND ${is} = $3`,
    ...[sealed, id, value],
  );
  return count > 0;
}

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
      'SECRETS_KEY is not set: the secrets of webhooks, destinations, plugins, bots and OAuth are stored ' +
        'unencrypted. Set it to 32 random bytes in base64 (openssl rand -base64 32)',
    );
  } else if (used.includes(null)) {
    log.warn(
      'some secrets are stored unencrypted, from before SECRETS_KEY was set. Run "npm run admin -- secrets rotate"',
    );
  }
}
