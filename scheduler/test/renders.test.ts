import { text } from 'node:stream/consumers';
import { fakeFingerprint, nodeError } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { objectKeys, redisChannels, redisKeys } from '../src/protocol/index.ts';
import { queuePosition, readMirror, renderRecord } from '../src/records/index.ts';
import { aborted, createGuard } from './gate.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const exportsUsed = async (id: string) =>
  (await stack.database.client.account.findUniqueOrThrow({ where: { id } })).exportsUsed;
const outcomes = async (renderId: string) => {
  const attempts = await stack.database.client.attempt.findMany({ where: { task: { renderId } } });
  return attempts.map(({ outcome }) => outcome).sort();
};
const recordOf = async (renderId: string) => {
  const row = await stack.row(renderId);
  const mirrored = readMirror(await stack.redis.get(redisKeys.render(renderId)), row.accountId);
  return mirrored ?? renderRecord(row, { queuePosition: await queuePosition(stack.database, row) });
};

describe('a render', () => {
  it('goes from PENDING to COMPLETED, with every segment in order in its file', async () => {
    await stack.startScheduler();
    await stack.startNode();
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 6));
    const row = await stack.reaches(id, 'COMPLETED');
    expect(row).toMatchObject({ progress: 100, stage: 'done', totalSegments: 6, doneFrames: 180, reusedSegments: 0 });
    expect(row.durationSec).toBeCloseTo(6);
    expect(row.url).toBe(`/${row.exportKey}`);
    const segments = await stack.database.client.renderSegment.findMany({
      where: { renderId: id },
      orderBy: { index: 'asc' },
    });
    const file = await text((await stack.store.get(row.exportKey ?? '')).body);
    expect(file.split('\n')).toEqual(segments.map(({ contentKey }) => `bytes of ${contentKey}`));
    expect(await exportsUsed(account)).toBe(1);
    await vi.waitFor(async () => expect((await recordOf(id)).status).toBe('COMPLETED'), { timeout: 100_000 });
  });

  it('takes over what the account has rendered before', async () => {
    await stack.startScheduler();
    const node = await stack.startNode();
    const account = await stack.account();
    const project = await stack.project(account, 5);
    await stack.reaches(await stack.render(account, project), 'COMPLETED');
    const before = node.taken.length;
    const again = await stack.reaches(await stack.render(account, project), 'COMPLETED');
    expect(again.reusedSegments).toBe(5);
    expect(node.taken.length).toBe(before);
  });

  it('renders a stored segment again when its object is gone', async () => {
    await stack.startScheduler();
    await stack.startNode();
    const account = await stack.account();
    const project = await stack.project(account, 3);
    await stack.reaches(await stack.render(account, project), 'COMPLETED');
    const artifact = await stack.database.client.artifact.findFirstOrThrow({ where: { accountId: account } });
    await stack.store.delete(objectKeys.segment(account, artifact.contentKey, artifact.sha256));
    const again = await stack.reaches(await stack.render(account, project), 'COMPLETED');
    expect(again.reusedSegments).toBe(2);
  });

  it('never takes progress back and shows 100 only with COMPLETED', async () => {
    const seen: { status: string; progress: number }[] = [];
    await stack.startScheduler();
    const gates = Array.from({ length: 8 }, createGuard);
    let ranges = 0;
    await stack.startNode({
      onFrames: async () => {
        ranges += 1;
        await gates[Math.min(ranges, gates.length) - 1]?.passed;
      },
    });
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 8));
    for (const gate of gates) {
      gate.open();
      const record = await recordOf(id);
      seen.push({ status: record.status, progress: record.progress });
      const { doneFrames } = await stack.row(id);
      await vi.waitFor(
        async () => {
          const row = await stack.row(id);
          expect(row.doneFrames > doneFrames || row.status === 'COMPLETED').toBe(true);
        },
        { timeout: 100_000, interval: 20 },
      );
    }
    await stack.reaches(id, 'COMPLETED');
    const figures = seen.map(({ progress }) => progress);
    expect(figures).toEqual([...figures].sort((a, b) => a - b));
    for (const { status, progress } of seen) expect(progress === 100).toBe(status === 'COMPLETED');
  });

  it('waits, and says so, until a node is there', async () => {
    await stack.startScheduler();
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account));
    await vi.waitFor(async () => expect(await recordOf(id)).toMatchObject({ stage: 'waiting', queuePosition: 1 }), {
      timeout: 100_000,
    });
    await stack.startNode();
    await stack.reaches(id, 'COMPLETED');
  });

  it('that is short does not wait until a long one is planned', async () => {
    const [long, short] = [await stack.account('self-hosted'), await stack.account()];
    const longId = await stack.render(long, await stack.project(long, 400));
    await stack.database.client.$transaction(
      async (tx) => {
        // The plan of the long render is written to this row.
        await tx.$queryRaw`SELECT 1 FROM "Render" WHERE id = ${longId} FOR UPDATE`;
        await stack.startScheduler();
        await stack.startNode();
        await stack.reaches(await stack.render(short, await stack.project(short, 2)), 'COMPLETED');
        expect(await stack.database.client.task.count({ where: { renderId: longId } })).toBe(0);
      },
      { timeout: 60_000 },
    );
    const row = await stack.reaches(longId, 'COMPLETED');
    expect(row).toMatchObject({ totalFrames: 12_000, totalSegments: 400 });
  });

  it('whose document cannot be read fails with the reason and gives its export back', async () => {
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account));
    await stack.store.put(objectKeys.document(id), Buffer.from('{"v":1}'));
    await stack.startScheduler();
    await stack.startNode();
    const row = await stack.reaches(id, 'FAILED');
    expect(row.errorMsg).toMatch(/render snapshot/);
    expect(await exportsUsed(account)).toBe(0);
  });

  it('announces its start and its end', async () => {
    const listener = stack.redis.duplicate();
    listener.on('error', () => undefined);
    const audible: string[] = [];
    await listener.subscribe(redisChannels.events);
    listener.on('message', (_channel, message) => audible.push(JSON.parse(message).type));
    await stack.startScheduler();
    await stack.startNode();
    const account = await stack.account();
    await stack.reaches(await stack.render(account, await stack.project(account, 2)), 'COMPLETED');
    await vi.waitFor(() => expect(audible).toEqual(['render.started', 'render.completed']), { timeout: 100_000 });
    listener.disconnect();
  });
});

