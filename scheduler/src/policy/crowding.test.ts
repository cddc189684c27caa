import { describe, expect, it } from 'vitest';
import { type CrowdingWatch, crowdingByPlan, watchCrowding } from './crowding.ts';

const use = (accountId: string, held: number, plan = 'studio', pool = 'cpu') => ({ accountId, held, plan, pool });

describe('an account that crowds others', () => {
  it('is the one with the largest share of the slots while others wait with nothing running', () => {
    const uses = [use('a', 7), use('b', 3), use('c', 0, 'hobby'), use('d', 0), use('e', 8, 'team', 'html')];
    const worst = crowdingByPlan(new Map([...[['cpu', 10] as const], ['html', 8]]), uses);
    expect([...worst.values()]).toEqual([{ ...use('a', 7), slots: 10, share: 0.7, waiting: 2 }]);
  });

  it('is none while nobody waits, where slots are single, and where no node serves', () => {
    expect(crowdingByPlan(new Map([['cpu', 10]]), [use('a', 10), use('b', 1)]).size).toBe(0);
    expect(crowdingByPlan(new Map([['cpu', 1]]), [use('a', 1), use('b', 0)]).size).toBe(0);
    expect(crowdingByPlan(new Map(), [use('a', 4), use('b', 0)]).size).toBe(0);
  });
});

/**
 * Checks a farm every second, from `fromMs` on for the given number of seconds. Returns the seconds at which the
 * account is logged.
 */
function namedAt(shareAt: (second: number) => number, seconds: number): number[] {
  let watch: CrowdingWatch | undefined;
  const named: number[] = [];
  for (let second = 0; second <= seconds; second++) {
    const look = watchCrowding(watch, shareAt(second), second * 1_000);
    watch = look.watch;
    if (look.tell) named.push(second);
  }
  return named;
}

describe('the account in the log', () => {
  it('is named when the alert has held for two minutes, and every ten minutes from there', () => {
    expect(namedAt(() => 0.9, 1_500)).toEqual([120, 720, 1_320]);
  });

  it('is not named below the threshold, nor for a minute now and then', () => {
    expect(namedAt(() => 0.8, 1_000)).toEqual([]);
    expect(namedAt((second) => (second % 120 < 60 ? 1 : 0), 1_000)).toEqual([]);
  });

  it('is named although single looks find nobody waiting, and not twice in ten minutes after a pause', () => {
    expect(namedAt((second) => (second % 10 === 0 ? 0 : 1), 300)).toEqual([121]);
    expect(namedAt((second) => (second < 200 || second > 300 ? 1 : 0), 700)).toEqual([120]);
  });
});
