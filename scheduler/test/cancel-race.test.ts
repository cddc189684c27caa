import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { createGuard } from './gate.ts';

const stack = forSuite(openStack);

/** Runs a locking query about a render in a transaction of another connection. Returns the end of that transaction. */
async function hold(query: string, renderId: string): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: stack.services.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(query, [renderId]);
  return async () => {
    await holder.query('COMMIT');
    await holder.end();
  };
}

/** Waits until `count` connections to the database wait for locks. */
function connectionsWait(count: number): Promise<void> {
  return vi.waitFor(
    async () => {
      const rows = await stack.database.client.$queryRaw<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(rows).toHaveLength(count);
    },
    { timeout: 100_000, interval: 20 },
  );
}

it('a cancel in the very moment of a dispatch leaves no task behind', async () => {
  const scheduler = await stack.startScheduler();
  const first = createGuard();
  const rest = createGuard();
  let taken = 0;
  const node = await stack.startNode({
    slots: 1,
    onFrames: async (_job, signal) => {
      taken += 1;
      if (taken === 1) return first.passed;
      await Promise.race([rest.passed, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
    },
  });
  const account = await stack.account();
  const renderId = await stack.render(account, await stack.project(account, 7));
  const open = { renderId, status: { in: ['READY', 'RELEASED'] } };
  await vi.waitFor(() => expect(taken).toBe(1), { timeout: 100_000 });

  // The dispatch of the next range has looked at the render and stands before its tasks; then the cancel comes.
  const release = await hold(`SELECT id FROM "Task" WHERE "renderId" = $1 AND status = 'READY' FOR UPDATE`, renderId);
  first.open();
  await connectionsWait(1);
  const cancelled = stack.client.cancel({ accountId: account, renderId });
  await connectionsWait(2);
  await release();
  await cancelled;
  rest.open();

  await vi.waitFor(
    async () => {
      const running = await stack.database.client.attempt.count({ where: { outcome: 'running', task: { renderId } } });
      expect(running).toBe(0);
    },
    { timeout: 100_000 },
  );
  expect(await stack.database.client.task.count({ where: open })).toBe(0);
  await node.stop();
  await scheduler.stop();
});

describe('a cancel while the end of an attempt is stored', () => {
  const ends = ['result of a range', 'result of a mux', 'failure of a range'];
  it.each(ends)('waits for the %s, without a deadlock', async (end) => {
    const scheduler = await stack.startScheduler();
    const ranges = createGuard();
    const mux = createGuard();
    const begun = { ranges: 0, mux: 0 };
    const node = await stack.startNode({
      slots: 1,
      onFrames: async () => {
        begun.ranges += 1;
        await ranges.passed;
        if (end === 'failure of a range') throw new Error('The disk is broken.');
      },
      onStitch: async () => {
        begun.mux += 1;
        await mux.passed;
      },
    });
    const account = await stack.account();
    const renderId = await stack.render(account, await stack.project(account, 1));
    const stage = end === 'result of a mux' ? 'mux' : 'ranges';
    if (stage === 'mux') ranges.open();
    await vi.waitFor(() => expect(begun[stage]).toBe(1), { timeout: 100_000 });

    // The attempt's row is the last that the leader changes before it returns to the render.
    const release = await hold(
      `SELECT a.id FROM "Attempt" a JOIN "Task" t ON t.id = a."taskId"
       WHERE t."renderId" = $1 AND a.outcome = 'running' FOR UPDATE OF a`,
      renderId,
    );
    (stage === 'mux' ? mux : ranges).open();
    await connectionsWait(1);
    const cancelled = stack.client.cancel({ accountId: account, renderId }).then(
      ({ status }) => status,
      (error: unknown) => String(error),
    );
    await connectionsWait(2);
    const freeRenders = await stack.database.client.$queryRaw`
      SELECT id FROM "Render" WHERE id = ${renderId} FOR NO KEY UPDATE SKIP LOCKED`;
    expect(freeRenders).toEqual([]);
    await release();
    expect(await cancelled).toMatch(stage === 'mux' ? /is COMPLETED and can no longer be cancelled/ : /^CANCELLED$/);
    await node.stop();
    await scheduler.stop();
  });
});