describe('the outbox', () => {
  const eventsOf = async (renderId: string) => {
    const events = await stack.database.client.outboxEvent.findMany({ where: { renderId }, orderBy: { id: 'asc' } });
    return events.map(({ type, payload, accountId }) => ({ type, payload, accountId }));
  };

  it('has an event of every change, with the record as it was committed, and each once', async () => {
    await stack.startScheduler();
    await stack.startNode();
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 2));
    const row = await stack.reaches(id, 'COMPLETED');
    expect(await eventsOf(id)).toMatchObject([
      { type: 'render.started', accountId: account, payload: { id, status: 'PROCESSING', url: null } },
      {
        type: 'render.completed',
        accountId: account,
        payload: { id, status: 'COMPLETED', url: row.url, progress: 100 },
      },
    ]);
  });

  it('tells of failed and cancelled renders', async () => {
    const account = await stack.account();
    const cancelled = await stack.render(account, await stack.project(account, 2));
    await stack.client.cancel({ accountId: account, renderId: cancelled });
    expect(await eventsOf(cancelled)).toMatchObject([{ type: 'render.cancelled', payload: { status: 'CANCELLED' } }]);
    const broken = await stack.render(account, await stack.project(account, 2));
    await stack.store.put(objectKeys.document(broken), Buffer.from('{"v":1}'));
    await stack.startScheduler();
    await stack.startNode();
    await stack.reaches(broken, 'FAILED');
    expect(await eventsOf(broken)).toMatchObject([
      { type: 'render.failed', payload: { status: 'FAILED', error: expect.stringMatching(/render snapshot/) } },
    ]);
  });
});

describe('a failing range', () => {
  it('is tried again and the render completes', async () => {
    await stack.startScheduler();
    let failures = 0;
    await stack.startNode({
      onFrames: async () => {
        if (failures === 2) return;
        failures += 1;
        throw new Error('the encoder crashed');
      },
    });
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 1));
    await stack.reaches(id, 'COMPLETED');
    expect(await outcomes(id)).toEqual(['done', 'done', 'failed', 'failed']);
  });

  it('ends the render after three failures, with the reason, and gives the export back', async () => {
    await stack.startScheduler();
    const node = await stack.startNode({
      onFrames: async (job) => {
        if (job.segments.some(({ index }) => index === 2)) throw new Error('the encoder crashed');
      },
    });
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 4));
    const row = await stack.reaches(id, 'FAILED');
    expect(row.errorMsg).toMatch(/failed 3 times.*An internal error occurred on the node\./);
    expect(await exportsUsed(account)).toBe(0);
    expect(node.taken.filter((job) => job.segments.some(({ index }) => index === 2)).length).toBe(3);
  });

  it('ends the render at once when it would fail everywhere', async () => {
    await stack.startScheduler();
    const node = await stack.startNode({
      onFrames: async () => {
        throw nodeError({ kind: 'fatal', code: 'invalid_request', message: 'clip "c1": the file is damaged' });
      },
    });
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 1));
    const row = await stack.reaches(id, 'FAILED');
    expect(row.errorMsg).toBe('clip "c1": the file is damaged');
    expect(node.taken.length).toBe(1);
  });

  it('is not counted as failing when its node hands it back', async () => {
    await stack.startScheduler();
    let handedBack = 0;
    await stack.startNode({
      onFrames: async () => {
        if (handedBack === 5) return;
        handedBack += 1;
        throw nodeError({ kind: 'interrupted', code: 'unavailable', message: 'the node stops' });
      },
    });
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 1));
    await stack.reaches(id, 'COMPLETED');
    const task = await stack.database.client.task.findFirstOrThrow({ where: { renderId: id, kind: 'frames' } });
    expect(task).toMatchObject({ failures: 0, attempts: 6 });
  });
});

