import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { createGuard } from './gate.ts';

const stack = forSuite(openStack);

it('a cancel in the very moment of a dispatch leaves no task behind', async () => {
  await stack.startScheduler();
  const first = createGuard();
  const rest = createGuard();
  let taken = 0;
  await stack.startNode({
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
  const holder = new pg.Client({ connectionString: stack.services.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT id FROM "Task" WHERE "renderId" = $1 AND status = 'READY' FOR UPDATE`, [renderId]);
  const waiting = (count: number) =>
    vi.waitFor(
      async () => {
        const { rows } = await stack.database.client.$queryRaw<{ pid: number }[]>`
          SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.then(
          (found) => ({ rows: found }),
        );
        expect(rows).toHaveLength(count);
      },
      { timeout: 100_000, interval: 20 },
    );
  first.open();
  await waiting(1);
  const cancelled = stack.client.cancel({ accountId: account, renderId });
  await waiting(2);
  await holder.query('COMMIT');
  await holder.end();
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
});
