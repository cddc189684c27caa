import { createRedis } from '@framemill/infra';
import { slidingWindowScript } from '../src/limiter/sliding-window.ts';

/** Message from the test to a worker process: send calls on one key as fast as possible until a given time. */
export interface LimiterTask {
  key: string;
  limit: number;
  windowMs: number;
  /** Time at which the worker stops, in ms since 1970. */
  until: number;
}

// A process of its own that calls the limiter's script and answers with the times, on Redis' clock in microseconds, of
// the calls that were let through.
const redis = createRedis(process.argv[2] ?? '', 'worker');
const script = slidingWindowScript();

process.on('message', async ({ key, limit, windowMs, until }: LimiterTask) => {
  const admitted: number[] = [];
  let calls = 0;
  while (Date.now() < until) {
    const answer = await redis.eval(script, 1, key, '1', String(windowMs * 1_000), String(limit));
    if (!Array.isArray(answer)) throw new Error('The script answered no list.');
    calls += 1;
    if (answer[0] === 0) admitted.push(Number(answer[3]));
  }
  process.send?.({ admitted, calls });
});
process.on('disconnect', () => redis.disconnect());
process.send?.('ready');
