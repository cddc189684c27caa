import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readFarmStore, readStoreId, redisKeys } from '../src/protocol/index.ts';
import { type House, openHouse } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterEach(() => house.quiet());
afterAll(() => house.close());

const named = () => vi.waitFor(async () => expect(await readFarmStore(house.redis)).not.toBeNull(), 10_000);

it('the leader tells which store is the farm, again when Redis forgets it, and the next leader says the same', async () => {
  expect(await readStoreId(house.store)).toBeNull();
  const first = await house.startScheduler();
  await named();
  const id = await readStoreId(house.store);
  expect(await readFarmStore(house.redis)).toBe(id);
  await house.redis.del(redisKeys.farmStore);
  await named();
  await first.stop();
  expect(await house.redis.pttl(redisKeys.farmStore)).toBeGreaterThan(0);
  await house.redis.del(redisKeys.farmStore);
  await house.startScheduler();
  await named();
  expect(await readFarmStore(house.redis)).toBe(id);
  expect(await readStoreId(house.store)).toBe(id);
});
