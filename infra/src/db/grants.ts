import type pg from 'pg';

/**
 * Names of the PostgreSQL roles for API and scheduler, in installations where each has its own. The role that runs the
 * migrations owns the tables.
 */
export const databaseRoles = { api: 'framemill_api', scheduler: 'framemill_scheduler' } as const;

/** Tables that only the leading scheduler writes; the API never needs them. */
const leaderTables = ['Leader'];

/** Tables of renders and media that the scheduler reads and writes. */
const schedulerTables = [
  ...['Render', 'RenderSegment', 'Task', 'Attempt', 'Artifact', 'Media', 'MediaFault', 'Ingest', 'OutboxEvent'],
  ...['Batch', 'BatchItem', 'Delivery', 'RenderReport'],
  ...leaderTables,
];

/**
 * Columns of an account that the scheduler may read: the plan and the export counts, but no password and no address.
 */
const accountRead = ['id', 'plan', 'limits', 'exportsUsed', 'periodStart', 'createdAt'];
const accountWritten = ['exportsUsed', 'periodStart', 'updatedAt'];

/** Tables of expiring records. The scheduler deletes expired rows, and may read only their expiry time. */
const sweptTables = ['Session', 'Invitation', 'OauthRecord'];

/**
 * Grants each role that exists in the cluster the rights that its processes need, and revokes all others. A cluster
 * without these roles is not changed. The table owner calls it after migrations: the scheduler has no rights on a new
 * table until it is listed here.
 */
export async function grantRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles WHERE rolname = ANY($1)', [
    Object.values(databaseRoles),
  ]);
  for (const { rolname } of rows) {
    await client.query('BEGIN');
    for (const grant of grantsOf(rolname)) await client.query(grant);
    await client.query('COMMIT');
  }
}

function grantsOf(role: string): string[] {
  const start = [
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`,
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
  ];
  const change = 'SELECT, INSERT, UPDATE, DELETE';
  if (role === databaseRoles.api) {
    const others = ['_prisma_migrations', ...leaderTables];
    return [
      ...start,
      `GRANT ${change} ON ALL TABLES IN SCHEMA public TO ${role}`,
      `REVOKE INSERT, UPDATE, DELETE ON ${named(others)} FROM ${role}`,
    ];
  }
  return [
    ...start,
    `GRANT ${change} ON ${named(schedulerTables)} TO ${role}`,
    `GRANT SELECT (${named(accountRead)}), UPDATE (${named(accountWritten)}) ON "Account" TO ${role}`,
    // Of webhook endpoints the scheduler may read only the batch id, to delete those of a swept batch.
    `GRANT SELECT ("batchId"), DELETE ON "WebhookEndpoint" TO ${role}`,
    ...sweptTables.map((table) => `GRANT SELECT ("expiresAt"), DELETE ON "${table}" TO ${role}`),
  ];
}

function named(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
