import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { suiteFolder } from '@framemill/testing/folders';
import { describe, expect, it } from 'vitest';
import { currentPeriod, defaultPlans, limitNames, loadPlans } from './index.ts';

const contract = ['hobby', 'creator', 'studio', 'team', 'enterprise'].map(defaultPlans.find);

describe('plans', () => {
  it('have the figures of the price list', () => {
    expect(contract.map((plan) => plan.requestsPerMinute)).toEqual([20, 120, 600, 600, 600]);
    expect(contract.map((plan) => plan.concurrentRenders)).toEqual([1, 2, 5, 8, 10]);
    expect(contract.map((plan) => plan.exportsPerMonth)).toEqual([10, 100, 1000, 5000, null]);
    expect(contract.map((plan) => plan.features.length)).toEqual([1, 3, 6, 7, 7]);
    expect(defaultPlans.find('hobby').features).toEqual(['ai_console']);
    expect(defaultPlans.find('studio').features).toContain('api_access');
    expect(defaultPlans.list[0].id).toBe('hobby');
  });

  it('grow from one to the next: no limit of a larger plan is smaller', () => {
    for (const [index, plan] of contract.slice(1).entries()) {
      const smaller = contract[index];
      for (const name of limitNames) {
        expect(plan[name] ?? Infinity, name).toBeGreaterThanOrEqual(smaller?.[name] ?? Infinity);
      }
      expect(plan.features).toEqual(expect.arrayContaining([...(smaller?.features ?? [])]));
    }
  });

  it('give the operator a plan without allowances', () => {
    const plan = defaultPlans.find('self-hosted');
    expect(plan).toMatchObject({ concurrentRenders: null, exportsPerMonth: null, maxProjects: null });
    expect(plan.features).toEqual(defaultPlans.find('enterprise').features);
  });

  it('refuse an unknown id and say which exist', () => {
    expect(() => defaultPlans.find('gold')).toThrow(/"gold".*hobby, creator/);
  });

  it('are overruled by the limits of an account, as far as these are limits', () => {
    const limits = { concurrentRenders: 50, exportsPerMonth: null, maxUploadMb: 'much', storageGb: -1, name: 'Mine' };
    const own = defaultPlans.of({ plan: 'hobby', limits, requestsPerMinute: 77 });
    const expected = { concurrentRenders: 50, exportsPerMonth: null, requestsPerMinute: 77 };
    expect(own).toEqual({ ...defaultPlans.find('hobby'), ...expected });
    expect(defaultPlans.of({ plan: 'team', limits: null, requestsPerMinute: null })).toEqual(defaultPlans.find('team'));
  });
});

describe('a file of plans', () => {
  const folder = suiteFolder();

  const fileOf = (text: string) => {
    const file = path.join(folder, 'plans.json');
    writeFileSync(file, text);
    return file;
  };
  const load = (value: unknown) => loadPlans(fileOf(JSON.stringify(value)));
  const hobby = defaultPlans.find('hobby');

  it('replaces the built-in plans, but for the one of the operator', () => {
    const plans = load([{ ...hobby, id: 'free', name: 'Free', exportsPerMonth: null }]);
    expect(plans.list.map(({ id }) => id)).toEqual(['free', 'self-hosted']);
    expect(plans.find('free')).toMatchObject({ name: 'Free', exportsPerMonth: null, concurrentRenders: 1 });
    expect(() => plans.find('studio')).toThrow('free, self-hosted');
    expect(load(defaultPlans.list).list).toEqual(defaultPlans.list);
  });

  it('may leave out how long exports are kept, which is then for ever', () => {
    const { exportsKeptDays: _, ...earlier } = hobby;
    expect(load([earlier]).find('hobby').exportsKeptDays).toBeNull();
    expect(load([{ ...hobby, exportsKeptDays: 30 }]).find('hobby').exportsKeptDays).toBe(30);
    expect(() => load([{ ...hobby, exportsKeptDays: 0 }])).toThrow('exportsKeptDays must be a whole number from 1 to');
  });

  it('is refused with everything in it that is wrong', () => {
    const { exportsPerMonth: _, ...lacking } = hobby;
    const bad = { ...lacking, maxProjects: 1.5, maxUploadMb: null, features: ['flying'], extra: 1 };
    expect(() => load([bad, { ...hobby, name: '' }])).toThrow(
      /^PLANS_FILE ".*plans\.json" is not valid: plan 1: exportsPerMonth is missing; plan 1: maxProjects must be a whole number from 0 to 1000000000, or null for unlimited \(got 1\.5\); plan 1: maxUploadMb must be a whole number from 1 to 1000000 \(got null\); plan 1: features must be a list with any of ai_console, .*; plan 1: the field "extra" is not known; plan 2: name must be .*; plan 2: another plan has the id "hobby"\. Use the format that "npm run admin -- plan list --json" prints\.$/,
    );
  });

  it.each([
    ['{', 'the file is not JSON'],
    ['{}', 'the file must be a list'],
    ['[]', 'the file must be a list'],
    ['[7]', 'plan 1 must be an object'],
    ['[{"id":"A B"}]', 'plan 1: id must be'],
  ])('is refused: %s', (text, reason) => {
    expect(() => loadPlans(fileOf(text))).toThrow(reason);
  });

  it('is missed by its name', () => {
    expect(() => loadPlans('/no/such/plans.json')).toThrow(/plans\.json" is not valid: the file cannot be read/);
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
