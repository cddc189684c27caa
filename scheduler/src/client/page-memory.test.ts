import { createRedis, type Redis } from '@framemill/infra';
import { type TestServices, testServices } from '@framemill/infra/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { redisKeys } from '../protocol/index.ts';
import { recallCulprit, refusedMs, rememberCulprit } from './page-memory.ts';

let services: TestServices;
let redis: Redis;
beforeAll(async () => {
  services = await testServices();
  redis = createRedis(services.redisUrl, 'plain');
});
afterEach(() => redis.del(redisKeys.culprits, redisKeys.culpritReasons));
afterAll(async () => {
  redis.disconnect();
  await services.close();
});

const hash = (digit: string) => digit.repeat(64);
const culprit = (digit: string) => ({ sha256: hash(digit), reason: `it hung ${digit}` });

it('finds the first page that is refused, with the reason', async () => {
  expect(await recallCulprit(redis, [hash('a')])).toBeNull();
  await rememberCulprit(redis, culprit('a'));
  expect(await recallCulprit(redis, [hash('b'), hash('a')])).toEqual(culprit('a'));
  expect(await recallCulprit(redis, [hash('b')])).toBeNull();
  expect(await recallCulprit(redis, [])).toBeNull();
});

it('forgets a page when its time is over', async () => {
  await rememberCulprit(redis, culprit('a'));
  const until = Number(await redis.zscore(redisKeys.culprits, hash('a')));
  expect(until - Date.now()).toBeGreaterThan(refusedMs - 60_000);
  await redis.zadd(redisKeys.culprits, Date.now() - 1_000, hash('a'));
  expect(await recallCulprit(redis, [hash('a')])).toBeNull();
  await rememberCulprit(redis, culprit('b'));
  expect(await redis.hkeys(redisKeys.culpritReasons)).toEqual([hash('b')]);
  expect(await redis.pttl(redisKeys.culprits)).toBeGreaterThan(0);
});

it('keeps no more than it may: the oldest go', async () => {
  for (const digit of ['a', 'b', 'c']) await rememberCulprit(redis, culprit(digit), 2);
  expect(await redis.zcard(redisKeys.culprits)).toBe(2);
  expect(await recallCulprit(redis, [hash('c')])).toEqual(culprit('c'));
  expect(await redis.hlen(redisKeys.culpritReasons)).toBe(2);
});
