import { expect, test } from 'vitest';
import { parseBenchOptions, services } from './options.ts';
import { scenes } from './scenes/index.ts';

test('without options everything runs three times, 60 s and 10 s long', () => {
  expect(parseBenchOptions([])).toEqual({
    only: [...scenes.map(({ name }) => name), ...services],
    seconds: [60, 10],
    runs: 3,
    loadSeconds: 12,
    soakMinutes: 10,
    crowdSeconds: 600,
    batchItems: 1_000,
    batchQuality: 'standard',
    scale: { renders: 20_000, openRenders: [0, 10_000], parts: ['statements', 'ticks'] },
    quotedRenders: 30,
    seed: null,
    plant: null,
    attacks: null,
    name: 'latest',
  });
});

test('an unknown part and a crooked length are refused with what is allowed', () => {
  expect(() => parseBenchOptions(['--only', 'S1,S9'])).toThrow(
    /^--only accepts copy, touched, direct, S1, .*, throughput, quotes, batch, gpu, studio, browser-engine, peers \(got "S9"\)\. See --help\.$/,
  );
  expect(() => parseBenchOptions(['--batch-quality', 'best'])).toThrow('draft, standard or high (got "best")');
  expect(() => parseBenchOptions(['--plant', 'hides'])).toThrow('--plant must be blocks or buffers (got "hides")');
  expect(() => parseBenchOptions(['--scale-parts', 'ticks,all'])).toThrow('accepts statements, ticks (got "all")');
  expect(parseBenchOptions(['--open-renders', '0,100'])?.scale.openRenders).toEqual([0, 100]);
  expect(() => parseBenchOptions(['--seconds', '15'])).toThrow('a multiple of 10 (got "15")');
  expect(parseBenchOptions(['--seconds', '2,10'])?.seconds).toEqual([2, 10]);
});
