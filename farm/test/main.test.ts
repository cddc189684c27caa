import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger, createRedis, startEmbedded, writeRunningServices } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { type Program, spawnProgram } from '@framemill/testing/program';
import { testServices } from '@framemill/testing/services';
import { afterAll, describe, expect, it } from 'vitest';

describe('npm run node', () => {
  const services = forSuite(testServices);

  it('prints how to use it', async () => {
    const farm = spawnProgram('farm', {}, ['--help']);
    expect(await farm.exited).toBe(0);
    expect(farm.output()).toMatch(/--slots <n>/);
  });

  it('joins the services of an "npm start" where REDIS_URL is empty', async () => {
    const forget = await writeRunningServices(services.folder, { REDIS_URL: services.redisUrl });
    const farm = spawnProgram('farm', { DATA_DIR: services.folder, REDIS_URL: '' }, ['--slots', '1']);
    try {
      await farm.ready;
    } finally {
      await forget();
      farm.kill('SIGTERM');
      await farm.exited;
    }
  });

  it('reconnects to restarted embedded services, with one line of log for the outage and one for its end', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'embedded-node-'));
    const start = () =>
      startEmbedded({ dataDir, log: createLogger('test', { level: 'silent' }), services: { postgres: false } });
    let embedded = await start();
    const redisUrl = embedded.redisUrl ?? '';
    const forget = await writeRunningServices(dataDir, { REDIS_URL: redisUrl });
    const farm = spawnProgram('farm', { DATA_DIR: dataDir, REDIS_URL: '', NODE_ID: 'follower' }, ['--slots', '1']);
    try {
      await farm.ready;
      await embedded.stop();
      await expect.poll(() => farm.output()).toContain('"msg":"node: Redis is away"');
      embedded = await start();
      const redis = createRedis(redisUrl, 'plain');
      await expect.poll(() => redis.exists('fm:node:follower')).toBe(1);
      redis.disconnect();
      await expect.poll(() => farm.output()).toContain('over: node: Redis is away');
      expect(farm.output().split('Redis is away')).toHaveLength(3);
    } finally {
      farm.kill('SIGKILL');
      await farm.exited;
      await forget();
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  describe('with the NODE_ID of another node', () => {
    const started: Program[] = [];
    /** Node that currently has the shared id. A test may leave it running for the next test. */
    let owner: Program | undefined;
    const start = () => {
      const env = { DATA_DIR: services.folder, REDIS_URL: services.redisUrl, NODE_ID: 'twice', LOG_LEVEL: 'info' };
      const farm = spawnProgram('farm', env, ['--slots', '1']);
      started.push(farm);
      return farm;
    };
    const theOwner = async () => {
      owner ??= start();
      await owner.ready;
      return owner;
    };
    afterAll(async () => {
      for (const farm of started) farm.kill('SIGKILL');
      await Promise.all(started.map((farm) => farm.exited));
    });

    it('ends with one sentence while that one lives', async () => {
      await theOwner();
      const second = start();
      expect(await second.exited).toBe(1);
      expect(second.output()).toMatch(
        /\nAnother running node has the id "twice" .*Set NODE_ID to another id, or stop that node\.$/,
      );
    });

    it('joins when that one was killed, and says why it waits', async () => {
      const killed = await theOwner();
      killed.kill('SIGKILL');
      await killed.exited;
      const redis = createRedis(services.redisUrl, 'plain');
      // On a busy machine a lease may run out before another node has started.
      await redis.pexpire('fm:node:twice', 100_000);
      owner = start();
      const { output } = owner;
      await expect.poll(output).toContain('waiting until it has run out');
      await redis.pexpire('fm:node:twice', 1);
      redis.disconnect();
      await theOwner();
    });

    it('leaves with 1 when that one has taken it while this one was frozen', async () => {
      const frozen = await theOwner();
      frozen.kill('SIGSTOP');
      await start().ready;
      frozen.kill('SIGCONT');
      expect(await frozen.exited).toBe(1);
      expect(frozen.output()).toContain('another node has the id');
    });
  });

  // One of them waits five seconds for a Redis.
  it.concurrent.each([
    ['without REDIS_URL', { REDIS_URL: '' }, [], /REDIS_URL is not set/],
    [
      'with a Redis that is not there',
      { REDIS_URL: 'redis://127.0.0.1:1' },
      [],
      /Redis did not respond.*Check REDIS_URL/,
    ],
    ['with a wrong argument', {}, ['--slots', 'many'], /--slots must be a whole number/],
    ['with half an S3 key', { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' }, [], /Set both or neither/],
    [
      'with an object store that is not there',
      { S3_BUCKET: 'b', S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' },
      [],
      /store/i,
    ],
  ])('does not start %s and says why in one line', async (_case, env, args, reason) => {
    const farm = spawnProgram('farm', { DATA_DIR: services.folder, REDIS_URL: services.redisUrl, ...env }, args);
    // 2: the command line is wrong; 1: the environment.
    expect(await farm.exited).toBe(args.length > 0 ? 2 : 1);
    expect(farm.output()).toMatch(reason);
    expect(farm.output()).not.toMatch(/\n\s+at /);
  });
});
