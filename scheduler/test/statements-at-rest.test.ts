import { createDatabase } from '@framemill/infra';
import { fillDatabase } from '@framemill/testing/filled-database';
import { forSuite } from '@framemill/testing/for-suite';
import { pagesDuring } from '@framemill/testing/read-pages';
import { greedyStatements, recordStatements, type Statement } from '@framemill/testing/recorded-statements';
import { openStack } from '@framemill/testing/stack';
import { beforeAll, describe, expect, it } from 'vitest';
import { admitBatches } from '../src/leader/admit-batches.ts';
import { tidyQueues } from '../src/leader/complete-job.ts';
import type { LeaderContext } from '../src/leader/context.ts';
import { planLongRender } from '../src/leader/plan-renders.ts';
import { sideSteps, tick } from '../src/leader/tick.ts';
import { createGuard } from './gate.ts';
import { openLeader } from './open-leader.ts';

describe('a database with 20,000 ended renders', () => {
  const stack = forSuite(openStack);
  let atRest: Statement[] = [];
  let metrics: LeaderContext['metrics'];

  beforeAll(async () => {
    await fillDatabase(stack.services.databaseUrl, { renders: 20_000, accounts: 1_000 });
    // Without a node, the leader skips some of its statements.
    await stack.startNode({ slots: 4 });
    await stack.database.client.leader.create({ data: { id: 1, epoch: 1 } });
    const leader = openLeader(stack, 1);
    atRest = await recordStatements(stack.services.databaseUrl, () => pass(leader));
    await leader.close();
    metrics = leader.metrics;
  });

  it('is not searched by any statement of a leader at rest', async () => {
    expect(atRest.length).toBeGreaterThan(20);
    expect(await greedyStatements(stack.services.databaseUrl, atRest)).toEqual([]);
  });

  it('has the exact figure of stored bytes', async () => {
    const where = { status: 'COMPLETED', test: false };
    const { _sum: exact } = await stack.database.client.render.aggregate({ where, _sum: { fileSizeBytes: true } });
    const { values } = await metrics.storedBytes.get();
    const exports = values.find(({ labels }) => labels.kind === 'exports')?.value ?? 0;
    expect(exports).toBe(Number(exact.fileSizeBytes));
  });

  it('is not searched while a render is admitted, planned, dispatched and committed', async () => {
    const statements = await recordStatements(stack.services.databaseUrl, async () => {
      await stack.startScheduler();
      await stack.reaches(await stack.render('acc_1', await stack.project('acc_1', 5)), 'COMPLETED');
      await stack.quiet();
    });
    expect(statements.length).toBeGreaterThan(60);
    expect(await greedyStatements(stack.services.databaseUrl, statements)).toEqual([]);
  });

  it('is not searched for queues by a new leader, however many renders ended today', async () => {
    const endedAt = new Date(Date.now() - 3_600_000);
    await stack.database.client.render.updateMany({ data: { createdAt: endedAt, completedAt: endedAt } });
    await stack.database.client.$executeRaw`VACUUM (ANALYZE) "Render"`;
    const leader = openLeader(stack, 2);
    const statements = await recordStatements(stack.services.databaseUrl, () => tidyQueues(leader, Date.now()));
    await leader.close();
    expect(statements.filter(({ text }) => text.includes('fingerprint')).length).toBeGreaterThan(0);
    expect(await greedyStatements(stack.services.databaseUrl, statements)).toEqual([]);
  });

  it('would be searched for late probes if their index was missing', async () => {
    await stack.database.client.$executeRaw`DROP INDEX "Media_processing_idx"`;
    const greedy = await greedyStatements(stack.services.databaseUrl, atRest);
    expect(greedy).toEqual([expect.stringContaining('all of [Media]')]);
  });
});

describe.each([
  { queued: 2_000, options: {} },
  { queued: 10_000, options: { tags: 'full' } },
])('a queue of $queued renders of 500 accounts', ({ queued, options }) => {
  const stack = forSuite(openStack);

  it('costs a pass of the leader what has changed', { ...options }, async () => {
    await fillDatabase(stack.services.databaseUrl, { renders: 1_000, accounts: 500, queued });
    await stack.database.client.leader.create({ data: { id: 1, epoch: 1 } });
    const waiting: (() => void)[] = [];
    const taken = createGuard();
    await stack.startNode({
      slots,
      onFrames: () =>
        new Promise((resolve) => {
          waiting.push(resolve);
          if (waiting.length === slots) taken.open();
        }),
    });
    const database = createDatabase(stack.services.databaseUrl, { poolSize: 1 });
    const leader = { ...openLeader(stack, 1), database };
    const attempts = (where: object = {}) => stack.database.client.attempt.count({ where });

    // A new leader reads the whole queue once.
    await pass(leader);
    await taken.passed;
    await pass(leader);
    const begun = await attempts();
    const atRest = {
      tick: await pagesDuring(database, () => tick(leader, [], true)),
      pass: await pagesDuring(database, () => pass(leader)),
    };
    expect(await attempts()).toBe(begun);
    expect(atRest.tick).toBeLessThanOrEqual(maxPages.tick);
    expect(atRest.pass).toBeLessThanOrEqual(maxPages.pass);

    for (const go of waiting.splice(0)) go();
    const changes = async () => (await attempts()) - begun + (await attempts({ outcome: 'done' }));
    for (let done = 0; done < 3 * slots; ) {
      const spent = await pagesDuring(database, () => pass(leader));
      const now = await changes();
      expect(spent).toBeLessThanOrEqual(maxPages.pass + maxPages.perChange * (now - done));
      done = now;
    }
    await leader.close();
    await database.close();
  });
});

const slots = 4;
/**
 * Maximum numbers of pages that the leader reads when nothing has changed: in a tick, and in a tick with all side
 * steps. `perChange` is the number of further pages for each range that ends or is dispatched, with the rows written
 * for it.
 */
const maxPages = { tick: 500, pass: 700, perChange: 250 };

/** Runs one pass of the leader with all its side steps. */
async function pass(leader: LeaderContext): Promise<void> {
  await tick(leader, [], true);
  for (const step of sideSteps) await step(leader);
  await admitBatches(leader);
  await planLongRender(leader);
}
