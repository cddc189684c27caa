import { nodeError } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { objectKeys, type ReportJob } from '../src/protocol/index.ts';
import { createGuard } from './gate.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const client = () => stack.database.client;
const limits = { maxBlackSec: 0 };
const usual = { format: 'mp4', quality: 'standard', resolution: 'full', environment: 'live' } as const;

/** Admits a render with quality limits and returns its id. */
async function held(accountId: string, more: object = {}): Promise<string> {
  const projectId = await stack.project(accountId, 2);
  return (await stack.client.admit({ accountId, projectId, ...usual, qc: limits, ...more })).render.id;
}

function reaches(renderId: string, expected: object): Promise<void> {
  return vi.waitFor(
    async () => expect(await client().renderReport.findUnique({ where: { renderId } })).toMatchObject(expected),
    { timeout: 100_000, interval: 50 },
  );
}

const exportsUsed = async (id: string) => (await client().account.findUniqueOrThrow({ where: { id } })).exportsUsed;
/**
 * Returns the types of a render's events except `render.started`. That event is published once a second, so a short
 * render may have none.
 */
const endEvents = async (renderId: string) =>
  (await client().outboxEvent.findMany({ where: { renderId, NOT: { type: 'render.started' } } })).map(
    ({ type }) => type,
  );

describe('a render with limits', () => {
  it('is measured before it is COMPLETED, and its node gets the limits', async () => {
    const orders: ReportJob[] = [];
    const measured = createGuard();
    await stack.startNode({
      onReport: async (job) => {
        orders.push(job);
        await measured.passed;
        return [];
      },
    });
    await stack.startScheduler();
    const account = await stack.account();
    const id = await held(account);
    await vi.waitFor(() => expect(orders.length).toBe(1), { timeout: 100_000 });
    const checking = { status: 'PROCESSING', stage: 'checking', progress: 99, completedAt: null };
    const row = await vi.waitFor(
      async () => {
        const found = await stack.row(id);
        expect(found).toMatchObject(checking);
        return found;
      },
      { timeout: 100_000 },
    );
    expect(orders[0]).toMatchObject({
      renderId: id,
      limits,
      exportKey: row.exportKey,
      documentKey: objectKeys.document(id),
    });
    measured.open();
    expect(await stack.reaches(id, 'COMPLETED')).toMatchObject({ progress: 100, stage: 'done', errorMsg: null });
    await reaches(id, { status: 'DONE', attempt: 1, error: null });
    expect(await endEvents(id)).toEqual(['render.completed']);
    expect(await exportsUsed(account)).toBe(1);
  });

  it('that breaks one FAILS with all that it breaks, gives its export back and says so once', async () => {
    await stack.startNode({ onReport: async () => ['maxBlackSec 0: black for 2.00 s', 'maxLufs -10: it is -3 LUFS'] });
    await stack.startScheduler();
    const account = await stack.account();
    const id = await held(account);
    const { errorMsg } = await stack.reaches(id, 'FAILED');
    expect(errorMsg).toBe(
      'The rendered file does not meet 2 quality limits (qc): maxBlackSec 0: black for 2.00 s; maxLufs -10: it ' +
        'is -3 LUFS.',
    );
    await reaches(id, { status: 'DONE' });
    expect(await exportsUsed(account)).toBe(0);
    expect(await endEvents(id)).toEqual(['render.failed']);
  });

  it('that cannot be measured FAILS after three tries', async () => {
    let tries = 0;
    await stack.startNode({
      onReport: async () => {
        tries += 1;
        throw nodeError({ kind: 'failed', code: 'internal_error', message: 'the decoder gave up' });
      },
    });
    await stack.startScheduler();
    const id = await held(await stack.account());
    const { errorMsg } = await stack.reaches(id, 'FAILED');
    expect([errorMsg, tries]).toEqual([
      'The rendered file could not be measured: the decoder gave up. Render again, or without quality limits.',
      3,
    ]);
    await reaches(id, { status: 'FAILED', failures: 2, error: 'the decoder gave up' });
  });

  it('goes to another node when its node dies, which is no failure', { tags: 'full' }, async () => {
    const [taken, never] = [createGuard(), createGuard()];
    const victim = await stack.startNode({
      onReport: async () => {
        taken.open();
        await never.passed;
        return [];
      },
    });
    await stack.startScheduler();
    const id = await held(await stack.account());
    await taken.passed;
    await victim.kill();
    await stack.startNode({ onReport: async () => [] });
    await stack.reaches(id, 'COMPLETED');
    await reaches(id, { status: 'DONE', attempt: 2, failures: 0 });
    never.open();
  });

  it('holds each of its outputs to them, and fails with the one that breaks them', async () => {
    await stack.startNode({
      onReport: async ({ exportKey }) => (exportKey.endsWith('.webm') ? ['maxSizeBytes 1: it is 2 bytes'] : []),
    });
    await stack.startScheduler();
    const account = await stack.account();
    const id = await held(account, { outputs: [{ ...usual, format: 'webm' }] });
    const { errorMsg } = await stack.reaches(id, 'FAILED');
    expect(errorMsg).toBe(
      'Output 1 (webm) failed: The rendered file does not meet a quality limit (qc): maxSizeBytes 1: it is 2 bytes.',
    );
    const good = await held(account, { outputs: [{ ...usual, format: 'gif' }] });
    const { outputs } = await stack.reaches(good, 'COMPLETED');
    expect(outputs).toMatchObject([{ status: 'COMPLETED', url: expect.any(String) }, { status: 'COMPLETED' }]);
  });

  it('that is cancelled while it is measured ends its report', async () => {
    const [taken, never] = [createGuard(), createGuard()];
    const onReport = async () => {
      taken.open();
      await never.passed;
      return [];
    };
    await stack.startNode({ onReport });
    await stack.startScheduler();
    const accountId = await stack.account();
    const id = await held(accountId);
    await taken.passed;
    await stack.client.cancel({ accountId, renderId: id });
    await reaches(id, { status: 'FAILED', error: expect.stringContaining('ended before') });
    never.open();
    expect((await stack.row(id)).status).toBe('CANCELLED');
  });
});

describe('a render without limits', () => {
  it('is measured when somebody asks, once, and stays as it is whatever is found', async () => {
    const orders: ReportJob[] = [];
    await stack.startNode({
      onReport: async (job) => {
        orders.push(job);
        return ['it is of no matter'];
      },
    });
    await stack.startScheduler();
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 2));
    const before = await stack.reaches(id, 'COMPLETED');
    expect(await client().renderReport.count({ where: { renderId: id } })).toBe(0);
    await Promise.all([stack.client.requestReport(id), stack.client.requestReport(id)]);
    await reaches(id, { status: 'DONE', attempt: 1 });
    await stack.client.requestReport(id);
    expect(await stack.row(id)).toEqual(before);
    expect(orders).toMatchObject([{ renderId: id, limits: null }]);
  });
});
