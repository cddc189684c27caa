import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createRedis, startRedisServer } from '@framemill/infra';
import { fakeFingerprint } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { Queue, Worker } from 'bullmq';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { completeJobs, tidyQueues } from '../src/leader/complete-job.ts';
import { fenced, type LeaderContext, LeaderFenced } from '../src/leader/context.ts';
import { updateProgress } from '../src/leader/progress.ts';
import { jobIdOf, PROTOCOL_VERSION, queueOptions, WRITTEN_VERSION, workQueue } from '../src/protocol/index.ts';
import { createGuard, holdUp } from './gate.ts';
import { openLeader } from './open-leader.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

async function epochNow(): Promise<number> {
  return (await stack.database.client.leader.findUniqueOrThrow({ where: { id: 1 } })).epoch;
}

function startProcess(): ChildProcess {
  const { databaseUrl, redisUrl, folder } = stack.services;
  return spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      DATA_DIR: folder,
      METRICS_PORT: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Resolves when the process has logged a line that contains `words`. */
function logged(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(words)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the scheduler ended with ${code} before "${words}"`)));
  });
}

describe('two schedulers', () => {
  it('have one leader, and the other takes over when it is killed in the middle of a render', async () => {
    const first = startProcess();
    await logged(first, 'this scheduler leads');
    const firstEpoch = await epochNow();
    const second = await stack.startScheduler();
    const middle = holdUp((range) => range >= 3);
    await stack.startNode({ onFrames: middle.onFrames });
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 8));
    await middle.reached;
    expect(second.epoch()).toBeNull();
    first.kill('SIGKILL');
    await once(first, 'exit');
    await vi.waitFor(() => expect(second.epoch()).toBe(firstEpoch + 1), { timeout: 100_000 });
    middle.release();
    const row = await stack.reaches(id, 'COMPLETED', 20_000);
    expect(row).toMatchObject({ progress: 100, doneFrames: 240 });
    const stitches = await stack.database.client.task.count({ where: { renderId: id, kind: 'stitch' } });
    expect(stitches).toBe(1);
  });

  it('are led by the other one when the leader is frozen, and it steps back when it wakes', {
    tags: 'full',
  }, async () => {
    const frozen = startProcess();
    // A frozen process would never end, and the test run would wait for it.
    onTestFinished(() => void frozen.kill('SIGKILL'));
    await logged(frozen, 'this scheduler leads');
    const epoch = await epochNow();
    // Schedulers can only end connections of their own database user, so both have the same one.
    const other = startProcess();
    onTestFinished(() => void other.kill('SIGKILL'));
    const leads = logged(other, 'this scheduler leads');
    frozen.kill('SIGSTOP');
    await leads;
    const steppedBack = logged(frozen, 'the lead is lost');
    frozen.kill('SIGCONT');
    await steppedBack;
    expect(await epochNow()).toBe(epoch + 1);
    for (const scheduler of [frozen, other]) {
      scheduler.kill('SIGTERM');
      await once(scheduler, 'exit');
    }
  });

  it('end in order at SIGTERM and give the lead away', async () => {
    const child = startProcess();
    await logged(child, 'this scheduler leads');
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    const next = await stack.startScheduler();
    await vi.waitFor(() => expect(next.epoch()).not.toBeNull(), { timeout: 100_000 });
  });
});

it('a scheduler that is stopped while it takes the lead ends', async () => {
  await stack.startScheduler();
  await vi.waitFor(() => epochNow(), 100_000);
  await stack.quiet();
  const scheduler = await stack.database.client.$transaction(async (tx) => {
    // The epoch of the new leader is written to this row.
    await tx.$queryRaw`SELECT 1 FROM "Leader" WHERE id = 1 FOR UPDATE`;
    const taking = await stack.startScheduler();
    await vi.waitFor(async () => {
      const waiting = await stack.database.client.$queryRaw<object[]>`
        SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO "Leader"%'`;
      expect(waiting).toHaveLength(1);
    }, 100_000);
    return { stopped: taking.stop() };
  });
  await scheduler.stopped;
});

describe('a stale epoch', () => {
  it('can commit nothing any more', async () => {
    const scheduler = await stack.startScheduler();
    await vi.waitFor(() => expect(scheduler.epoch()).not.toBeNull(), { timeout: 100_000 });
    const epoch = await epochNow();
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account));
    const write = (tx: { render: LeaderContext['database']['client']['render'] }) =>
      tx.render.updateMany({ where: { id }, data: { status: 'COMPLETED' } });
    await expect(fenced({ epoch: epoch - 1, database: stack.database }, write)).rejects.toThrow(LeaderFenced);
    expect((await stack.row(id)).status).not.toBe('COMPLETED');
  });

  it('makes its scheduler wait for the lead again', async () => {
    const scheduler = await stack.startScheduler();
    await vi.waitFor(() => expect(scheduler.epoch()).not.toBeNull(), { timeout: 100_000 });
    const epoch = await epochNow();
    await stack.database.client.leader.update({ where: { id: 1 }, data: { epoch: { increment: 5 } } });
    const account = await stack.account();
    await stack.startNode();
    const id = await stack.render(account, await stack.project(account, 2));
    await vi.waitFor(() => expect(scheduler.epoch()).toBe(epoch + 6), { timeout: 100_000 });
    await stack.reaches(id, 'COMPLETED');
  });
});

