import { createMetrics, createRedis, type Redis, redisReady } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { testServices } from '@framemill/testing/services';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admit, createLimiter, type Limiter } from './limiter.ts';
import { slidingWindowScript } from './sliding-window.ts';

const services = forSuite(testServices);
let redis: Redis;
beforeAll(async () => {
  redis = createRedis(services.redisUrl, 'producer');
  await redisReady(redis);
});
afterAll(async () => {
  redis.disconnect();
});

let serial = 0;
const freshKey = () => `k${serial++}`;

/** Returns the largest number of `times` that lie in any one closed interval of length `length`. */
function busiestWindow(times: number[], length: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.max(0, ...sorted.map((start, index) => sorted.slice(index).filter((t) => t <= start + length).length));
}

describe('the sliding window', () => {
  it('never admits more than the limit in any 60 s, and always when there is room', async () => {
    // The present comes from the test: hours pass in milliseconds.
    const script = slidingWindowScript("tonumber(redis.call('GET', 'test:clock'))");
    const window = 60_000_000;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.integer({ min: 0, max: 20_000_000 }), { minLength: 1, maxLength: 60 }),
        async (limit, gaps) => {
          const key = `fm:rl:property:${freshKey()}`;
          const admitted: number[] = [];
          let now = 1_700_000_000_000_000;
          for (const gap of gaps) {
            now += gap;
            await redis.set('test:clock', String(now));
            const answer = await redis.eval(script, 1, key, '1', String(window), String(limit));
            if (!Array.isArray(answer)) throw new Error('The script answered no list.');
            const [refusing, [left], wait] = answer;
            const inWindow = admitted.filter((time) => time >= now - window).length;
            expect(refusing === 0).toBe(inWindow < limit);
            if (refusing === 0) admitted.push(now);
            expect(left).toBe(refusing === 0 ? limit - inWindow - 1 : 0);
            // The wait is exact: one microsecond less is still full.
            if (refusing !== 0) {
              const freed = admitted.filter((time) => time >= now + wait - window).length;
              const almost = admitted.filter((time) => time >= now + wait - 1 - window).length;
              expect([freed < limit, almost < limit]).toEqual([true, false]);
            }
          }
          expect(busiestWindow(admitted, window)).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 100, seed: 20_260_801 },
    );
  });

  it("holds on Redis' own clock under 2,000 calls at once", async () => {
    const limiter = createLimiter(redis);
    const key = freshKey();
    const bucket = { name: 'api_v1', limit: 600 };
    const decisions = await Promise.all(Array.from({ length: 2_000 }, () => limiter.take(key, [bucket])));
    expect(decisions.filter((decision) => decision.refusedBy === null)).toHaveLength(600);
    expect(await redis.llen(`fm:rl:api_v1:${key}`)).toBe(600);
  });

  it('slides: with a window of 200 ms, admitted calls keep the limit in every 200 ms of Redis time', async () => {
    const limiter = createLimiter(redis, 200);
    const key = freshKey();
    const admitted: number[] = [];
    const refused: { from: number; to: number }[] = [];
    const clock = async () => {
      const [seconds, micros] = await redis.time();
      return Number(seconds) * 1e6 + Number(micros);
    };
    const end = (await clock()) + 1_000_000;
    // A busy machine may need longer for so many calls.
    for (let from = await clock(); from < end || admitted.length < 20; from = await clock()) {
      const { refusedBy } = await limiter.take(key, [{ name: 'api_v1', limit: 5 }]);
      if (refusedBy === null) admitted.push(Number(await redis.lindex(`fm:rl:api_v1:${key}`, -1)));
      else refused.push({ from, to: await clock() });
    }
    // Whatever the machine's speed: who was refused found a window that was full.
    const seen = refused.map(({ from, to }) => admitted.filter((at) => at > from - 200_000 && at <= to).length);
    expect(Math.min(5, ...seen)).toBe(5);
    expect(busiestWindow(admitted, 200_000)).toBeLessThanOrEqual(5);
  });

  it('does not step back with the clock', async () => {
    const key = `fm:rl:property:${freshKey()}`;
    const script = slidingWindowScript("tonumber(redis.call('GET', 'test:clock'))");
    const call = async (now: number) => {
      await redis.set('test:clock', String(now));
      const answer = await redis.eval(script, 1, key, '1', '60000000', '2');
      if (!Array.isArray(answer)) throw new Error('The script answered no list.');
      return answer;
    };
    await call(2_000_000_000);
    await call(1_000_000_000);
    expect((await call(2_050_000_000)).slice(0, 2)).toEqual([1, [0]]);
    expect((await call(2_060_000_001)).slice(0, 2)).toEqual([0, [1]]);
  });
});

describe('the limiter', () => {
  it('counts against all buckets of a call or against none', async () => {
    const limiter = createLimiter(redis);
    const key = freshKey();
    const general = { name: 'api_v1', limit: 10 };
    const frames = { name: 'api_v1_frame', limit: 2 };
    await limiter.take(key, [general, frames]);
    await limiter.take(key, [general, frames]);
    const refused = await limiter.take(key, [general, frames]);
    expect(refused.refusedBy).toBe(frames);
    expect(refused.retryAfterSec).toBeGreaterThan(50);
    const next = await limiter.take(key, [general]);
    expect([next.refusedBy, next.remaining]).toEqual([null, 7]);
  });

  it('brings a further value along, also with a refusal', async () => {
    const limiter = createLimiter(redis);
    const key = freshKey();
    await redis.set('fm:render:r1', 'state');
    const bucket = { name: 'api_v1', limit: 1 };
    expect((await limiter.take(key, [bucket], 'fm:render:r1')).value).toBe('state');
    expect((await limiter.take(freshKey(), [bucket], 'fm:render:none')).value).toBeNull();
    expect((await limiter.take(freshKey(), [bucket])).value).toBeNull();
  });

  it('goes on when Redis has forgotten the script', async () => {
    const limiter = createLimiter(redis);
    const bucket = { name: 'api_v1', limit: 5 };
    await limiter.take(freshKey(), [bucket]);
    await redis.script('FLUSH');
    expect((await limiter.take(freshKey(), [bucket])).remaining).toBe(4);
  });

  it('leaves no key behind for ever', async () => {
    const limiter = createLimiter(redis);
    const key = freshKey();
    await limiter.take(key, [{ name: 'api_v1', limit: 5 }]);
    const ttl = await redis.pttl(`fm:rl:api_v1:${key}`);
    expect(ttl).toBeGreaterThan(55_000);
    expect(ttl).toBeLessThanOrEqual(61_000);
  });
});

it('counts what it refuses by bucket, and nothing that it lets in', async () => {
  const { rateLimited } = createMetrics('test');
  const bucket = { name: 'console_door', limit: 1 };
  const answers = [
    { refusedBy: null, remaining: 0, retryAfterSec: 0, value: null },
    { refusedBy: bucket, remaining: 0, retryAfterSec: 7, value: null },
  ];
  const limiter: Pick<Limiter, 'take'> = { take: async () => answers.shift() ?? expect.fail('asked too often') };
  await admit(limiter, 'address', bucket, { rateLimited });
  expect((await rateLimited.get()).values).toEqual([]);
  await expect(admit(limiter, 'address', bucket, { rateLimited })).rejects.toMatchObject({
    ...{ code: 'rate_limited', details: { retryAfterSec: 7 } },
  });
  expect((await rateLimited.get()).values).toEqual([{ value: 1, labels: { bucket: 'console_door' } }]);
});
