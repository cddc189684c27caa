import { describe, expect, it } from 'vitest';
import { currentPeriod, PLANS, planFor, planIds } from './index.ts';

describe('plans', () => {
  it('have the figures of the price list', () => {
    expect(planIds.map((id) => PLANS[id].concurrentRenders)).toEqual([1, 2, 5, 8, 10]);
    expect(planIds.map((id) => PLANS[id].exportsPerMonth)).toEqual([10, 100, 1000, 5000, null]);
    expect(PLANS.hobby.features).toEqual(['ai_console']);
    expect(PLANS.studio.features).toContain('api_access');
  });

  it('grow from one to the next: no limit of a larger plan is smaller', () => {
    const plans = planIds.map((id) => PLANS[id]);
    for (const [index, plan] of plans.slice(1).entries()) {
      const smaller = plans[index];
      expect(plan.concurrentRenders).toBeGreaterThanOrEqual(smaller?.concurrentRenders ?? 0);
      expect(plan.exportsPerMonth ?? Infinity).toBeGreaterThanOrEqual(smaller?.exportsPerMonth ?? Infinity);
      expect(plan.maxProjects ?? Infinity).toBeGreaterThanOrEqual(smaller?.maxProjects ?? Infinity);
      expect(plan.features).toEqual(expect.arrayContaining([...(smaller?.features ?? [])]));
    }
  });

  it('refuse an unknown id and say which exist', () => {
    expect(() => planFor('gold')).toThrow(/"gold".*hobby, creator/);
  });
});

describe('monthly period', () => {
  const created = new Date('2026-01-31T10:00:00Z');
  it('starts on the day the account was made', () => {
    expect(currentPeriod(created, new Date('2026-02-01T00:00:00Z'))).toEqual({
      start: created,
      end: new Date('2026-02-28T10:00:00Z'),
    });
  });

  it('comes back to the 31st after a shorter month', () => {
    expect(currentPeriod(created, new Date('2026-03-31T10:00:00Z')).start).toEqual(new Date('2026-03-31T10:00:00Z'));
    expect(currentPeriod(created, new Date('2026-03-31T09:59:59Z')).start).toEqual(new Date('2026-02-28T10:00:00Z'));
  });

  it('holds the moment it is asked for, for every day of ten years', () => {
    for (let day = 0; day < 3653; day += 1) {
      const now = new Date(created.getTime() + day * 86_400_000);
      const { start, end } = currentPeriod(created, now);
      expect(start <= now && now < end).toBe(true);
    }
  });
});
