/**
 * Database columns with secrets that must be readable. Callers' keys and tokens are stored as hashes and not listed.
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

/** Returns the id, as passed to `SecretBox`, of the row with an account's token for a plugin. */
export const pluginSecretId = (accountId: string, slug: string): string => `${accountId}/${slug}`;

/** Returns the SQL query for a column's rows, with `id` and `value` as text. */
export function valuesOf({ table, column, id, isJson }: SealedColumn): string {
  const value = isJson ? `"${column}" #>> '{}'` : `"${column}"`;
  return `SELECT ${id} AS "id", ${value} AS "value" FROM "${table}" WHERE "${column}" IS NOT NULL`;
}
