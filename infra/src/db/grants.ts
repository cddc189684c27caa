import type pg from 'pg';

/** Roles of a database whose processes have roles of their own. Whoever runs the migrations owns the tables. */
export const databaseRoles = { api: 'framemill_api', scheduler: 'framemill_scheduler' } as const;

/** Tables that only the scheduler's leader writes; the API never needs them. */
const leaderTables = ['Leader'];

/** What the scheduler reads and writes of renders and media. */
const schedulerTables = [
  ...['Render', 'RenderSegment', 'Task', 'Attempt', 'Artifact', 'Media', 'MediaFault', 'Ingest', 'OutboxEvent'],
  ...['Batch', 'BatchItem', 'Delivery', 'RenderReport'],
  ...leaderTables,
];

/** Of an account the scheduler sees the plan and counts exports; it learns no password and no address. */
const accountRead = ['id', 'plan', 'limits', 'exportsUsed', 'periodStart', 'createdAt'];
const accountWritten = ['exportsUsed', 'periodStart', 'updatedAt'];

/** What is past its end is swept by the scheduler, which reads nothing of it but the end. */
const sweptTables = ['Session', 'Invitation', 'OauthRecord'];

/**
 * Gives each role that exists in the cluster what its processes need, and takes the rest; a cluster without them is left alone. To be
 * called by the owner after migrations: a new table is unknown to the scheduler until it is named here.
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
    // Of webhooks it learns nothing but which are of a batch that is swept.
    `GRANT SELECT ("batchId"), DELETE ON "WebhookEndpoint" TO ${role}`,
    ...sweptTables.map((table) => `GRANT SELECT ("expiresAt"), DELETE ON "${table}" TO ${role}`),
  ];
}

function named(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