describe('dispatches side by side', () => {
  it('finish a render when the newer node still speaks the older protocol, and wait when it does not', async () => {
    await stack.startScheduler();
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 2));
    await stack.startNode({ fingerprint: 'b'.repeat(64), protocol: { protocolVersion: PROTOCOL_VERSION + 1 } });
    await vi.waitFor(async () => expect((await stack.row(id)).stage).toBe('waiting'), { timeout: 100_000 });
    const newer = await stack.startNode({
      protocol: { protocolVersion: PROTOCOL_VERSION + 1, oldestProtocolVersion: WRITTEN_VERSION },
    });
    await stack.reaches(id, 'COMPLETED');
    expect(newer.taken.length).toBeGreaterThan(0);
  });
});

describe('messages', () => {
  it('may come twice or late: a second end of a job changes nothing', async () => {
    const scheduler = await stack.startScheduler();
    await stack.startNode();
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 3));
    const done = await stack.reaches(id, 'COMPLETED');
    const attempts = await stack.database.client.attempt.findMany({
      where: { task: { renderId: id } },
      include: { task: true },
    });
    const segments = await stack.database.client.renderSegment.findMany({ where: { renderId: id } });
    const leader = openLeader(stack, scheduler.epoch() ?? 0);
    for (const { jobId, task } of attempts) {
      const some = segments.filter(({ index }) => index >= task.firstSegment && index <= task.lastSegment);
      const results: Record<string, object> = {
        frames: {
          segments: some.map(({ index, contentKey }) => ({
            index,
            contentKey,
            sha256: '0'.repeat(64),
            sizeBytes: 1,
            frames: 30,
          })),
          nodeId: 'late',
          fetchMs: 1,
          renderMs: 1,
          uploadMs: 1,
        },
        stitch: { sizeBytes: 1, durationSec: 1, sha256: '0'.repeat(64), nodeId: 'late' },
      };
      const queue = workQueue(task.kind === 'stitch' ? 'stitch' : 'frames-cpu', fakeFingerprint);
      await completeJobs(leader, [{ queue, jobId, outcome: 'completed', value: results[task.kind] }]);
      await completeJobs(leader, [{ queue, jobId, outcome: 'failed', value: 'too late' }]);
    }
    await leader.close();
    expect(await stack.row(id)).toEqual(done);
    const after = await stack.database.client.renderSegment.findMany({ where: { renderId: id } });
    expect(after).toEqual(segments);
    const tasks = await stack.database.client.task.findMany({ where: { renderId: id } });
    expect(tasks.every(({ failures, status }) => failures === 0 && status === 'DONE')).toBe(true);
  });
});

describe('what a leader remembers of a render', () => {
  it('is forgotten when the render has ended, whoever ended it', async () => {
    const account = await stack.account();
    const [cancelled, active] = await Promise.all(
      [1, 2].map(async () => stack.render(account, await stack.project(account))),
    );
    const leader = openLeader(stack, 0);
    for (const id of [cancelled, active]) {
      leader.memory.msPerFrame.set(id ?? '', 30);
      leader.memory.rangeSpeeds.set(id ?? '', [30]);
    }
    await stack.client.cancel({ accountId: account, renderId: cancelled ?? '' });
    await updateProgress(leader);
    expect([...leader.memory.msPerFrame.keys()]).toEqual([active]);
    expect([...leader.memory.rangeSpeeds.keys()]).toEqual([active]);
    await leader.close();
    await stack.client.cancel({ accountId: account, renderId: active ?? '' });
  });
});

