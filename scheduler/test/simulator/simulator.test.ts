import { describe, expect, it } from 'vitest';
import { defaultPlans, weightOf } from '../../src/plans/index.ts';
import { percentile } from '../../src/policy/choose-speculative.ts';
import { createAgenda } from './agenda.ts';
import { framesByAccount, jainIndex, renderTimes, spread, waits } from './figures.ts';
import type { Outcome, Scenario } from './scenario.ts';
import { crowded, flooded, hostile, ordinary } from './scenarios.ts';
import { simulate } from './simulate.ts';

const farm = 200;
const seed = 7;
const day = { policy: 'fair', speculation: true, minutes: 6, load: 0.5 } as const;

const capOf = (scenario: Scenario, accountId: string) =>
  weightOf(defaultPlans.find(scenario.accounts.find(({ id }) => id === accountId)?.plan ?? ''));

function expectCapsKept(scenario: Scenario, { mostRunning }: Outcome): void {
  for (const [accountId, most] of Object.entries(mostRunning)) {
    expect(most, accountId).toBeLessThanOrEqual(capOf(scenario, accountId));
  }
}

describe('the agenda', () => {
  it('gives events by time, and those of one moment in the order of their coming', () => {
    const agenda = createAgenda<string>();
    const times = [5, 3, 9, 3, 1, 7, 3, 0, 9, 2];
    for (const [order, atMs] of times.entries()) agenda.add(atMs, `${atMs}-${order}`);
    const taken = times.map(() => agenda.next()?.event);
    expect(taken).toEqual(['0-7', '1-4', '2-9', '3-1', '3-3', '3-6', '5-0', '7-5', '9-2', '9-8']);
    expect(agenda.next()).toBeUndefined();
  });
});

describe('the policy on 200 simulated nodes', () => {
  it('decides the same for the same seed, and otherwise for another', () => {
    const short = { ...day, minutes: 1, lossesPerNodeHour: 2 };
    const once = simulate(ordinary(seed, farm, short));
    expect(simulate(ordinary(seed, farm, short))).toEqual(once);
    expect(simulate(ordinary(seed + 1, farm, short)).makespanMs).not.toBe(once.makespanMs);
  });

  it('shares a crowded farm by weight: Jain index 0.95 or more, where FIFO leaves the late ones behind', () => {
    const [fair, fifo] = (['fair', 'fifo'] as const).map((policy) => {
      const scenario = { ...crowded(seed, farm, policy), endMs: 240_000 };
      const outcome = simulate(scenario);
      expectCapsKept(scenario, outcome);
      const frames = framesByAccount(outcome, 90_000, 240_000);
      return jainIndex(scenario.accounts.map(({ id }) => (frames.get(id) ?? 0) / capOf(scenario, id)));
    });
    expect(fair).toBeGreaterThan(0.95);
    expect(fifo).toBeLessThan(0.9);
  });

  it('starts the one range of a newcomer within one range of a flood of thousands', () => {
    const waitOf = (outcome: Outcome) => waits(outcome.renders.filter(({ accountId }) => accountId === 'small'))[0];
    const fair = simulate(flooded(seed, farm, 'fair'));
    expect(waitOf(fair)).toBeLessThan(fair.longestRangeMs);
    const fifo = simulate(flooded(seed, farm, 'fifo'));
    expect(waitOf(fifo)).toBeGreaterThan(5 * fifo.longestRangeMs);
  });

  it('costs no time and no utilisation against FIFO', () => {
    const [fair, fifo] = (['fair', 'fifo'] as const).map((policy) => simulate(flooded(seed, farm, policy)));
    expect(fair?.makespanMs).toBeLessThan(1.03 * (fifo?.makespanMs ?? 0));
    const used = (outcome: Outcome | undefined) => (outcome?.busyMs ?? 0) / (outcome?.slotMs ?? 1);
    expect(used(fair)).toBeGreaterThan(0.9);
    expect(used(fair)).toBeGreaterThan(used(fifo) - 0.02);
  });

  it('finishes every render although machines are taken away all the time, within the plans', () => {
    const scenario = ordinary(seed, farm, { ...day, lossesPerNodeHour: 6 });
    const outcome = simulate(scenario);
    expect(outcome.lostNodes).toBeGreaterThan(50);
    expect(outcome.renders.every(({ doneAtMs }) => doneAtMs !== null)).toBe(true);
    const frames = outcome.renders.reduce((sum, render) => sum + render.frames, 0);
    expect(outcome.doneFrames).toBe(frames);
    expectCapsKept(scenario, outcome);
  });

  it('shortens the tail by at least 30 % with speculative attempts when some nodes are slow, for at most 5 % more work', () => {
    const tail = (speculation: boolean) => {
      const outcome = simulate(ordinary(seed, farm, { ...day, speculation, slow: 4 }));
      return {
        ...spread(renderTimes(outcome.renders)),
        extra: outcome.speculativeFrames / outcome.doneFrames,
        outcome,
      };
    };
    const without = tail(false);
    const doubled = tail(true);
    expect(without.extra).toBe(0);
    expect(doubled.p95).toBeLessThan(0.7 * without.p95);
    expect(doubled.extra).toBeGreaterThan(0);
    expect(doubled.extra).toBeLessThanOrEqual(0.05);
    expect(doubled.outcome.doubledMs / doubled.outcome.busyMs).toBeLessThanOrEqual(0.05);
  });
});

describe('accounts whose ranges never end', () => {
  const honestOf = ({ renders }: Outcome) => renders.filter(({ accountId }) => !accountId.startsWith('attacker'));
  const doneOf = (outcome: Outcome) => honestOf(outcome).filter(({ doneAtMs }) => doneAtMs !== null).length;

  it('hold up nobody on 50 nodes: all honest renders end, and 99 of 100 begin within 5 s', () => {
    const scenario = hostile(seed, 50, 6);
    expect(doneOf(simulate({ ...scenario, stops: false }))).toBeLessThan(60);
    const alone = simulate(hostile(seed, 50, 0));
    const outcome = simulate(scenario);
    expect(doneOf(outcome)).toBe(200);
    expect(percentile(waits(honestOf(outcome)), 0.99)).toBeLessThan(5_000);
    // Nothing is done twice, nothing is left out.
    expect(outcome.doneFrames).toBe(alone.doneFrames);
    expect(alone.stops).toBe(0);
  });

  it('leave the others half of a farm of two nodes: every honest render ends', () => {
    const outcome = simulate(hostile(seed, 2, 6, 40));
    expect(doneOf(outcome)).toBe(40);
  });

  it('are told from long ranges of honest accounts: where all ranges end, hardly any is stopped', () => {
    expect(simulate({ ...crowded(seed, farm, 'fair'), endMs: 240_000 }).stops).toBe(0);
    const busy = simulate(ordinary(seed, 50, { ...day, slow: 4, load: 1.1 }));
    expect(busy.renders.every(({ doneAtMs }) => doneAtMs !== null)).toBe(true);
    expect(busy.stoppedMs / busy.busyMs).toBeLessThan(0.01);
  });
});
