import { FramemillError } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { retryWhileAway } from './store-patience.ts';

const never = new AbortController().signal;
const away = () => new FramemillError('unavailable', 'the store is away');

describe('a store that is away', () => {
  it('is asked again until it answers', async () => {
    let calls = 0;
    const answer = await retryWhileAway(
      never,
      async () => {
        calls += 1;
        if (calls < 4) throw away();
        return 'here';
      },
      { firstDelayMs: 1 },
    );
    expect([answer, calls]).toEqual(['here', 4]);
  });

  it('is given up after the time that was allowed', async () => {
    const asking = retryWhileAway(never, () => Promise.reject(away()), { firstDelayMs: 1, forMs: 20 });
    await expect(asking).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is not asked again for what it does not have', async () => {
    let calls = 0;
    const asking = retryWhileAway(never, () => {
      calls += 1;
      return Promise.reject(new FramemillError('not_found', 'no such object'));
    });
    await expect(asking).rejects.toMatchObject({ code: 'not_found' });
    expect(calls).toBe(1);
  });

  it('is no longer waited for once the job is stopped', async () => {
    const stop = new AbortController();
    const asking = retryWhileAway(stop.signal, () => Promise.reject(away()), { firstDelayMs: 60_000, forMs: 120_000 });
    stop.abort(new Error('cancelled'));
    await expect(asking).rejects.toThrow('cancelled');
  });

  it('is no longer waited for in the middle of a transfer either', async () => {
    const stop = new AbortController();
    const asking = retryWhileAway(stop.signal, () => new Promise<never>(() => undefined));
    stop.abort(new Error('cancelled'));
    await expect(asking).rejects.toThrow('cancelled');
  });
});
