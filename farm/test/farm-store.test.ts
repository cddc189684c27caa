import path from 'node:path';
import { createObjectStore, createRedis, type ObjectStore, type Redis } from '@framemill/infra';
import { objectKeys, publishFarmStore, redisKeys } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { spawnProgram } from '@framemill/testing/program';
import { testServices } from '@framemill/testing/services';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { requireFarmStore } from '../src/node/farm-store.ts';

describe("the farm's object store", () => {
  const services = forSuite(testServices);
  let redis: Redis;
  let store: ObjectStore;
  beforeAll(async () => {
    redis = createRedis(services.redisUrl, 'plain');
    store = await createObjectStore(services.objects);
  });
  afterEach(() => redis.del(redisKeys.farmStore));
  afterAll(async () => {
    redis.disconnect();
  });

  it('is asked for by its id', async () => {
    const node = { redis, store, name: 'folder x' };
    expect(await requireFarmStore(node, 0)).toBe(false);
    await publishFarmStore(redis, 'one');
    await expect(requireFarmStore(node, 0)).rejects.toThrow(
      'This node and the service use different object stores (node: folder x). Set the same S3_* variables',
    );
    await store.put(objectKeys.storeId, Buffer.from('two'));
    await expect(requireFarmStore(node, 0)).rejects.toThrow('use different object stores');
    await store.put(objectKeys.storeId, Buffer.from('one'));
    expect(await requireFarmStore(node, 0)).toBe(true);
  });

  it('may be told late: what the scheduler said of another one is forgotten', async () => {
    await publishFarmStore(redis, 'three');
    const found = requireFarmStore({ redis, store, name: 'folder x' });
    await redis.pexpire(redisKeys.farmStore, 700);
    expect(await found).toBe(false);
  });

  it('keeps a node with another one from joining', { tags: 'full' }, async () => {
    await redis.set(redisKeys.farmStore, 'one');
    const elsewhere = path.join(services.folder, 'elsewhere');
    const farm = spawnProgram('farm', { DATA_DIR: elsewhere, REDIS_URL: services.redisUrl });
    expect(await farm.exited).toBe(1);
    expect(farm.output()).toContain(`use different object stores (node: folder ${elsewhere}/objects)`);
    expect(farm.output()).not.toContain('node joined');
    expect(farm.output()).not.toMatch(/\n\s+at /);
  });

  it('makes a node leave that joined before a scheduler led', async () => {
    const elsewhere = path.join(services.folder, 'elsewhere');
    const farm = spawnProgram('farm', { DATA_DIR: elsewhere, REDIS_URL: services.redisUrl });
    await farm.ready;
    await redis.set(redisKeys.farmStore, 'one');
    expect(await farm.exited).toBe(1);
    expect(farm.output()).toContain('use different object stores');
    expect(farm.output()).toContain('node left');
  });
});
