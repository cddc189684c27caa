import { createRedis, type Redis } from '@framemill/infra';
import { type TestServices, testServices } from '@framemill/infra/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { redisKeys } from '../protocol/index.ts';
import { recallFaultyPage, refusedMs, rememberFaultyPage } from './page-memory.ts';

let services: TestServices;
let redis: Redis;
beforeAll(async () => {
  services = await testServices();
  redis = createRedis(services.redisUrl, 'plain');
});
afterEach(() => redis.del(redisKeys.faultyPages, redisKeys.faultyPageReasons));
afterAll(async () => {
  redis.disconnect();
  await services.close();
});

const hash = (digit: string) => digit.repeat(64);
const faultyPage = (digit: string) => ({ sha256: hash(digit), reason: `it hung ${digit}` });

it('finds the first page that is refused, with the reason', async () => {
  expect(await recallFaultyPage(redis, [hash('a')])).toBeNull();
  await rememberFaultyPage(redis, faultyPage('a'));
  expect(await recallFaultyPage(redis, [hash('b'), hash('a')])).toEqual(faultyPage('a'));
  expect(await recallFaultyPage(redis, [hash('b')])).toBeNull();
  expect(await recallFaultyPage(redis, [])).toBeNull();
});

it('forgets a page when its time is over', async () => {
  await rememberFaultyPage(redis, faultyPage('a'));
  const until = Number(await redis.zscore(redisKeys.faultyPages, hash('a')));
  expect(until - Date.now()).toBeGreaterThan(refusedMs - 60_000);
  await redis.zadd(redisKeys.faultyPages, Date.now() - 1_000, hash('a'));
  expect(await recallFaultyPage(redis, [hash('a')])).toBeNull();
  await rememberFaultyPage(redis, faultyPage('b'));
  expect(await redis.hkeys(redisKeys.faultyPageReasons)).toEqual([hash('b')]);
  expect(await redis.pttl(redisKeys.faultyPages)).toBeGreaterThan(0);
});

it('keeps no more than it may: the oldest go', async () => {
  for (const digit of ['a', 'b', 'c']) await rememberFaultyPage(redis, faultyPage(digit), 2);
  expect(await redis.zcard(redisKeys.faultyPages)).toBe(2);
  expect(await recallFaultyPage(redis, [hash('c')])).toEqual(faultyPage('c'));
  expect(await redis.hlen(redisKeys.faultyPageReasons)).toBe(2);
});
