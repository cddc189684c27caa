/** Where the database keeps secrets that must be read again; keys and tokens of callers are hashes and not among them. */
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

/** One of them. `id`: SQL that names a row, as `SecretBox` is told it. */
export interface SealedColumn {
  table: string;
  column: string;
  id: string;
  /** The column is JSON: a text when it is sealed. */
  isJson?: boolean;
}

/** A table with columns that are encrypted at rest. */
export type SealedTable = (typeof sealedColumns)[number]['table'];

/** The row of what an account gave a plugin, as `SecretBox` is told it. */
export const pluginSecretId = (accountId: string, slug: string): string => `${accountId}/${slug}`;

/** SQL of the rows of a column: `id` and `value` as texts. */
export function valuesOf({ table, column, id, isJson }: SealedColumn): string {
  const value = isJson ? `"${column}" #>> '{}'` : `"${column}"`;
  return `SELECT ${id} AS "id", ${value} AS "value" FROM "${table}" WHERE "${column}" IS NOT NULL`;
}
