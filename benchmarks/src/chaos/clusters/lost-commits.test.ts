import { expect, test } from 'vitest';
import { compareServers } from './lost-commits.ts';

const rows = (versions: Record<string, string>, renders: string[] = [], jobs: string[] = []) => ({
  versions: new Map(Object.entries(versions)),
  renders: new Set(renders),
  jobs: new Set(jobs),
});

test('a promotion may lose the rows of later commits, and no others', () => {
  const old = rows({ 'Render 7 a': '7', 'Render 9 b': '9' }, ['rnd_1', 'rnd_2'], ['c_1', 'c_2']);
  const lost = { commits: 1, ids: new Set(['9']) };
  const exact = compareServers(old, rows({ 'Render 7 a': '7' }, ['rnd_1'], ['c_1']), lost);
  expect(exact).toEqual({ lostCommits: 1, lostRenders: ['rnd_2'], lostJobs: ['c_2'], rows: 2, faults: [] });
  expect(compareServers(old, rows({}), lost).faults).toEqual(['lost although replayed: Render 7 a']);
  expect(compareServers(old, old, lost).faults).toEqual(['kept although its commit came later: Render 9 b']);
});

test('a promotion that loses no commit changes no row', () => {
  const old = rows({ 'Render 7 a': '7' });
  const none = { commits: 0, ids: new Set<string>() };
  expect(compareServers(old, old, none).faults).toEqual([]);
  expect(compareServers(old, rows({ 'Render 7 a': '7', 'Render 6 a': '6' }), none).faults).toEqual([
    'only on the promoted server: Render 6 a',
  ]);
});
