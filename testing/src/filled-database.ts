import { createDocument } from '@framemill/timeline';
import pg from 'pg';

/** Size of the history with which `fillDatabase` fills a database. */
export interface History {
  /** Number of ended renders. The numbers of other rows follow from it. */
  readonly renders: number;
  /** Number of accounts. Default: one for 1,000 renders. */
  readonly accounts?: number;
  /** Number of renders `queued_<n>` that are planned and wait for a node. Default: 0. */
  readonly queued?: number;
}

/**
 * Fills an empty, migrated database with the history of a service that is at rest: every render, upload, batch, event
 * and delivery has ended, except for the queued renders. Every fifth row belongs to the account `acc_1`; it shares the
 * others evenly with `acc_2` and so on. Each account has an app `app_<n>` and a key `key_<n>`. Rows are evenly spread
 * over the two years before now. Rows that the loops of the API remove after some days are absent; rows that the sweep
 * of the scheduler removes are not. Takes 3 s for 20,000 renders, 40 s for 200,000 and 10 minutes for 2,000,000 (two
 * cores). The object store stays empty. The tables have statistics, and no autovacuum: it would read pages while a test
 * counts them (`pagesDuring`).
 */
export async function fillDatabase(url: string, history: History): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Rows come from this file alone, so checking their references and waiting for the disk would only take time.
    await client.query("SET session_replication_role = 'replica'; SET synchronous_commit = off");
    await client.query(noAutovacuum);
    for (const statement of statementsFor(history)) await client.query(statement);
    const { queued = 0, accounts = accountsOf(history) } = history;
    for (const statement of queuedRenders({ first: 1, count: queued, accounts })) await client.query(statement);
    await client.query('VACUUM (ANALYZE)');
    // The triggers that keep totals do not run for a replica.
    await client.query('SELECT reconcile_totals(id) FROM "Account"');
    await client.query("SELECT reconcile_totals('')");
    await client.query('VACUUM (ANALYZE) "Total"');
  } finally {
    await client.end();
  }
}

/** Queued renders to add: `queued_<first>` and the following ones. */
export interface QueuedRenders {
  readonly first: number;
  readonly count: number;
  /** Number of accounts to which they belong in rotation. */
  readonly accounts: number;
}

/**
 * Adds renders that are planned and wait for a node to a database that `fillDatabase` has filled. Their engine is that
 * of a fake node. Each has three segments, in a task of two and a task of one. Updates the statistics of the tables.
 */
export async function addQueuedRenders(url: string, renders: QueuedRenders): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of queuedRenders(renders)) await client.query(statement);
    await client.query('ANALYZE "Render", "RenderSegment", "Task"');
  } finally {
    await client.end();
  }
}

const noAutovacuum = `DO $$ DECLARE name TEXT; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = off)', name);
  END LOOP;
END $$`;

// SQL of the time at which row `i` of `count` was created, and of the time a minute later at which it ended.
const createdAt = (count: number) => `localtimestamp - interval '2 years' * (${count} - i + 1) / ${count}`;
const endedAt = (count: number) => `${createdAt(count)} + interval '1 minute'`;
const hash = (text: string) => `encode(sha256((${text})::bytea), 'hex')`;
const rows = (count: number) => `generate_series(1, ${count}) AS i`;
// SQL of the condition that row `i` of `count` was created in the last `days` days.
const isYounger = (count: number, days: number) => `${createdAt(count)} > localtimestamp - interval '${days} days'`;
const profile = `'${JSON.stringify({
  ...{ format: 'mp4', quality: 'standard', width: 1920, height: 1080, rate: { num: 30, den: 1 }, watermark: false },
})}'`;
const accountsOf = ({ renders }: History) => Math.ceil(renders / 1_000);

