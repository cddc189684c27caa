import { setTimeout as delay } from 'node:timers/promises';
import { createObjectStore, freePort, type RedisServer, startRedisServer } from '@framemill/infra';
import { decodeFailure, probeJob, queuePrefix, WRITTEN_VERSION } from '@framemill/scheduler/protocol';
import { type FrozenProxy, startProxy } from '@framemill/testing/frozen-proxy';
import { childrenOf } from '@framemill/testing/processes';
import { type TestServices, testServices } from '@framemill/testing/services';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDouble } from './child-double/start-double.ts';
import { openQueue, startTestNode, storeCommand } from './support/test-node.ts';

/** Maximum time in ms from the recovery of Redis until all workers take jobs again. */
const promisedMs = 30_000;

describe('node when Redis misbehaves', () => {
  let services: TestServices;
  let redis: RedisServer;
  let port: number;
  let proxy: FrozenProxy;
  let folder: string;

  const startRedis = () => startRedisServer({ folder, port, password: 'test', throwaway: true });
  beforeEach(async () => {
    services = await testServices();
    folder = `${services.folder}/own-redis`;
    port = await freePort();
    redis = await startRedis();
    proxy = await startProxy(redis.url);
  });
  afterEach(async () => {
    await proxy.close();
    await redis.stop();
    await services.close();
  });

  const probe = async (command: string) => {
    const probes = await openQueue(redis.url, probeJob.queues.cpu);
    const objectKey = await storeCommand(await createObjectStore(services.objects), command);
    const answer = await probes
      .run(`probe_${command}`, { v: WRITTEN_VERSION, mediaId: 'm1', objectKey })
      .catch((error: Error) => decodeFailure(error.message));
    await probes.close();
    return answer;
  };

  it(
    'hears again when its connections went dead without being closed',
    async () => {
      const joined = await startTestNode({ ...services, redisUrl: proxy.url }, startDouble);
      proxy.freezeOpen();
      const frozenAt = performance.now();
      expect(await probe('ok')).toMatchObject({ facts: { kind: 'image' } });
      expect(performance.now() - frozenAt).toBeLessThan(promisedMs);
      await joined.stop();
    },
    promisedMs + 20_000,
  );

  it(
    'takes work and writes its lease again after Redis came back empty',
    async () => {
      const joined = await startTestNode({ ...services, redisUrl: redis.url }, startDouble);
      await redis.stop();
      redis = await startRedis();
      const backAt = performance.now();
      expect(await probe('ok')).toMatchObject({ facts: { kind: 'image' } });
      await expect.poll(() => joined.redis.exists('fm:node:n1')).toBe(1);
      expect(performance.now() - backAt).toBeLessThan(promisedMs);
      await joined.stop();
    },
    promisedMs + 20_000,
  );

  it('leaves in time although Redis is away', async () => {
    const before = childrenOf(process.pid);
    const joined = await startTestNode({ ...services, redisUrl: redis.url }, startDouble);
    await redis.stop();
    const askedAt = performance.now();
    await joined.stop();
    expect(performance.now() - askedAt).toBeLessThan(5_300);
    expect(childrenOf(process.pid).filter((pid) => !before.includes(pid))).toEqual([]);
  });

  it('drops a job whose lock somebody else has, and ends its child', async () => {
    const joined = await startTestNode({ ...services, redisUrl: redis.url }, startDouble);
    const probes = await openQueue(redis.url, probeJob.queues.cpu);
    const objectKey = await storeCommand(await createObjectStore(services.objects), 'hang');
    await probes.queue.add(
      'job',
      { v: WRITTEN_VERSION, mediaId: 'm1', objectKey },
      { jobId: 'probe_hang', priority: 1 },
    );
    await expect.poll(() => joined.node.lease().running).toHaveLength(1);
    const seen = childrenOf(process.pid);
    await delay(1_000);
    // Short commands that the node started have ended by now.
    const children = seen.filter((child) => childrenOf(process.pid).includes(child));
    await joined.redis.set(`${queuePrefix}:${probeJob.queues.cpu}:probe_hang:lock`, 'another worker', 'PX', 60_000);
    await expect.poll(() => joined.node.lease().running).toEqual([]);
    // The node may have started another child meanwhile.
    const ended = () => children.filter((child) => !childrenOf(process.pid).includes(child));
    await expect.poll(() => ended().length).toBeGreaterThan(0);
    await joined.stop();
    // What becomes of it is for the other worker to say.
    expect(await probes.queue.getJobState('probe_hang')).toBe('active');
    await probes.close();
  });
});
