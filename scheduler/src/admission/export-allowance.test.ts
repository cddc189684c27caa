import { FramemillError } from '@framemill/timeline/errors';
import { describe, expect, it } from 'vitest';
import { defaultPlans } from '../plans/index.ts';
import { createPacedCheck } from './export-allowance.ts';

const plan = defaultPlans.of({ plan: 'hobby', limits: null });

/** Creates a paced check on top of a mock whose calls stay pending until the test resolves or rejects them. */
function heldCheck() {
  const calls: { accountId: string; pass: () => void; refuse: () => void }[] = [];
  const check = createPacedCheck((_deps, accountId) => {
    const { promise, resolve, reject } = Promise.withResolvers<typeof plan>();
    const refuse = () => reject(new FramemillError('quota_exceeded', 'All render slots are in use.'));
    calls.push({ accountId, pass: () => resolve(plan), refuse });
    return promise;
  });
  const order = (accountId: string) => check({} as Parameters<typeof check>[0], accountId);
  return { calls, order };
}

describe('the paced check of an allowance', () => {
  it('reads once for the orders that arrive during a check, after that check', async () => {
    const { calls, order } = heldCheck();
    const [first, second, third] = [order('a'), order('a'), order('a')];
    expect(calls.length).toBe(1);
    calls[0]?.pass();
    await expect(first).resolves.toBe(plan);
    await expect.poll(() => calls.length).toBe(2);
    calls[1]?.refuse();
    await expect(second).rejects.toThrow('All render slots are in use.');
    await expect(third).rejects.toThrow('All render slots are in use.');
  });

  it('reads again only a while after a refusal, and does not delay other accounts', async () => {
    const { calls, order } = heldCheck();
    const refused = order('a');
    calls[0]?.refuse();
    await expect(refused).rejects.toThrow();
    const refusedAtMs = performance.now();
    const again = order('a');
    const other = order('b');
    expect(calls.map(({ accountId }) => accountId)).toEqual(['a', 'b']);
    calls[1]?.pass();
    await expect(other).resolves.toBe(plan);
    await expect.poll(() => calls.length).toBe(3);
    expect(performance.now() - refusedAtMs).toBeGreaterThan(200);
    calls[2]?.pass();
    await expect(again).resolves.toBe(plan);
  });
});
