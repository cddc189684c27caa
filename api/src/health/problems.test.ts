import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alertLimits, type HealthFigures, type ProcessState, problemsOf } from './problems.ts';
import { readRunbook } from './runbook.ts';

const api: ProcessState = {
  ...{ kind: 'api', host: 'a', pid: 1, nodeId: null, version: '1.0.0', leads: false, ageSec: 2, isSilent: false },
  disks: [{ name: 'data', freeBytes: 50e9 }],
};
const reachable = { isReachable: true, latencyMs: 1, bytes: 10, limitBytes: null, error: null };

const healthy: HealthFigures = {
  processes: [api],
  hasLeader: true,
  services: [
    { ...reachable, name: 'postgresql' },
    { ...reachable, name: 'redis', limitBytes: 100 },
    { ...reachable, name: 'objects' },
  ],
  farm: { nodes: 1, slots: 4, servingSlots: 4 },
  waiting: { count: 3, oldestSec: 20, hasNoNode: false },
  rendersLost: 0,
  outboxSec: 0,
  sweep: [{ name: 'renders/', ageSec: 3_000 }],
  backup: { lastFailed: null, goodAgeSec: null },
};
const found = (changes: Partial<HealthFigures>) =>
  problemsOf({ ...healthy, ...changes }).map(({ alert, severity, text }) => `${severity} ${alert}: ${text}`);
const services = (index: number, change: object) =>
  healthy.services.map((service, at) => (at === index ? { ...service, ...change } : service));

describe('the problems of an installation', () => {
  it('are none when all is well, also without a backup', () => {
    expect(found({})).toEqual([]);
  });

  it.each<[Partial<HealthFigures>, string]>([
    [{ hasLeader: false }, 'page FramemillNoLeader: No scheduler leads, so nothing is planned or dispatched.'],
    [
      { processes: [api, { ...api, kind: 'node', nodeId: 'n1', ageSec: 300, isSilent: true }] },
      'page FramemillProcessDown: The node n1 on a (process 1) has not reported for 5 minutes.',
    ],
    [
      { processes: [{ ...api, disks: [{ name: 'data', freeBytes: 999_999_999 }] }] },
      'page FramemillDiskFull: 999 MB are free on the disk of data on a.',
    ],
    [
      { processes: [api, { ...api, version: '1.1.0' }] },
      'ticket FramemillVersionsMixed: Processes of 2 versions run together: 1.0.0, 1.1.0.',
    ],
    [
      { services: services(0, { latencyMs: 251 }) },
      'ticket FramemillDatabaseSlow: PostgreSQL took 251 ms for an empty query.',
    ],
    [{ services: services(1, { bytes: 81 }) }, 'page FramemillRedisMemory: Redis uses 81 % of its memory.'],
    [
      { services: services(2, { isReachable: false, error: 'refused' }) },
      'page FramemillObjectStoreFails: The object store does not respond: refused',
    ],
    [
      { farm: { nodes: 0, slots: 0, servingSlots: 0 } },
      'page FramemillNoNodes: No node is connected: 0 of 0 slots take work, and 3 renders wait.',
    ],
    [
      { farm: { nodes: 2, slots: 8, servingSlots: 0 }, waiting: { count: 0, oldestSec: 0, hasNoNode: false } },
      'ticket FramemillNoNodes: All 2 nodes are draining: 0 of 8 slots take work, and no work waits.',
    ],
    [
      { waiting: { count: 1, oldestSec: 661, hasNoNode: false } },
      'ticket FramemillQueueWaitLong: A render has waited 11 minutes for its first work.',
    ],
    [{ rendersLost: 1 }, 'page FramemillRendersLost: 1 render in progress, and nothing works on it.'],
    [{ outboxSec: 61 }, 'page FramemillOutboxOld: An event has waited 61 s to be passed on, so no webhook is sent.'],
    [
      { sweep: [{ name: 'renders/', ageSec: 10_801 }] },
      'ticket FramemillSweepFails: Parts of the sweep have not succeeded for 3 hours: renders/.',
    ],
    [{ backup: { lastFailed: 'No space.', goodAgeSec: 60 } }, 'ticket null: The last backup failed.'],
    [{ backup: { lastFailed: null, goodAgeSec: 8 * 86_400 } }, 'ticket null: The last backup is 8 days old.'],
  ])('contain %j', (changes, text) => {
    expect(found(changes)).toEqual([text]);
  });

  it('say of one disk only once that it is full, and name what affects customers first', () => {
    const full = { ...api, disks: [{ name: 'data', freeBytes: 5 }] };
    const alerts = problemsOf({ ...healthy, processes: [full, { ...full, kind: 'scheduler', version: '2' }] });
    expect(alerts.map(({ alert }) => alert)).toEqual(['FramemillDiskFull', 'FramemillVersionsMixed']);
  });
});

describe('the rules', () => {
  const file = new URL('../../../infra/deploy/prometheus/rules/alerts.yml', import.meta.url);
  const rules = readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ').split('- alert: ').slice(1);
  const alerts = new Map(
    rules.map((rule) => {
      const [, name = '', expr, lasting] = /^(\w+) expr: (.*?) (?:for: (\w+) )?labels:/.exec(rule) ?? [];
      return [name, `${expr} for ${lasting}`];
    }),
  );

  it.each([
    ['FramemillDiskFull', `< ${alertLimits.diskFreeBytes} for 2m`],
    ['FramemillSweepFails', `> ${alertLimits.sweepSec / 3_600} * 3600 for 5m`],
    ['FramemillOutboxOld', `> ${alertLimits.outboxSec} for 2m`],
    ['FramemillDatabaseSlow', `> ${alertLimits.databaseSec} for 5m`],
    ['FramemillRedisMemory', `> ${alertLimits.redisRatio} for 5m`],
    ['FramemillQueueWaitLong', `> ${alertLimits.queueWaitSec - 600} for 10m`],
  ])('compare with the limit of %s', (alert, end) => {
    expect(alerts.get(alert)).toMatch(new RegExp(`${end.replaceAll('*', '\\*')}$`));
  });

  it('name alerts that the runbook has a paragraph for', async () => {
    const runbook = await readRunbook();
    const source = readFileSync(new URL('problems.ts', import.meta.url), 'utf8');
    const names = new Set([...source.matchAll(/'(Framemill\w+)'/g)].map(([, name = '']) => name));
    expect(names.size).toBeGreaterThan(10);
    for (const name of names) {
      expect(alerts.has(name), name).toBe(true);
      expect(runbook.get(name)?.length, name).toBeGreaterThan(100);
    }
  });
});
