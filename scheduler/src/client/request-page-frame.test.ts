import { createRedis, type Redis } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { testServices } from '@framemill/testing/services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withLock } from './request-page-frame.ts';

const services = forSuite(testServices);
let redis: Redis;
beforeAll(async () => {
  redis = createRedis(services.redisUrl, 'plain');
});
afterAll(async () => {
  redis.disconnect();
});

const within = (ms: number, signal?: AbortSignal) => ({ key: 'fm:test', endsAtMs: performance.now() + ms, signal });

it('lets one at a time work, and the next one after it, also when it fails', async () => {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const first = withLock(redis, within(10_000), async () => {
    begun.resolve();
    await gate.promise;
    throw new Error('failed');
  });
  await begun.promise;
  expect(await withLock(redis, within(150), async () => 'too early')).toBeNull();
  const second = withLock(redis, within(10_000), async () => 'second');
  gate.resolve();
  await expect(first).rejects.toThrow('failed');
  expect(await second).toBe('second');
  expect(await redis.exists('fm:test')).toBe(0);
});

it('is given back by who dies with it, shortly after its work had to end', async () => {
  const endless = withLock(redis, within(200), () => new Promise<never>(() => undefined));
  endless.catch(() => undefined);
  expect(await withLock(redis, within(10_000), async () => 'next')).toBe('next');
});

it('waits no longer than its caller', async () => {
  await redis.set('fm:test', 'another', 'PX', 60_000);
  const gone = new AbortController();
  const waiting = withLock(redis, within(60_000, gone.signal), async () => 'never');
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow();
  await redis.del('fm:test');
});