function statementsFor(history: History): string[] {
  const { renders, accounts = accountsOf(history) } = history;
  const projects = Math.ceil(renders / 20);
  const media = Math.ceil(renders / 5);
  const batches = Math.ceil(renders / 100);
  const destinations = Math.ceil(renders / 4);
  const account = `'acc_' || (CASE WHEN i % 5 = 0 THEN 0 ELSE i % ${accounts} END + 1)`;
  const isGrant = `i % 7 = 0`;
  const ingestResult = `'{"poster":null,"proxy":null,"analysisKey":null,"waveformKey":null,"nodeId":"node-1"}'`;
  const document = `'${JSON.stringify(createDocument())}'::jsonb`;
  return [
    `INSERT INTO "Account" (id, email, name, plan, "updatedAt")
      SELECT 'acc_' || i, i || '@example.org', 'Account ' || i, 'studio', localtimestamp FROM ${rows(accounts)}`,
    `INSERT INTO "App" (id, "accountId", name, scopes) SELECT 'app_' || i, 'acc_' || i, 'App', '{}' FROM ${rows(accounts)}`,
    `INSERT INTO "ApiKey" (id, "accountId", "appId", hash, last4, environment, scopes)
      SELECT 'key_' || i, 'acc_' || i, 'app_' || i, ${hash("'key' || i")}, '0000', 'live', '{}' FROM ${rows(accounts)}`,
    `INSERT INTO "LedgerEntry" (id, "accountId", delta, reason, kind, ref, "createdAt")
      SELECT 'led_' || i, ${account}, CASE WHEN ${isGrant} THEN 100 ELSE -1 END, 'History',
        CASE WHEN ${isGrant} THEN 'grant' ELSE 'charge' END, 'history:' || i, ${createdAt(media)}
      FROM ${rows(media)}`,
    `INSERT INTO "RequestDay" ("accountId", day, requests)
      SELECT 'acc_' || i, current_date - d, 100 FROM ${rows(accounts)}, generate_series(0, 29) AS d`,
    `INSERT INTO "Project" (id, "accountId", name, document, "mediaIds", "mediaRev", "createdAt", "updatedAt")
      SELECT 'prj_' || i, ${account}, 'Project ' || i, ${document}, '{}', 1, ${createdAt(projects)},
        ${createdAt(projects)}
      FROM ${rows(projects)}`,
    `INSERT INTO "Media" (id, "accountId", name, status, kind, "mimeType", "sizeBytes", sha256, "objectKey", facts,
        "createdAt")
      SELECT 'med_' || i, ${account}, 'clip.mp4', CASE WHEN i % 50 = 0 THEN 'FAILED' ELSE 'READY' END, 'video',
        'video/mp4', 1000000 + i, ${hash("'media' || i")}, 'uploads/med_' || i, '{"kind":"video"}', ${createdAt(media)}
      FROM ${rows(media)}`,
    `INSERT INTO "Ingest" ("mediaId", part, status, result, "createdAt", "doneAt")
      SELECT 'med_' || i, part, CASE WHEN i % 50 = 1 THEN 'FAILED' ELSE 'DONE' END, ${ingestResult},
        ${createdAt(media)}, ${endedAt(media)}
      FROM ${rows(media)}, unnest(ARRAY['picture', 'sound']) AS part`,
    `INSERT INTO "Render" (id, "accountId", "projectId", status, stage, progress, format, quality, resolution, profile,
        "exportKey", fingerprint, "totalFrames", "doneFrames", "totalSegments", "audioKey", "fileSizeBytes",
        "createdAt", "updatedAt", "startedAt", "completedAt")
      SELECT 'rnd_' || i, ${account}, 'prj_' || (i % ${projects} + 1),
        CASE i % 20 WHEN 0 THEN 'FAILED' WHEN 1 THEN 'CANCELLED' ELSE 'COMPLETED' END, 'done', 100, 'mp4', 'standard',
        'full', ${profile}, 'exports/rnd_' || i || '.mp4', 'engine-1', 360, 360, 3,
        ${hash("'audio' || i")}, 2000000 + i, ${createdAt(renders)}, ${endedAt(renders)}, ${createdAt(renders)},
        ${endedAt(renders)}
      FROM ${rows(renders)}`,
    `INSERT INTO "RenderOrder" ("renderId", body) SELECT 'rnd_' || i, '{}' FROM ${rows(renders)}`,
    `INSERT INTO "RenderSegment" ("renderId", index, "startFrame", "endFrame", "contentKey", sha256, "taskId")
      SELECT 'rnd_' || i, s, s * 120, s * 120 + 120, ${hash("'segment' || i || '/' || s")}, ${hash("'bytes' || i")},
        't_' || i || '_0'
      FROM ${rows(renders)}, generate_series(0, 2) AS s`,
    `INSERT INTO "Artifact" ("accountId", "contentKey", sha256, "sizeBytes", frames, "createdAt", "lastUsedAt")
      SELECT ${account}, ${hash("'segment' || i || '/' || s")}, ${hash("'bytes' || i")}, 300000 + i, 120,
        ${createdAt(renders)}, ${createdAt(renders)}
      FROM ${rows(renders)}, generate_series(0, 2) AS s`,
    `INSERT INTO "Task" (id, "renderId", kind, status, "lastSegment", frames, attempts, "createdAt", "doneAt")
      SELECT 't_' || i || '_' || k, 'rnd_' || i, (ARRAY['frames', 'stitch'])[k + 1],
        CASE WHEN i % 20 = 1 THEN 'CANCELLED' ELSE 'DONE' END, 2, 360, 1, ${createdAt(renders)}, ${endedAt(renders)}
      FROM ${rows(renders)}, generate_series(0, 1) AS k`,
    `INSERT INTO "Attempt" (id, "taskId", number, "jobId", "nodeId", outcome, "startedAt", "endedAt")
      SELECT 'att_' || i || '_' || k, 't_' || i || '_' || k, 1, 'c_t_' || i || '_' || k || '_1', 'node-1',
        CASE WHEN i % 20 = 1 THEN 'cancelled' ELSE 'done' END, ${createdAt(renders)}, ${endedAt(renders)}
      FROM ${rows(renders)}, generate_series(0, 1) AS k`,
    `INSERT INTO "RenderReport" ("renderId", status, "createdAt", "doneAt")
      SELECT 'rnd_' || i, 'DONE', ${createdAt(renders)}, ${endedAt(renders)} FROM ${rows(renders)} WHERE i % 4 = 0`,
    `INSERT INTO "OutboxEvent" (type, "accountId", "renderId", payload, "createdAt", "consumedAt")
      SELECT 'render.completed', ${account}, 'rnd_' || i, '{}', ${createdAt(renders)}, ${endedAt(renders)}
      FROM ${rows(renders)}`,
    `INSERT INTO "WebhookEndpoint" (id, "accountId", url, events, secret, "updatedAt")
      SELECT 'whe_' || i, 'acc_' || i, 'https://example.org', '{}', 'secret', localtimestamp FROM ${rows(accounts)}`,
    `INSERT INTO "WebhookDelivery" (id, "endpointId", "eventId", type, body, status, tries, "createdAt")
      SELECT 'dlv_' || i, 'whe_' || (i % ${accounts} + 1), 'evt_' || i, 'render.completed', '{}',
        CASE WHEN i % 50 = 0 THEN 'FAILED' ELSE 'DELIVERED' END, 1, ${createdAt(renders)}
      FROM ${rows(renders)} WHERE ${isYounger(renders, 30)}`,
    `INSERT INTO "WebhookAttempt" ("deliveryId", number, "startedAt", "durationMs", status)
      SELECT 'dlv_' || i, 1, ${createdAt(renders)}, 100, 200 FROM ${rows(renders)} WHERE ${isYounger(renders, 30)}`,
    `INSERT INTO "Destination" (id, "accountId", name, kind, settings, secret, "fileName", listed, "createdAt",
        "updatedAt")
      SELECT 'dst_' || i, ${account}, 'Bucket', 's3', '{}', '', 'film', i % 100 = 0, ${createdAt(destinations)},
        ${createdAt(destinations)}
      FROM ${rows(destinations)} WHERE i % 100 = 0 OR ${isYounger(destinations, 60)}`,
    `INSERT INTO "Delivery" (id, "accountId", "renderId", "outputIndex", "destinationId", kind, status, attempts,
        "createdAt", "deliveredAt")
      SELECT 'del_' || i, ${account}, 'rnd_' || i, 0, 'dst_' || (i % ${destinations} + 1), 's3',
        CASE WHEN i % 50 = 0 THEN 'FAILED' ELSE 'DELIVERED' END, 1, ${createdAt(renders)}, ${endedAt(renders)}
      FROM ${rows(renders)} WHERE i % 2 = 0`,
    `INSERT INTO "Batch" (id, "accountId", "projectId", status, format, quality, resolution, document, total,
        "createdAt", "updatedAt", "completedAt")
      SELECT 'bat_' || i, ${account}, 'prj_1', CASE WHEN i % 4 = 0 THEN 'CANCELLED' ELSE 'COMPLETED' END, 'mp4',
        'standard', 'full', ${document}, 20, ${createdAt(batches)}, ${endedAt(batches)}, ${endedAt(batches)}
      FROM ${rows(batches)}`,
    `INSERT INTO "BatchItem" ("batchId", index, variables, status, "renderId")
      SELECT 'bat_' || i, item, '{}', CASE WHEN i % 4 = 0 AND item > 10 THEN 'CANCELLED' ELSE 'ADMITTED' END,
        CASE WHEN i % 4 = 0 AND item > 10 THEN NULL ELSE 'rnd_' || ((i - 1) * 20 + item) END
      FROM ${rows(batches)}, generate_series(1, 20) AS item`,
    `INSERT INTO "GenerationJob" (id, "accountId", kind, status, progress, credits, "leaseUntil", "createdAt",
        "updatedAt", "endedAt")
      SELECT 'gen_' || i, ${account}, (ARRAY['speech', 'image', 'video'])[i % 3 + 1],
        CASE WHEN i % 10 = 0 THEN 'FAILED' ELSE 'COMPLETED' END, 100, 1, ${createdAt(media)}, ${createdAt(media)},
        ${endedAt(media)}, ${endedAt(media)}
      FROM ${rows(media)}`,
    `INSERT INTO "TelegramBot" (id, "appId", "botId", username, token, secret, "updatedAt")
      SELECT 'bot_' || i, 'app_' || i, 'bot-' || i, 'bot', '', '', localtimestamp FROM ${rows(accounts)}`,
    `INSERT INTO "TelegramUpdate" (bot, "updateId", "userId", place, message, status, stage, "leaseUntil", "createdAt",
        "endedAt")
      SELECT 'bot_' || (i % ${accounts} + 1), i, i % 1000, i, '{}',
        CASE WHEN i % 10 = 0 THEN 'FAILED' ELSE 'DONE' END, 'done', ${createdAt(media)}, ${createdAt(media)},
        ${endedAt(media)}
      FROM ${rows(media)} WHERE ${isYounger(media, 3)}`,
    `INSERT INTO "MediaFault" ("accountId", "mediaSha256", failures, error, "updatedAt")
      SELECT ${account}, ${hash("'fault' || i")}, 1, 'The process ended.', ${createdAt(batches)} FROM ${rows(batches)}`,
  ];
}

