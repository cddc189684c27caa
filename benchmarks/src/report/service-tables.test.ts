import { expect, test } from 'vitest';
import type { CrowdingFigures } from '../crowding/search.ts';
import type { Results } from './results.ts';
import { isolationTable } from './service-tables.ts';

const window = {
  ...{ attacks: [], suspect: null, seconds: 10, calls: 0, meP50Ms: 5, meP99Ms: 9, failed: 0, failures: [] },
  ...{ probes: { render: [500], delivery: [400], preview: [10], frame: [] }, residentMb: 300, ownMb: 100 },
  ...{ loopP99Ms: 10, loopMaxMs: 10, heldP99Ms: 1, heldMaxMs: 1, shares: { crowd: 0, api: 0, guest: 0, others: 0 } },
};
const missed = { what: 'HTML preview', measured: 80, limit: 30, unit: 'ms' as const };
const isolation: CrowdingFigures = {
  ...{ seed: 11, seconds: 600, control: window, windows: [window], peakMb: 700, attackedGrowthMb: 30 },
  bars: [missed, { what: 'growth', measured: 3, limit: 20, unit: 'MB' }],
  findings: [{ attack: 'page of noise', afterSec: 42, missed: [missed] }],
  answers: { 'page of noise': { 200: 5, open: 1 }, mistaken: { 400: 9 } },
  unreached: ['mistaken'],
};
const origin = { machine: {}, date: '', command: '', runs: 1, lengths: [] } as unknown as Results;

test('names each bar, what misses it, and attacks that were only refused', () => {
  const page = isolationTable({ ...origin, isolation }).join('\n');
  expect(page).toContain('| HTML preview | 80 ms | 30 ms | **missed** |\n| growth | 3 MB | 20 MB | reached |');
  expect(page).toContain('- after 42 s, page of noise: HTML preview: 80 of at most 30 ms');
  expect(page).toContain('| page of noise | 5 x 200, 1 x open |\n| **refused** mistaken | 9 x 400 |');
  expect(page).toContain('seed 11');
});
