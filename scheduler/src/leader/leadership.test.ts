import { createDatabase, createLogger } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { asRole, testServices } from '@framemill/testing/services';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { notifySchedulers } from '../wake.ts';
import { acquireLeadership } from './leadership.ts';

const services = forSuite(testServices);

const log = createLogger('test', { level: 'silent' });

it('one that waits takes the lead although its connection has fallen silent', async () => {
  const stop = new AbortController();
  const acquire = () =>
    acquireLeadership({ databaseUrl: services.databaseUrl, stop: stop.signal, log, onWake: () => undefined });
  const leader = await acquire();
  const waiting = acquire();
  const silent = await backendThatAsks();
  process.kill(silent, 'SIGSTOP');
  try {
    await leader?.resign();
    const next = await waiting;
    expect(next?.epoch).toBe((leader?.epoch ?? 0) + 1);
    await next?.resign();
  } finally {
    process.kill(silent, 'SIGCONT');
    stop.abort();
  }
});

it.each([
  ['the user of the database', (url: string) => url],
  ['a role that the URL sets', (url: string) => asRole(url, 'scheduler')],
])('one that waits replaces a leader that has fallen silent, which has lost the lead: as %s', async (_name, as) => {
  const stop = new AbortController();
  const databaseUrl = as(services.databaseUrl);
  const acquire = (silenceMs?: number) =>
    acquireLeadership({ databaseUrl, stop: stop.signal, log, onWake: () => undefined, silenceMs });
  const leader = await acquire();
  // The leader sends a heartbeat every two seconds.
  const next = await acquire(500);
  expect(next?.epoch).toBe((leader?.epoch ?? 0) + 1);
  await vi.waitFor(() => expect(leader?.lost.aborted).toBe(true), { timeout: 100_000 });
  await next?.resign();
});

it('a leader gets the id of each cancelled render', async () => {
  const stop = new AbortController();
  const onWake = vi.fn();
  const leader = await acquireLeadership({ databaseUrl: services.databaseUrl, stop: stop.signal, log, onWake });
  const database = createDatabase(services.databaseUrl);
  await database.client.$transaction(async (tx) => {
    await notifySchedulers(tx, 'render');
    await notifySchedulers(tx, 'cancel', 'rnd_1');
  });
  await vi.waitFor(() => expect(onWake.mock.calls).toEqual([[null], ['rnd_1']]), { timeout: 100_000 });
  await database.close();
  await leader?.resign();
});

/** Returns the process id of the idle database connection that does not hold the lock, but tries to get it. */
async function backendThatAsks(): Promise<number> {
  const client = new pg.Client({ connectionString: services.databaseUrl });
  await client.connect();
  const find = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT a.pid FROM pg_stat_activity a
       WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND a.state = 'idle'
         AND NOT EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'advisory')`,
    );
    return rows[0]?.pid ?? 0;
  };
  try {
    return await vi.waitUntil(find, { timeout: 100_000 });
  } finally {
    await client.end();
  }
}
