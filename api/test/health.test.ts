import { recordInDatabase, recordInFolder, version } from '@framemill/infra';
import { type ProcessReport, publishLease, publishReport } from '@framemill/scheduler/protocol';
import { nodeLease } from '@framemill/testing/fake-node';
import { testFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import { expect, it } from 'vitest';
import { readHealth } from '../src/health/read-health.ts';
import { startApi } from './start-api.ts';

const api = forSuite(() => startApi());

const report = (change: Partial<ProcessReport> = {}): ProcessReport => ({
  ...{ id: 'p1', kind: 'api', host: 'a', pid: 7, version, uptimeSec: 90, cores: 4, cpuRatio: 0.25 },
  ...{ memoryBytes: 8e9, freeMemoryBytes: 2e9, disks: { data: 40e9 }, ...change },
});

const lease = nodeLease({
  ...{ nodeId: 'n1', instance: 'i1', host: 'b', slots: 4, busy: 1, version },
  running: [
    { jobId: 'c_1_1', framesDone: 12 },
    { jobId: 'preview', framesDone: 0 },
  ],
});

async function operator() {
  const account = await api.account();
  await api.deps.database.client.account.update({ where: { id: account.accountId }, data: { role: 'admin' } });
  const session = await api.signIn(account);
  const ask = (url: string) => api.send(null, 'GET', `/api/studio/operators/${url}`, undefined, session);
  return { account, ask };
}

it('the health of an installation has its services, its processes and what is wrong, with what to do', async () => {
  const { ask } = await operator();
  const { client } = api.deps.database;
  const { redis } = api.deps;
  await publishReport(redis, report());
  await publishReport(redis, report({ id: 'p2', kind: 'scheduler', leads: true, disks: { data: 5e8 } }));
  const { status, body } = await ask('health');
  expect(status).toBe(200);
  expect(body.services).toMatchObject([
    { name: 'postgresql', isReachable: true, version: expect.stringMatching(/^\d+/), bytes: expect.any(Number) },
    { name: 'redis', isReachable: true, version: expect.stringMatching(/^\d+\./), bytes: expect.any(Number) },
    { name: 'objects', isReachable: true, version: null },
  ]);
  expect(body.processes).toMatchObject([
    { kind: 'api', leads: false, isSilent: false, disks: [{ name: 'data', freeBytes: 40e9 }] },
    { kind: 'scheduler', leads: true },
  ]);
  const alerts = body.problems.map(({ alert }: { alert: string }) => alert);
  expect(alerts).toEqual(['FramemillDiskFull', 'FramemillNoNodes']);
  expect(body.problems[0].todo).toContain('Free some space');
  expect(body).toMatchObject({ waiting: [], oldest: null, backup: { last: null, lastGood: null } });
  // No part of the sweep has run here, although each has a row.
  expect(body.sweep).toMatchObject({ endedAt: null, parts: expect.any(Number) });
  await client.sweepPart.updateMany({ data: { succeeded: true, endedAt: new Date('2026-01-02T03:04:05Z') } });
  const later = (await ask('health')).body;
  expect(later.sweep.endedAt).toBe('2026-01-02T03:04:05.000Z');
  expect(later.problems.map(({ alert }: { alert: string }) => alert)).toContain('FramemillSweepFails');
});

it('a waiting render, a process that ended without notice and a failed backup are on the page', async () => {
  const { account, ask } = await operator();
  const { deps, services } = api;
  const commands = [{ op: 'addShapeClip', kind: 'circle', start: 0, duration: 1 }];
  const { project } = (await api.send(account, 'POST', '/v1/projects', { name: 'Film', commands })).body;
  const { render } = (await api.send(account, 'POST', '/v1/renders', { projectId: project.id })).body;
  await publishReport(deps.redis, report({ id: 'p3', kind: 'node', host: 'gone', nodeId: 'n9' }));
  await deps.redis.pexpire('fm:process:p3', 3_600_000 - 300_000);
  const run = { startedAt: new Date('2026-01-01T00:00:00Z'), endedAt: new Date('2026-01-01T00:10:00Z') };
  await recordInDatabase(services.databaseUrl, { ...run, sizeBytes: 5_000, error: null });
  await recordInDatabase(services.databaseUrl, {
    ...{ ...run, endedAt: new Date('2026-01-02T00:00:00Z'), sizeBytes: null },
    error: 'pg_dump failed with exit code 1.',
  });
  const { body } = await ask('health');
  expect(body.oldest).toMatchObject({ id: render.id, waitsFor: 'The leading scheduler, which plans it' });
  expect(body.waiting).toMatchObject([{ waitsFor: 'The leading scheduler, which plans it', count: 1 }]);
  expect(body.processes).toContainEqual(expect.objectContaining({ nodeId: 'n9', isSilent: true }));
  expect(body.backup).toMatchObject({
    last: { endedAt: '2026-01-02T00:00:00.000Z', sizeBytes: null, error: 'pg_dump failed with exit code 1.' },
    lastGood: { endedAt: '2026-01-01T00:10:00.000Z', sizeBytes: 5_000, error: null },
  });
  const texts = body.problems.map(({ text }: { text: string }) => text);
  expect(texts).toContain('The node n9 on gone (process 7) has not reported for 5 minutes.');
  expect(texts).toContain('The last backup failed.');
  // A new start of the process replaces the silent one.
  await publishReport(deps.redis, report({ id: 'p4', kind: 'node', host: 'gone', nodeId: 'n9', uptimeSec: 20 }));
  const later = (await ask('health')).body.processes;
  expect(later.filter(({ nodeId }: { nodeId: string }) => nodeId === 'n9')).toMatchObject([{ id: 'p4' }]);
});

it('a backup of a service whose database stood still is read from DATA_DIR', async () => {
  const { ask } = await operator();
  const dataDir = testFolder();
  const own = { ...api.deps, dataDir };
  const at = (day: number) => new Date(Date.UTC(2027, 0, day));
  await recordInFolder(dataDir, { startedAt: at(1), endedAt: at(2), sizeBytes: 9, error: null });
  expect((await readHealth(own)).backup?.last).toMatchObject({ endedAt: at(2), sizeBytes: 9 });
  await recordInFolder(dataDir, { startedAt: at(3), endedAt: at(4), sizeBytes: null, error: 'tar failed.' });
  expect((await readHealth(own)).backup).toMatchObject({ last: { endedAt: at(4) }, lastGood: { endedAt: at(2) } });
  expect((await ask('health')).body.backup.last.endedAt).not.toBe(at(4).toISOString());
});

it('a node has a page with its work, and one that never was has none', async () => {
  const { ask, account } = await operator();
  const { client } = api.deps.database;
  await publishLease(api.deps.redis, lease);
  const commands = [{ op: 'addShapeClip', kind: 'circle', start: 0, duration: 1 }];
  const { project } = (await api.send(account, 'POST', '/v1/projects', { name: 'Film', commands })).body;
  const { render } = (await api.send(account, 'POST', '/v1/renders', { projectId: project.id })).body;
  const task = { renderId: render.id, kind: 'frames', firstSegment: 2, lastSegment: 4, frames: 90 };
  await client.task.create({ data: { id: 't1', ...task } });
  const attempt = (number: number, outcome: string, error: string | null = null) => ({
    ...{ id: `a${number}`, taskId: 't1', number, jobId: `c_1_${number}`, nodeId: 'n1', outcome, error },
  });
  await client.attempt.createMany({
    data: [attempt(1, 'running'), attempt(2, 'done'), attempt(3, 'failed', 'No frame 3.'), attempt(4, 'lost')],
  });
  const { status, body } = await ask('nodes/n1');
  expect(status).toBe(200);
  expect(body.lease).toMatchObject({ id: 'n1', slots: 4, busy: 1, pools: ['cpu'], gpu: null });
  expect(body.jobs).toEqual([
    expect.objectContaining({ jobId: 'c_1_1', kind: 'frames', renderId: render.id, firstSegment: 2, framesDone: 12 }),
    expect.objectContaining({ jobId: 'preview', kind: null, renderId: null }),
  ]);
  expect(body.day.frames).toBe(90);
  expect(body.day.attempts).toContainEqual({ outcome: 'failed', count: 1 });
  expect(body.failures.map(({ outcome, error }: Record<string, string>) => [outcome, error]).sort()).toEqual([
    ['failed', 'No frame 3.'],
    ['lost', null],
  ]);
  expect((await ask('nodes/never')).status).toBe(404);
  expect((await ask('farm')).body.nodes).toMatchObject([{ id: 'n1', running: 2 }]);
});
