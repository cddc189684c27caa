import { expect, test } from 'vitest';
import { parseBenchOptions } from './options.ts';

test('without options everything runs three times, 60 s and 10 s long', () => {
  expect(parseBenchOptions([])).toEqual({
    only: [
      'copy',
      'direct',
      'S1',
      'S2',
      'S3',
      'S4',
      'S1-4K',
      'api-poll',
      'api-commands',
      'api-soak',
      'tenancy',
      'edit',
      'preview',
      'timeline',
      'scaling',
      'simulator',
      'throughput',
    ],
    seconds: [60, 10],
    runs: 3,
    loadSeconds: 12,
    soakMinutes: 10,
    name: 'latest',
  });
});

test('an unknown part and a crooked length are refused with what is allowed', () => {
  expect(() => parseBenchOptions(['--only', 'S1,S9'])).toThrow(
    '--only knows copy, direct, S1, S2, S3, S4, S1-4K, api-poll, api-commands, api-soak, tenancy, edit, preview, timeline, scaling, simulator, throughput (got "S9")',
  );
  expect(() => parseBenchOptions(['--seconds', '15'])).toThrow('a multiple of 10 (got "15")');
});
