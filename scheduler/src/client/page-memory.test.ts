import { createRedis, type Redis } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { testServices } from '@framemill/testing/services';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { redisKeys } from '../protocol/index.ts';
import { recallFaultyPage, refusedMs, rememberFaultyPage } from './page-memory.ts';

const account = 'acc_1';

const services = forSuite(testServices);
let redis: Redis;
beforeAll(async () => {
  redis = createRedis(services.redisUrl, 'plain');
});
afterEach(() =>
  redis.del([account, 'acc_other'].flatMap((id) => [redisKeys.faultyPages(id), redisKeys.faultyPageReasons(id)])),
);
afterAll(async () => {
  redis.disconnect();
});

const hash = (digit: string) => digit.repeat(64);
const faultyPage = (digit: string) => ({ sha256: hash(digit), reason: `it hung ${digit}` });

it('finds the first page that is refused, with the reason', async () => {
  expect(await recallFaultyPage(redis, account, [hash('a')])).toBeNull();
  await rememberFaultyPage(redis, account, faultyPage('a'));
  expect(await recallFaultyPage(redis, account, [hash('b'), hash('a')])).toEqual(faultyPage('a'));
  expect(await recallFaultyPage(redis, account, [hash('b')])).toBeNull();
  expect(await recallFaultyPage(redis, account, [])).toBeNull();
});

it('does not refuse to one account what was faulty in another', async () => {
  await rememberFaultyPage(redis, account, faultyPage('a'));
  expect(await recallFaultyPage(redis, 'acc_other', [hash('a')])).toBeNull();
});

it('forgets a page when its time is over', async () => {
  await rememberFaultyPage(redis, account, faultyPage('a'));
  const until = Number(await redis.zscore(redisKeys.faultyPages(account), hash('a')));
  expect(until - Date.now()).toBeGreaterThan(refusedMs - 60_000);
  await redis.zadd(redisKeys.faultyPages(account), Date.now() - 1_000, hash('a'));
  expect(await recallFaultyPage(redis, account, [hash('a')])).toBeNull();
  await rememberFaultyPage(redis, account, faultyPage('b'));
  expect(await redis.hkeys(redisKeys.faultyPageReasons(account))).toEqual([hash('b')]);
  expect(await redis.pttl(redisKeys.faultyPages(account))).toBeGreaterThan(0);
});

it('keeps no more than it may: the oldest go', async () => {
  for (const digit of ['a', 'b', 'c']) await rememberFaultyPage(redis, account, faultyPage(digit), 2);
  expect(await redis.zcard(redisKeys.faultyPages(account))).toBe(2);
  expect(await recallFaultyPage(redis, account, [hash('c')])).toEqual(faultyPage('c'));
  expect(await redis.hlen(redisKeys.faultyPageReasons(account))).toBe(2);
});