describe('a lost node', () => {
  it('is noticed within 10 s and its ranges are rendered by another, without counting as failures', async () => {
    await stack.startScheduler();
    const caught = createGuard();
    const victim = await stack.startNode({
      nodeId: 'victim',
      onFrames: async () => {
        caught.open();
        await new Promise(() => undefined);
      },
    });
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 4));
    await caught.passed;
    await vi.waitFor(
      async () => {
        const held = await stack.database.client.attempt.count({ where: { nodeId: 'victim', outcome: 'running' } });
        expect(held).toBeGreaterThan(0);
      },
      { timeout: 100_000 },
    );
    await victim.kill();
    const killedAt = Date.now();
    const taken = createGuard();
    await stack.startNode({ nodeId: 'heir', onFrames: async () => taken.open() });
    await vi.waitFor(async () => expect(await outcomes(id)).toContain('lost'), { timeout: 100_000 });
    expect(Date.now() - killedAt).toBeLessThan(10_000);
    await stack.reaches(id, 'COMPLETED', 20_000);
    const tasks = await stack.database.client.task.findMany({ where: { renderId: id } });
    expect(tasks.every(({ failures }) => failures === 0)).toBe(true);
  });

  it('of another engine than all that are left has its render planned again for them', async () => {
    await stack.startScheduler({ engineGraceMs: 500 });
    const old = await stack.startNode({
      fingerprint: 'a'.repeat(64),
      slots: 4,
      onFrames: (_job, signal) => aborted(signal),
    });
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 3));
    await vi.waitFor(async () => expect((await stack.row(id)).fingerprint).toBe('a'.repeat(64)), { timeout: 100_000 });
    await stack.startNode({ slots: 1 });
    await old.stop();
    const row = await stack.reaches(id, 'COMPLETED', 40_000);
    expect(row.fingerprint).toBe(fakeFingerprint);
  });
});

describe('cancel', () => {
  it('stops the nodes at once, takes waiting work away and frees the slots', async () => {
    await stack.startScheduler();
    const started = createGuard();
    const node = await stack.startNode({
      onFrames: async (_job, signal) => {
        started.open();
        await aborted(signal);
      },
    });
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 10));
    await started.passed;
    const cancelledAt = Date.now();
    await stack.client.cancel({ accountId: account, renderId: id });
    await vi.waitFor(() => expect(node.cancelled).toContain(id), { timeout: 1_000, interval: 5 });
    expect(Date.now() - cancelledAt).toBeLessThan(1_000);
    await vi.waitFor(
      async () => {
        const left = await stack.database.client.attempt.count({
          where: { outcome: 'running', task: { renderId: id } },
        });
        expect(left).toBe(0);
      },
      { timeout: 100_000 },
    );
    expect(await exportsUsed(account)).toBe(0);
    expect((await stack.row(id)).status).toBe('CANCELLED');
    expect((await stack.row(id)).progress).toBeLessThan(100);
  });
});

describe('fairness', () => {
  it('starts a newcomer within one range of a flood of another account', async () => {
    await stack.startScheduler();
    const order: string[] = [];
    let release = createGuard();
    await stack.startNode({
      slots: 2,
      onFrames: async (job) => {
        order.push(job.accountId);
        await release.passed;
      },
    });
    const flood = await stack.account('enterprise');
    for (let render = 0; render < 5; render += 1) await stack.render(flood, await stack.project(flood, 19));
    await vi.waitFor(() => expect(order.length).toBe(2), { timeout: 100_000 });
    const small = await stack.account('hobby');
    const id = await stack.render(small, await stack.project(small, 2));
    await vi.waitFor(async () => expect((await stack.row(id)).status).toBe('PROCESSING'), { timeout: 100_000 });
    const ranFirst = release;
    release = createGuard();
    ranFirst.open();
    await vi.waitFor(() => expect(order.length).toBeGreaterThanOrEqual(4), { timeout: 100_000 });
    expect(order.slice(2, 4)).toContain(small);
    release.open();
    await stack.reaches(id, 'COMPLETED');
  });
});