describe('Redis', () => {
  it('may lose all it holds in the middle of a render', async () => {
    await stack.startScheduler();
    const middle = holdUp((range) => range === 3);
    await stack.startNode({ onFrames: middle.onFrames });
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 8));
    await middle.reached;
    await stack.redis.flushall();
    middle.release();
    const row = await stack.reaches(id, 'COMPLETED', 30_000);
    expect(row.doneFrames).toBe(240);
    const failures = await stack.database.client.task.aggregate({ where: { renderId: id }, _sum: { failures: true } });
    expect(failures._sum.failures).toBe(0);
  });

  it('keeps no job behind once a render has ended', async () => {
    await stack.startScheduler();
    await stack.startNode();
    const account = await stack.account();
    await stack.reaches(await stack.render(account, await stack.project(account, 4)), 'COMPLETED');
    const queue = new Queue(workQueue('frames-cpu', fakeFingerprint), { ...queueOptions, connection: stack.redis });
    await vi.waitFor(async () => expect(await queue.getJobCountByTypes()).toBe(0), { timeout: 100_000 });
    await queue.close();
  });

  it('keeps no job that ended between two leaders on an engine that no live node has', async () => {
    const first = await stack.startScheduler();
    const held = holdUp((range) => range === 1);
    // Another engine than that of the other tests: nothing else opens its queues.
    const fingerprint = 'e'.repeat(64);
    const node = await stack.startNode({ fingerprint, onFrames: held.onFrames });
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 1));
    await held.reached;
    await stack.client.cancel({ accountId: account, renderId: id });
    const [range] = node.taken;
    const jobId = jobIdOf(range?.taskId ?? '', range?.attempt ?? 0);
    const where = { jobId, outcome: 'cancelled' };
    await vi.waitFor(() => stack.database.client.attempt.findFirstOrThrow({ where }), 100_000);
    await first.stop();
    const queue = new Queue(workQueue('frames-cpu', fingerprint), { ...queueOptions, connection: stack.redis });
    expect(await queue.getJobState(jobId)).toBe('active');
    held.release();
    await vi.waitFor(async () => expect(await queue.getJobState(jobId)).toBe('failed'), 100_000);
    await node.stop();
    await stack.startScheduler();
    await vi.waitFor(async () => expect(await queue.getJobCountByTypes()).toBe(0), 100_000);
    await queue.close();
  });

  it('keeps no job whose end was not reported, no job of a lost node, and no job without an attempt', async () => {
    const scheduler = await stack.startScheduler();
    await stack.startNode();
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 4));
    await stack.reaches(id, 'COMPLETED');
    const attempt = await stack.database.client.attempt.findFirstOrThrow({
      where: { task: { renderId: id, kind: 'frames' } },
    });
    // The same job once more, ended while nobody listens to events of its queue.
    const leader = openLeader(stack, scheduler.epoch() ?? 0);
    await stack.quiet();
    const name = workQueue('frames-cpu', fakeFingerprint);
    const queue = leader.queues.queue(name);
    const connection = createRedis(stack.services.redisUrl, 'worker');
    const worker = new Worker(name, null, { prefix: queueOptions.prefix, connection });
    await queue.add('frames', {}, { jobId: attempt.jobId, priority: 1 });
    const job = await worker.getNextJob('token');
    await job?.moveToFailed(new Error('stalled'), 'token', false);
    expect(await queue.getJobState(attempt.jobId)).toBe('failed');
    leader.queues.listen(name);
    await tidyQueues(leader, Date.now());
    expect(await queue.getJobState(attempt.jobId)).toBe('unknown');
    expect(await stack.row(id)).toMatchObject({ status: 'COMPLETED' });

    // And once more, active on a node that is gone; its lock stands for a while.
    await queue.add('frames', {}, { jobId: attempt.jobId, priority: 1 });
    await worker.getNextJob('token');
    leader.memory.queuesTidiedMs = 0;
    await tidyQueues(leader, Date.now());
    expect(await queue.getJobState(attempt.jobId)).toBe('active');
    await stack.redis.del(`${queueOptions.prefix}:${name}:${attempt.jobId}:lock`);
    leader.memory.queuesTidiedMs = 0;
    await tidyQueues(leader, Date.now());
    expect(await queue.getJobState(attempt.jobId)).toBe('unknown');

    // And once more, ended after a failover of PostgreSQL has lost its attempt.
    await stack.database.client.attempt.delete({ where: { id: attempt.id } });
    await queue.add('frames', {}, { jobId: attempt.jobId, priority: 1 });
    await (await worker.getNextJob('token'))?.moveToCompleted('{}', 'token', false);
    expect(await queue.getJobState(attempt.jobId)).toBe('completed');
    leader.memory.queuesTidiedMs = 0;
    await tidyQueues(leader, Date.now());
    expect(await queue.getJobState(attempt.jobId)).toBe('unknown');
    await worker.close();
    connection.disconnect();
    await leader.close();
  });
});

describe('a Redis that ends without saving', () => {
  it('delays renders when it comes back empty; when it is away again, processes can still stop', async () => {
    const own = await openStack();
    await own.startScheduler();
    const middle = createGuard();
    await own.startNode({ onFrames: async () => middle.open() });
    const account = await own.account();
    const id = await own.render(account, await own.project(account, 12));
    await middle.passed;
    await own.services.redis.stop();
    const again = await startRedisServer({
      folder: `${own.services.folder}/redis-again`,
      password: 'test',
      port: Number(new URL(own.services.redisUrl).port),
      throwaway: true,
    });
    const row = await own.reaches(id, 'COMPLETED', 150_000);
    expect(row.doneFrames).toBe(360);

    await again.stop();
    const before = Date.now();
    await own.quiet();
    await own.client.close();
    expect(Date.now() - before).toBeLessThan(5_000);
    await own.close();
  });
});
