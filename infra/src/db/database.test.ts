import { expect, it } from 'vitest';
import { freePort, testServices } from '../testing/index.ts';
import { createDatabase, databaseReady } from './database.ts';

it('a database that is away names its variable', async () => {
  const database = createDatabase(`postgresql://user:password@127.0.0.1:${await freePort()}/framemill`);
  await expect(databaseReady(database)).rejects.toThrow('PostgreSQL cannot be used. Check DATABASE_URL.');
  await database.close();
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
