import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterEach, expect, it, vi } from 'vitest';
import { readFarmStore, readStoreId, redisKeys } from '../src/protocol/index.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const named = () => vi.waitFor(async () => expect(await readFarmStore(stack.redis)).not.toBeNull(), 100_000);

it('the leader publishes the store of the farm, again when Redis loses it, and the next leader publishes the same', async () => {
  expect(await readStoreId(stack.store)).toBeNull();
  const first = await stack.startScheduler();
  await named();
  const id = await readStoreId(stack.store);
  expect(await readFarmStore(stack.redis)).toBe(id);
  await stack.redis.del(redisKeys.farmStore);
  await named();
  await first.stop();
  expect(await stack.redis.pttl(redisKeys.farmStore)).toBeGreaterThan(0);
  await stack.redis.del(redisKeys.farmStore);
  await stack.startScheduler();
  await named();
  expect(await readFarmStore(stack.redis)).toBe(id);
  expect(await readStoreId(stack.store)).toBe(id);
});
