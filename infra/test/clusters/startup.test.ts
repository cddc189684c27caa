import { forSuite } from '@framemill/testing/for-suite';
import { startProxy } from '@framemill/testing/frozen-proxy';
import { spawnOn } from '@framemill/testing/program';
import { testServices } from '@framemill/testing/services';
import { expect, it } from 'vitest';

const services = forSuite(testServices);

/** Time in ms for which all connections are cut off: longer than a process waits for a wrong REDIS_URL. */
const cutMs = 8_000;

it.each(['api', 'scheduler', 'farm'] as const)(
  'a process (%s) that starts while a proxy cuts all its connections off becomes ready, and says so once',
  { tags: 'full' },
  async (name) => {
    const [database, redis] = [
      await startProxy(services.databaseUrl, { cutMs }),
      await startProxy(services.redisUrl, { cutMs }),
    ];
    const usesDatabase = name !== 'farm';
    const program = spawnOn(services, name, {
      REDIS_URL: redis.url,
      ...(usesDatabase ? { DATABASE_URL: database.url } : {}),
    });
    await program.ready;
    // A scheduler is ready before it uses Redis.
    if (name !== 'scheduler') expect(redis.cutConnections()).toBeGreaterThan(2);
    const lines = program.output().split('\n');
    const count = (text: string) => lines.filter((line) => line.includes(`"msg":"${text}`)).length;
    if (usesDatabase) {
      expect(database.cutConnections()).toBeGreaterThan(2);
      expect(count('PostgreSQL serves no connection; trying again')).toBe(1);
    }
    program.kill('SIGTERM');
    expect(await program.exited).toBe(0);
    await Promise.all([database.close(), redis.close()]);
  },
);
