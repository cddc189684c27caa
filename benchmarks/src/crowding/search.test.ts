import { createRandom } from '@framemill/scheduler/simulator';
import { expect, test } from 'vitest';
import { type Attack, suspectOf } from './attack.ts';
import type { Crowd, CrowdFigures } from './crowd.ts';
import { growthOf } from './crowded-service.ts';
import { dealtHands, searchCrowding } from './search.ts';

const attacks = Array.from(
  { length: 40 },
  (_, n): Attack => ({ name: `attack ${n}`, make: () => ({ method: 'GET', path: '/' }) }),
);
const memory = { growthMb: () => 3, retainedMb: async () => 500 };
const shares = { crowd: 0, api: 0, guest: 0, others: 0 };
const quiet: CrowdFigures = {
  ...{ attacks: [], suspect: null, seconds: 1, calls: 0, statuses: {}, meMs: [5], meP50Ms: 5, meP99Ms: 9 },
  ...{ probes: { render: [500], delivery: [400], preview: [10], frame: [] }, failed: 0, failures: [] },
  ...{ loopP99Ms: 10, loopMaxMs: 10, heldP99Ms: 1, heldMaxMs: 1, residentMb: 300, ownMb: 100, shares },
};

/** Returns a simulated service whose renders become slow when all the attacks `harmful` run at the same time. */
function crowdWith(...harmful: string[]): Crowd {
  return {
    sendEach: async (some) => Object.fromEntries(some.map(({ name }) => [name, { 200: 1 }])),
    async attack(some) {
      const names = some.map(({ name }) => name);
      const statuses = Object.fromEntries(names.map((name) => [name, { 200: 1 }]));
      const render = [harmful.every((name) => names.includes(name)) ? 5_000 : 600];
      return { ...quiet, attacks: names, statuses, probes: { ...quiet.probes, render } };
    },
    peakMb: () => 400,
    close: async () => undefined,
  };
}

test.each([1, 2, 3])('names the one attack that harms, whatever the seed: %i', async (seed) => {
  const options = { seconds: 60, seed, random: createRandom(seed), log: () => undefined, memory };
  const found = await searchCrowding(crowdWith('attack 17'), attacks, {
    ...options,
    until: (name) => name === 'attack 17',
  });
  expect(found.findings).toMatchObject([{ attack: 'attack 17', missed: [{ measured: 5_000, limit: 1_800 }] }]);
  expect(found.unreached).toEqual([]);
  const missed = found.bars.filter(({ measured, limit }) => measured > limit).map(({ what }) => what);
  expect(missed).toEqual(['render of 1 s, from its order to COMPLETED, worst window']);
});

test('names attacks that harm only together', async () => {
  const options = { seconds: 1, seed: 1, random: createRandom(1), log: () => undefined, memory };
  const some = attacks.slice(0, 2);
  const isBoth = (name: string) => name.includes(' + ');
  const found = await searchCrowding(crowdWith('attack 0', 'attack 1'), some, { ...options, until: isBoth });
  expect(found.findings.map(({ attack }) => attack.split(' + ').sort())).toEqual([['attack 0', 'attack 1']]);
});

test('deals every attack once', () => {
  const hands = dealtHands(attacks, 7, createRandom(5));
  expect(hands.length).toBeLessThanOrEqual(7);
  expect(
    hands
      .flat()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(attacks.map(({ name }) => name).sort());
});

test('growth is that of the last seconds alone, without single peaks', () => {
  const readings = Array.from({ length: 600 }, (_, n) => ({ atMs: n * 1_000, mb: n < 300 ? n : 300 + (n - 300) / 30 }));
  expect(growthOf(readings, 300)).toBeCloseTo(9, 0);
  expect(growthOf([...readings, { atMs: 600_000, mb: 5_000 }], 300)).toBeCloseTo(9, 0);
});

test('suspects the attack during whose calls answers take longest', () => {
  const calls = Array.from({ length: 20 }, (_, n) => ({
    ...{ attack: n % 2 === 0 ? 'harmless' : 'harmful', atMs: n * 100, endMs: n * 100 + 50 },
  }));
  const answers = calls.map(({ attack, atMs }) => ({ atMs: atMs + 10, tookMs: attack === 'harmful' ? 30 : 3 }));
  expect(suspectOf(calls, answers)).toBe('harmful');
  expect(
    suspectOf(
      calls,
      answers.map(({ atMs }) => ({ atMs, tookMs: 5 })),
    ),
  ).toBeNull();
});