/** Fingerprint of the engine of queued renders: that of a fake node. */
const engine = 'f'.repeat(64);

// Silent renders of three segments, each with one task for the first two and one for the last.
function queuedRenders({ first, count, accounts }: QueuedRenders): string[] {
  const account = `'acc_' || (i % ${accounts} + 1)`;
  const id = `'queued_' || i`;
  const last = first + count - 1;
  const rows = `generate_series(${first}, ${last}) AS i`;
  const age = `localtimestamp - interval '1 second' * (${last} - i + 1)`;
  return [
    `INSERT INTO "Render" (id, "accountId", "projectId", stage, format, quality, resolution, profile, "exportKey",
        fingerprint, "poolReason", "totalFrames", "totalSegments", "createdAt", "updatedAt")
      SELECT ${id}, ${account}, 'prj_1', 'rendering', 'mp4', 'standard', 'full',
        ${profile}, 'exports/' || i || '.mp4', '${engine}', 'Plain.', 360, 3,
        ${age}, ${age}
      FROM ${rows}`,
    `INSERT INTO "RenderSegment" ("renderId", index, "startFrame", "endFrame", "contentKey", "costMs")
      SELECT ${id}, s, s * 120, s * 120 + 120, ${hash("'queued' || i || '/' || s")}, 1000
      FROM ${rows}, generate_series(0, 2) AS s`,
    `INSERT INTO "Task" (id, "renderId", kind, "firstSegment", "lastSegment", frames, "createdAt")
      SELECT 't_queued_' || i || '_' || k, ${id}, 'frames', 2 * k, 1 + k, 240 - 120 * k, ${age}
      FROM ${rows}, generate_series(0, 1) AS k`,
  ];
}
