import { expect, test } from 'vitest';
import { parseChaosOptions } from './options.ts';
import { scenarios } from './scenarios/index.ts';

test('without options every scenario runs: 20 kills, 12 renders against the faulty store, two of each failover', () => {
  const only = scenarios.map(({ name }) => name);
  expect(parseChaosOptions([])).toEqual({
    kills: 20,
    renders: 12,
    failovers: 2,
    promotions: 2,
    replicas: ['synchronous', 'asynchronous'],
    awaySec: 30,
    seed: 7,
    only,
    name: 'chaos',
    out: null,
    tolerant: false,
  });
});

test('scenarios are chosen by their names, or left out by them', () => {
  expect(parseChaosOptions(['--only', 'zombie,kills'])?.only).toEqual(['zombie', 'kills']);
  const others = parseChaosOptions(['--except', 'zombie,kills'])?.only;
  expect(others).toEqual(scenarios.map(({ name }) => name).filter((name) => name !== 'zombie' && name !== 'kills'));
  expect(() => parseChaosOptions(['--except', 'floods'])).toThrow('--except accepts kills, signals, zombie');
});

test('an unknown scenario and a crooked count are refused with what is allowed', () => {
  expect(() => parseChaosOptions(['--only', 'kills,floods'])).toThrow('--only accepts kills, signals, zombie');
  expect(() => parseChaosOptions(['--kills', '0'])).toThrow('--kills must be a whole number from 1 to 10000 (got "0")');
  expect(() => parseChaosOptions(['--replica', 'late'])).toThrow('--replica accepts synchronous, asynchronous');
});
