import { createDatabase, createLogger, createObjectStore, type Database, type ObjectStore } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { testServices } from '@framemill/testing/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlans, defaultPlans, type Plans, sweepStore } from '../src/index.ts';

const services = forSuite(testServices);
const log = createLogger('sweep', { level: 'silent' });
let database: Database;
let store: ObjectStore;
beforeAll(async () => {
  // With one connection, the statistics of all statements are flushed by the statement that reads them.
  database = createDatabase(services.databaseUrl, { poolSize: 1 });
  store = await createObjectStore(services.objects);
  await run(
    `INSERT INTO "Account" (id, email, name, plan, "updatedAt") VALUES ('acc', 'a@example.org', 'a', 'studio', now());
     INSERT INTO "Organisation" (id, "ownerId", name) VALUES ('org', 'acc', 'a')`,
  );
  await addRows('kept', 5_000, 5, 5);
  await addRows('swept', 5_000, 90, 5);
  await sweep();
  // The daily comparison of totals reads all that exists.
  await database.client.sweepPart.update({ where: { name: 'totals' }, data: { position: '9999-12-31' } });
  await run('VACUUM ANALYZE');
});
afterAll(async () => {
  await database.close();
});

const sweep = (plans: Plans = defaultPlans) => sweepStore({ database, store, log, plans });

async function run(statements: string): Promise<void> {
  for (const statement of statements.split(';')) await database.client.$executeRawUnsafe(statement);
}

/**
 * Adds `count` rows to each table that the sweep empties. Renders and batches ended `endedDays` ago, and have segments,
 * tasks, attempts and documents. Artifacts, events, sessions and invitations are `otherDays` old.
 */
async function addRows(name: string, count: number, endedDays: number, otherDays: number): Promise<void> {
  const each = `FROM generate_series(1, ${count}) AS n(i)`;
  const ended = `now() - interval '${endedDays} days' + i * interval '1 ms'`;
  const old = `now() - interval '${otherDays} days' + i * interval '1 ms'`;
  const expires = `now() + interval '6 days' - interval '${otherDays} days' + i * interval '1 ms'`;
  const render = `"accountId", "projectId", status, format, quality, resolution, "createdAt", "updatedAt", "completedAt"`;
  await run(
    `INSERT INTO "Render" (id, profile, ${render})
       SELECT '${name}_' || i, '{}', 'acc', 'p', 'COMPLETED', 'mp4', 'high', 'full', ${ended}, now(), ${ended} ${each};
     INSERT INTO "Task" (id, "renderId", kind, status)
       SELECT '${name}_' || i || kind, '${name}_' || i, kind, 'DONE' ${each}, unnest(ARRAY['frames', 'stitch']) AS kind;
     INSERT INTO "Attempt" (id, "taskId", number, "jobId", outcome)
       SELECT id, id, 1, id, 'done' FROM "Task" WHERE id LIKE '${name}_%';
     INSERT INTO "RenderSegment" ("renderId", index, "startFrame", "endFrame", "contentKey")
       SELECT '${name}_' || i, part, 0, 1, '${name}_' || i ${each}, generate_series(0, 2) AS part;
     INSERT INTO "Artifact" ("accountId", "contentKey", sha256, "sizeBytes", frames, "lastUsedAt")
       SELECT 'acc', '${name}_' || i, 'a', 1000, 30, ${old} ${each};
     INSERT INTO "Batch" (id, document, total, ${render})
       SELECT '${name}_' || i, '{}', 1, 'acc', 'p', 'COMPLETED', 'mp4', 'high', 'full', ${ended}, now(), ${ended} ${each};
     INSERT INTO "OutboxEvent" (type, "accountId", payload, "createdAt", "consumedAt")
       SELECT 'render.completed', 'acc', '{}', ${old}, ${old} ${each};
     INSERT INTO "Session" (id, "accountId", hash, "expiresAt") SELECT '${name}_' || i, 'acc', '${name}_' || i, ${expires} ${each};
     INSERT INTO "Invitation" (id, "organisationId", email, hash, "expiresAt")
       SELECT '${name}_' || i, 'org', 'a', '${name}_' || i, ${expires} ${each};
     VACUUM ANALYZE`,
  );
}

/** Returns the number of pages of tables and indexes that a sweep reads, and what it removes. */
async function measured(plans?: Plans): Promise<{ pages: number; rows: Record<string, number>; failed: string[] }> {
  const total = async () => {
    await database.client.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
    const [row] = await database.client.$queryRaw<{ pages: bigint }[]>`
      SELECT sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::bigint AS pages
      FROM pg_statio_user_tables`;
    return Number(row?.pages ?? 0);
  };
  const before = await total();
  const { rows, failed } = await sweep(plans);
  return { pages: (await total()) - before, rows, failed };
}

describe('the cost of the sweep', () => {
  it('follows what it removes and not what exists', async () => {
    const removals = (count: number) => ({
      ...{ artifacts: count, renders: count, batches: count, events: count, expired: 2 * count },
      ...{ totals: 0, removedRenders: 0 },
    });
    const idle = await measured();
    expect(idle).toMatchObject({ failed: [], rows: removals(0) });
    expect(idle.pages).toBeLessThan(400);
    await addRows('few', 200, 31, 31);
    const few = await measured();
    await addRows('more', 800, 30.7, 31);
    const more = await measured();
    await addRows('stay', 10_000, 4, 4);
    await addRows('again', 200, 30.5, 31);
    const again = await measured();
    expect([few.rows, more.rows, again.rows]).toEqual([removals(200), removals(800), removals(200)]);
    // Each count stands for 12 rows: 3 segments, 2 tasks, 2 attempts and one of each other kind.
    const pagesPerRow = (pages: number, count: number) => (pages - idle.pages) / (12 * count);
    expect(pagesPerRow(few.pages, 200)).toBeLessThan(5);
    expect(pagesPerRow(more.pages, 800)).toBeLessThan(5);
    expect(pagesPerRow(again.pages, 200)).toBeLessThan(5);
  });

  it('follows the renders that are removed because they are no longer kept', async () => {
    const plans = createPlans(defaultPlans.list.map((plan) => ({ ...plan, exportsKeptDays: 100 })));
    expect(await measured(plans)).toMatchObject({ failed: [], rows: { removedRenders: 0 } });
    const idle = await measured(plans);
    expect(idle.pages).toBeLessThan(700);
    await addRows('over', 100, 101, 5);
    const few = await measured(plans);
    expect(few).toMatchObject({ failed: [], rows: { removedRenders: 100 } });
    // Each render has 3 segments, 2 tasks and 2 attempts.
    expect((few.pages - idle.pages) / 800).toBeLessThan(10);
  });
});
