import { expect, test } from 'vitest';
import type { ScaleFigures } from '../suites/scale.ts';
import type { Results } from './results.ts';
import { scaleTables, shortSql } from './scale-tables.ts';

const call = (what: string, failed = 0) => ({ what, calls: 200, p50Ms: 2, p99Ms: 8.25, failed });
const rest = {
  ...{ seconds: 10, buffersPerSec: 450, databaseMsPerSec: 12, cpuMsPerSec: { scheduler: 55 } },
  profile: [
    { text: 'SELECT 1', calls: 10, ms: 100, buffers: 40 },
    { text: 'SELECT 2', calls: 20, ms: 1, buffers: 4_000 },
  ],
  calls: [call('list of renders')],
};
const drain = {
  ...{ seconds: 30, buffersPerSec: 60_000, databaseMsPerSec: 800, cpuMsPerSec: { scheduler: 400, PostgreSQL: 700 } },
  ...{ dispatched: 12_000, completed: 9_000, muxes: 4_500, rendersEnded: 4_200 },
  calls: [call('poll of a queued render'), call('poll of a running render', 3)],
  profile: [
    { text: 'UPDATE "public"."Task" SET x', calls: 18_000, ms: 12_000, buffers: 90_000 },
    { text: 'all others', calls: 9_000, ms: 12_000, buffers: 9_000 },
  ],
};
const scale: ScaleFigures = {
  ...{ renders: 2_000_000, databaseBytes: 9.87e9, pace: { nodes: 4, slots: 64, msPerRange: 160 } },
  reads: [
    { who: 'leader at rest', what: 'SELECT "id" FROM "Media"', rows: 0, buffers: 12, limit: 1_000 },
    { who: 'list', what: 'GET /v1/renders', rows: 40, buffers: 401, limit: 400 },
    { who: 'sweep', what: 'sweep with the daily check', rows: null, buffers: 90_000, limit: null },
  ],
  levels: [
    { openRenders: 0, firstDispatchSec: null, rest, drain: null },
    { openRenders: 10_000, firstDispatchSec: 2.5, rest: { ...rest, buffersPerSec: 501 }, drain },
  ],
};
const pageOf = (figures: ScaleFigures) => scaleTables({ scale: figures } as unknown as Results).join('\n');

test('every statement and call has a row with its limit, and what exceeds it is named first', () => {
  const page = pageOf(scale);
  expect(page).toContain('2,000,000 ended renders');
  expect(page).toContain('9.9 GB on disk');
  expect(page).toContain('**1 of 3 exceed their limit: GET /v1/renders.**');
  expect(page).toContain('| leader at rest | `SELECT "id" FROM "Media"` | 0 | 12 | 1,000 | reached |');
  expect(page).toContain('| list | `GET /v1/renders` | 40 | 401 | 400 | **exceeded** |');
  expect(page).toContain('| sweep | `sweep with the daily check` | - | 90,000 | - |  |');
  expect(pageOf({ ...scale, reads: scale.reads?.slice(0, 1) ?? null })).toContain('All 1 are within their limits.');
});

test('each number of open renders has its tick, its rate, its profile and the times of calls', () => {
  const page = pageOf(scale);
  expect(page).toContain('| 0 | - | 450, at most 500 | 12.0 ms | 55 ms |');
  expect(page).toContain('| 10,000 | 2.5 s | 501, **more than 500** | 12.0 ms | 55 ms |');
  expect(page).toContain('| `SELECT 2` | 400 | 2.0 |\n| `SELECT 1` | 4 | 1.0 |');
  expect(page).toContain('at most\n1,600 ranges a second.');
  // 1,800,000 pages for 12,000 + 9,000 ranges and 4,500 muxes, each dispatched and completed.
  expect(page).toContain('| 10,000 | 400 | 300, **less than** 400 | 140 | 60, **more than 25** |');
  expect(page).toContain('| `UPDATE "Task" SET x` | 50.0 % | 2.00 | 1.333 | 10.0 |');
  expect(page).toContain('PostgreSQL 700 ms, scheduler 400 ms.');
  expect(page).toContain('| 0 open renders, at rest | - | - | 2.0, 8.3 (200 calls) |');
  expect(page).toContain('| 2.0, 8.3 (200 calls) | 2.0, 8.3 (200 calls, **3 failed**) | - |');
  // 300 ranges a second of 3.3 s and of 6 s.
  expect(page).toContain('| ranges of one segment of 4 s | 990 | 495 | 123 | 61 |');
  expect(page).toContain('| ranges of 6 s | 1,800 | 900 | 225 | 112 |');
});

test('each part is shown alone', () => {
  expect(pageOf({ ...scale, levels: null })).not.toContain('One leader');
  expect(pageOf({ ...scale, reads: null })).not.toContain('What statements');
  expect(scaleTables({} as Results)).toEqual([]);
});

test('a statement is shown in a line without its columns', () => {
  const columns = '"public"."Render"."id", "public"."Render"."status", "public"."Render"."stage"';
  expect(shortSql(`SELECT ${columns} FROM "public"."Render"\n  WHERE a || b`)).toBe(
    'SELECT ... FROM "Render" WHERE a \\|\\| b',
  );
  expect(shortSql(`UPDATE x ${'y'.repeat(200)}`)).toHaveLength(120);
});
