import { readFile } from 'node:fs/promises';
import { nodeLease } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { noteLostNodes } from '../src/leader/find-lost.ts';
import {
  reportLost,
  reportMetrics,
  reportOutbox,
  reportRedisMemory,
  reportStorage,
  reportSweep,
} from '../src/leader/metrics.ts';
import { updateProgress } from '../src/leader/progress.ts';
import { publishRender } from '../src/leader/render-state.ts';
import { crowdingAlert } from '../src/policy/crowding.ts';
import { leaseTtlMs, publishLease, readLeases, withdrawLease } from '../src/protocol/index.ts';
import { sweepStore } from '../src/retention/sweep-store.ts';
import { openLeader } from './open-leader.ts';

const stack = forSuite(openStack);
let leader: ReturnType<typeof openLeader>;
let metrics: typeof leader.metrics;
beforeAll(async () => {
  leader = openLeader(stack, 1);
  ({ metrics } = leader);
});
afterEach(() => stack.quiet());
afterAll(async () => {
  await leader.close();
});

const valuesOf = async (metric: {
  get(): Promise<{ values: { value: number; labels: object; metricName?: string }[] }>;
}) => (await metric.get()).values;

describe('the metrics that only the leader can tell', () => {
  it('measure how long a node was gone before it was noticed, and not nodes that left idle', async () => {
    const look = async (nowMs: number) => {
      const leases = await readLeases(stack.redis);
      await noteLostNodes(leader, leases, nowMs);
      leader.memory.leases = leases;
    };
    await publishLease(stack.redis, nodeLease({ nodeId: 'worker', running: [{ jobId: 'c_t_1', framesDone: 0 }] }));
    await publishLease(stack.redis, nodeLease({ nodeId: 'idle' }));
    const writtenMs = Date.now();
    await look(writtenMs);
    for (const nodeId of ['worker', 'idle']) await withdrawLease(stack.redis, { nodeId });
    await look(writtenMs + leaseTtlMs + 500);
    const values = await valuesOf(metrics.lostNodeSeconds);
    expect(values.find(({ metricName }) => metricName?.endsWith('_count'))?.value).toBe(1);
    const sum = values.find(({ metricName }) => metricName?.endsWith('_sum'))?.value ?? 0;
    expect(sum).toBeGreaterThan(6);
    expect(sum).toBeLessThan(8);
  });

  it('count accounts that are served and accounts that wait', async () => {
    const [served, waiting] = [await stack.account(), await stack.account()];
    for (const account of [served, waiting]) await stack.render(account, await stack.project(account, 2));
    const renders = await stack.database.client.render.findMany({ where: { accountId: { in: [served, waiting] } } });
    await stack.database.client.task.createMany({
      data: renders.map(({ id, accountId }) => ({
        ...{ id: `t_${id}`, renderId: id, kind: 'frames' },
        status: accountId === served ? 'RELEASED' : 'READY',
      })),
    });
    await stack.database.client.render.updateMany({ data: { stage: 'rendering' } });
    await reportMetrics(leader, Date.now());
    expect(await valuesOf(metrics.accounts)).toEqual([
      { value: 1, labels: { state: 'served' } },
      { value: 1, labels: { state: 'waiting' } },
    ]);
  });

  it('tell how much of the slots one account holds while others wait, and name it in the log alone', async () => {
    await stack.database.client.task.deleteMany();
    const [crowding, other] = [await stack.account('team'), await stack.account('hobby')];
    for (const account of [crowding, other]) await stack.render(account, await stack.project(account, 2));
    const renderOf = async (accountId: string) =>
      (await stack.database.client.render.findFirstOrThrow({ where: { accountId } })).id;
    const give = async (id: string, accountId: string, status: string) => {
      const renderId = await renderOf(accountId);
      await stack.database.client.task.create({ data: { id, renderId, kind: 'frames', status, frames: 30 } });
      if (status === 'RELEASED')
        await stack.database.client.attempt.create({ data: { id, taskId: id, number: 1, jobId: `c_${id}_1` } });
    };
    const names = ['crowd-1', 'crowd-2', 'crowd-3', 'crowd-4', 'crowd-5'];
    for (const name of names) await give(name, crowding, 'RELEASED');
    await give('other-queued', other, 'RELEASED');
    const hold = (jobs: string[]) =>
      nodeLease({
        slots: 5,
        busy: jobs.length,
        running: jobs.map((name) => ({ jobId: `c_${name}_1`, framesDone: 0 })),
      });
    leader.memory.leases = [hold(names)];
    leader.memory.changes.noteAll();
    const reported: unknown[] = [];
    const warn = vi.spyOn(leader.log, 'warn').mockImplementation((fields) => void reported.push(fields));
    const shares = async () =>
      Object.fromEntries(
        (await valuesOf(metrics.accountShare)).map(({ value, labels }) => [Object.values(labels), value]),
      );
    try {
      for (const second of [0, 20, 40, 60, 80, 100]) await reportMetrics(leader, second * 1_000);
      expect(await shares()).toEqual({ hobby: 0, creator: 0, studio: 0, team: 1, enterprise: 0, 'self-hosted': 0 });
      expect(reported).toEqual([]);
      for (const second of [120, 140, 160]) await reportMetrics(leader, second * 1_000);
      const line = { accountId: crowding, plan: 'team', pool: 'cpu', held: 5, slots: 5, share: 1, waiting: 1 };
      expect(reported).toEqual([line]);
      // The other gets a slot: nobody waits any more.
      leader.memory.leases = [hold([...names.slice(1), 'other-queued'])];
      await reportMetrics(leader, 180_000);
      expect(await shares()).toMatchObject({ team: 0 });
      expect(await metrics.registry.metrics()).not.toContain(crowding);
    } finally {
      warn.mockRestore();
    }
  });

  it('watch for crowding as the alert does', async () => {
    const rules = await readFile(new URL('../../infra/deploy/prometheus/rules/alerts.yml', import.meta.url), 'utf8');
    const [, rule = ''] = /alert: FramemillAccountCrowds\n([\s\S]*?)- alert:/.exec(rules) ?? [];
    expect(rule).toContain(`framemill_scheduler_leader == 1)) > ${crowdingAlert.share}\n`);
    expect(rule).toContain(`for: ${crowdingAlert.forMs / 60_000}m\n`);
  });

  it('count ranges that run on any node, and slots of those that take work', async () => {
    await stack.database.client.task.deleteMany();
    const accountId = await stack.account();
    await stack.render(accountId, await stack.project(accountId, 2));
    await stack.database.client.render.updateMany({ data: { stage: 'rendering' } });
    const { id: renderId } = await stack.database.client.render.findFirstOrThrow({ where: { accountId } });
    const states = { held: 'RELEASED', queued: 'RELEASED', waiting: 'READY' };
    for (const [id, status] of Object.entries(states)) {
      await stack.database.client.task.create({ data: { id, renderId, kind: 'frames', status, frames: 30 } });
      if (status === 'RELEASED')
        await stack.database.client.attempt.create({ data: { id, taskId: id, number: 1, jobId: `c_${id}_1` } });
    }
    leader.memory.leases = [
      nodeLease({ nodeId: 'leaves', draining: true, busy: 1, running: [{ jobId: 'c_held_1', framesDone: 3 }] }),
      nodeLease({
        nodeId: 'serves',
        busy: 2,
        running: ['preview', 'probe'].map((jobId) => ({ jobId, framesDone: 0 })),
      }),
    ];
    leader.memory.changes.noteAll();
    await reportMetrics(leader, Date.now());
    const ofCpu = async (metric: typeof metrics.ranges | typeof metrics.slots) =>
      (await valuesOf(metric))
        .filter(({ labels }) => 'pool' in labels && labels.pool === 'cpu')
        .map(({ value }) => value);
    expect(await ofCpu(metrics.ranges)).toEqual([1, 1, 1]);
    expect([await ofCpu(metrics.slots), await ofCpu(metrics.slotsBusy)]).toEqual([[2], [2]]);
  });

  it('measure a render from its admission, and its speed from its first work', async () => {
    const accountId = await stack.account();
    await stack.render(accountId, await stack.project(accountId, 2));
    const { id, createdAt } = await stack.database.client.render.findFirstOrThrow({ where: { accountId } });
    const later = (seconds: number) => new Date(createdAt.getTime() + seconds * 1_000);
    const data = { status: 'COMPLETED', startedAt: later(30), completedAt: later(40), durationSec: 5 };
    await stack.database.client.render.update({ where: { id }, data });
    await publishRender(leader, id, 'render.completed');
    const sumOf = async (metric: typeof metrics.renderSeconds | typeof metrics.realtimeRatio) =>
      (await valuesOf(metric)).find(({ metricName }) => metricName?.endsWith('_sum'))?.value;
    expect(await sumOf(metrics.renderSeconds)).toBe(40);
    expect(await sumOf(metrics.realtimeRatio)).toBe(0.5);
  });

  it('measure the time until a render can be played once: at its first segment, or when it is complete', async () => {
    const measured = async () => {
      const values = await valuesOf(metrics.firstFrameSeconds);
      const of = (end: string) => values.find(({ metricName }) => metricName?.endsWith(end))?.value ?? 0;
      return { count: of('_count'), sum: of('_sum') };
    };
    await stack.database.client.leader.create({ data: { id: 1, epoch: leader.epoch } });
    const before = await measured();
    const accountId = await stack.account();
    await stack.render(accountId, await stack.project(accountId, 2));
    const { id } = await stack.database.client.render.findFirstOrThrow({ where: { accountId } });
    const createdAt = new Date(Date.now() - 60_000);
    await stack.database.client.render.update({ where: { id }, data: { status: 'PROCESSING', createdAt } });
    const segment = { renderId: id, index: 0, startFrame: 0, endFrame: 30, contentKey: `first-${id}` };
    await stack.database.client.renderSegment.create({ data: segment });
    leader.memory.changes.note([id]);
    await updateProgress(leader);
    expect(await measured()).toEqual(before);
    await stack.database.client.renderSegment.updateMany({ where: { renderId: id }, data: { sha256: 'a' } });
    await stack.database.client.render.update({ where: { id }, data: { audioKey: null } });
    leader.memory.changes.note([id]);
    await updateProgress(leader);
    const after = await measured();
    expect(after.count).toBe(before.count + 1);
    expect(after.sum - before.sum).toBeGreaterThanOrEqual(60);
    const data = { status: 'COMPLETED', startedAt: createdAt, completedAt: new Date() };
    await stack.database.client.render.update({ where: { id }, data });
    await publishRender(leader, id, 'render.completed');
    expect(await measured()).toEqual(after);
    await stack.database.client.render.update({ where: { id }, data: { streamable: false } });
    await publishRender(leader, id, 'render.completed');
    expect((await measured()).count).toBe(after.count + 1);
  });

  it('count a render as lost when nothing works on it, and no other', async () => {
    const { client } = stack.database;
    const lost = async () => {
      leader.memory.lostCountedMs = 0;
      await reportLost(leader, Date.now());
      return (await valuesOf(metrics.rendersLost))[0]?.value;
    };
    const accountId = await stack.account();
    await stack.render(accountId, await stack.project(accountId, 2));
    const { id } = await client.render.findFirstOrThrow({ where: { accountId } });
    await client.render.updateMany({ where: { id: { not: id } }, data: { status: 'CANCELLED' } });
    const put = (stage: string, minutes: number) => {
      const updatedAt = new Date(Date.now() - minutes * 60_000);
      return client.render.update({ where: { id }, data: { status: 'PROCESSING', stage, updatedAt } });
    };
    await put('stitching', 14);
    expect(await lost()).toBe(0);
    await put('stitching', 16);
    expect(await lost()).toBe(1);
    await put('waiting', 16);
    expect(await lost()).toBe(0);
    await put('stitching', 16);
    await client.task.create({ data: { id: `lost_${id}`, renderId: id, kind: 'stitch', status: 'RELEASED' } });
    expect(await lost()).toBe(0);
    await client.task.update({ where: { id: `lost_${id}` }, data: { status: 'CANCELLED' } });
    expect(await lost()).toBe(1);
    await client.renderReport.create({ data: { renderId: id } });
    expect(await lost()).toBe(0);
  });

  it('tell the age of the oldest event in the outbox, and 0 when none waits', async () => {
    const age = async () => {
      await reportOutbox(leader, Date.now());
      return (await valuesOf(metrics.outboxAgeSeconds))[0]?.value ?? 0;
    };
    await stack.database.client.outboxEvent.deleteMany();
    expect(await age()).toBe(0);
    const event = { type: 'render.completed', accountId: 'acc_outbox', payload: {} };
    const createdAt = new Date(Date.now() - 90_000);
    await stack.database.client.outboxEvent.create({ data: { ...event, createdAt, consumedAt: new Date() } });
    expect(await age()).toBe(0);
    await stack.database.client.outboxEvent.create({ data: { ...event, createdAt } });
    await stack.database.client.outboxEvent.create({ data: event });
    expect(await age()).toBeGreaterThanOrEqual(90);
  });

  it('tell the memory of Redis and its limit, every 15 s', async () => {
    const memoryOf = async () =>
      Object.fromEntries(
        (await valuesOf(metrics.redisMemoryBytes)).map(({ value, labels }) => [Object.values(labels)[0], value]),
      );
    const info = vi.spyOn(leader.redis, 'info').mockResolvedValueOnce('used_memory:5\r\nmaxmemory:9\r\n');
    await reportRedisMemory(leader, 100_000);
    expect(await memoryOf()).toEqual({ used: 5, limit: 9 });
    await reportRedisMemory(leader, 114_000);
    expect(info).toHaveBeenCalledTimes(1);
    info.mockRestore();
    // The server of the tests has no maxmemory: the memory of its machine is the limit.
    await reportRedisMemory(leader, 115_000);
    const { used = 0, limit = 0 } = await memoryOf();
    expect(used).toBeGreaterThan(100_000);
    expect(limit).toBeGreaterThan(used);
  });

  it('add up what is stored', async () => {
    const accountId = await stack.account();
    const media = { name: 'a', sha256: 'a', objectKey: 'uploads/a', accountId, sizeBytes: 7_000_000_000n };
    await stack.database.client.media.create({ data: { id: 'med_metrics', ...media } });
    const artifact = { accountId, contentKey: 'c', sha256: 'd', sizeBytes: 30n, frames: 1 };
    await stack.database.client.artifact.create({ data: artifact });
    await reportStorage(leader);
    const uploads = async () =>
      (await valuesOf(metrics.storedBytes)).find(({ labels }) => 'kind' in labels && labels.kind === 'uploads')?.value;
    expect(await uploads()).toBe(7_000_000_000);
    await stack.database.client.media.delete({ where: { id: 'med_metrics' } });
    await reportStorage(leader);
    await vi.waitFor(async () => expect(await uploads()).toBe(0), { timeout: 100_000 });
  });

  it('report when each part of the sweep last succeeded', async () => {
    const timeOf = async (name: string) => {
      await reportSweep(leader);
      const values = await valuesOf(metrics.sweepSucceeded);
      return values.find(({ labels }) => 'part' in labels && labels.part === name)?.value ?? 0;
    };
    const data = { name: 'renders', endedAt: new Date(1_000_000) };
    await stack.database.client.sweepPart.create({ data });
    expect(await timeOf('renders')).toBe(1_000);
    // A part that has never succeeded counts from the first report.
    expect(Date.now() / 1_000 - (await timeOf('events'))).toBeLessThan(600);
    await sweepStore(stack);
    expect(Date.now() / 1_000 - (await timeOf('renders'))).toBeLessThan(600);
  });
});
