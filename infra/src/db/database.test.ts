import { setTimeout as delay } from 'node:timers/promises';
import { startProxy } from '@framemill/testing/frozen-proxy';
import { testServices } from '@framemill/testing/services';
import { expect, it, vi } from 'vitest';
import { freePort } from '../index.ts';
import { createMetrics } from '../metrics/index.ts';
import { connectPostgres } from './connection.ts';
import { createDatabase, databaseReady } from './database.ts';
import { moreTelling } from './open-client.ts';
import { watchDatabase } from './watch-database.ts';

it('a database that is away names its variable', async () => {
  const database = createDatabase(`postgresql://user:password@127.0.0.1:${await freePort()}/framemill`);
  await expect(databaseReady(database)).rejects.toThrow('PostgreSQL cannot be used. Check DATABASE_URL.');
  await database.close();
});

it('the time of an empty query is measured, also when the database is away', async () => {
  const measured = async (url: string) => {
    const metrics = createMetrics('test');
    const database = createDatabase(url);
    const end = watchDatabase(database, metrics);
    const labels = await vi.waitFor(async () => {
      const [count] = (await metrics.databaseSeconds.get()).values.filter(({ metricName }) =>
        metricName?.endsWith('_count'),
      );
      expect(count?.value).toBe(1);
      return count?.labels;
    }, 100_000);
    end();
    await database.close();
    return labels;
  };
  const services = await testServices();
  expect(await measured(services.databaseUrl)).toEqual({ outcome: 'ok' });
  await services.close();
  const away = `postgresql://user:password@127.0.0.1:${await freePort()}/framemill`;
  expect(await measured(away)).toEqual({ outcome: 'failed' });
});

it('a connection that falls silent fails its query and is replaced', async () => {
  const services = await testServices();
  const database = createDatabase(services.databaseUrl, { poolSize: 1, answerMs: 500 });
  const backend = async () => {
    const [row] = await database.client.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    return row?.pid ?? 0;
  };
  const silent = await backend();
  process.kill(silent, 'SIGSTOP');
  try {
    await expect(backend()).rejects.toThrow('timeout');
    expect(await backend()).not.toBe(silent);
  } finally {
    process.kill(silent, 'SIGCONT');
  }
  await database.close();
  await services.close();
});

it('a database that takes longer for a connection than a request would wait is waited for', async () => {
  const services = await testServices();
  const proxy = await startProxy(services.databaseUrl, { delayMs: 700 });
  // Each connection is given up after 400 ms; the third one finds a server that answers.
  const database = createDatabase(proxy.url, { poolSize: 1, connectMs: 400 });
  setTimeout(() => proxy.hurry(), 1_000);
  await databaseReady(database);
  await database.close();
  await proxy.close();
  await services.close();
});

it('a proxy that cuts all connections off is waited for, and logged once', async () => {
  const services = await testServices();
  const lines: string[] = [];
  const log = { warn: (_details: object, text?: string) => lines.push(String(text)), info: () => undefined };
  const starts = [
    (url: string) => connectPostgres(url, {}, log).then((client) => client.end()),
    async (url: string) => {
      const database = createDatabase(url, { poolSize: 1 });
      await databaseReady(database, log);
      await database.close();
    },
  ];
  for (const start of starts) {
    const proxy = await startProxy(services.databaseUrl, { cutMs: 700 });
    await start(proxy.url);
    expect(proxy.cutConnections()).toBeGreaterThan(2);
    await proxy.close();
  }
  expect(lines).toEqual(starts.map(() => 'PostgreSQL serves no connection; trying again'));
  await services.close();
});

it('of a standby and a lost primary, the standby decides whether to wait', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const standby = new Error('The PostgreSQL server accepts no writes. It is a standby.');
  expect(moreTelling(moreTelling(undefined, standby), refused)).toBe(standby);
  expect(moreTelling(moreTelling(undefined, refused), standby)).toBe(standby);
  expect(moreTelling(undefined, refused)).toBe(refused);
});

it('a transaction begins although its connection takes longer than Prisma would wait', async () => {
  const services = await testServices();
  const proxy = await startProxy(services.databaseUrl, { delayMs: 2_500 });
  const database = createDatabase(proxy.url, { poolSize: 1 });
  expect(await database.client.$transaction(async (tx) => tx.$queryRaw`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  await database.close();
  await proxy.close();
  await services.close();
});

it('a connection is waited for while all of them are taken, and no password that is wrong is tried again', async () => {
  const services = await testServices();
  const owner = await connectPostgres(services.databaseUrl);
  const role = `crowd_${process.pid}`;
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'right' CONNECTION LIMIT 1`);
  const url = new URL(services.databaseUrl);
  url.username = role;
  url.password = 'right';
  const first = await connectPostgres(url.href);
  let isThere = false;
  const second = connectPostgres(url.href).then((client) => {
    isThere = true;
    return client;
  });
  await delay(500);
  expect(isThere).toBe(false);
  await first.end();
  await (await second).end();

  url.password = 'wrong';
  await expect(connectPostgres(url.href)).rejects.toThrow('PostgreSQL cannot be used. Check DATABASE_URL.');
  await owner.query(`DROP ROLE ${role}`);
  await owner.end();
  await services.close();
});
