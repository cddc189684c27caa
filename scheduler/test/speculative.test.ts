import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aborted, createGuard } from './gate.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const attemptsOf = (renderId: string) =>
  stack.database.client.attempt.findMany({ where: { task: { renderId, kind: 'frames' } }, orderBy: { number: 'asc' } });

describe('a straggler', () => {
  it('gets one speculative attempt on another node; the first to deliver wins and the other is stopped', async () => {
    await stack.startScheduler();
    const slow = await stack.startNode({
      nodeId: 'slow',
      slots: 2,
      onFrames: async (job, signal) => {
        if (job.segments.some(({ index }) => index === 18)) await aborted(signal);
      },
    });
    const account = await stack.account();
    // Work that is done pays for the speculative attempt: it may cost 5 % of it.
    await stack.reaches(await stack.render(account, await stack.project(account, 9)), 'COMPLETED');
    const id = await stack.render(account, await stack.project(account, 19));
    await vi.waitFor(async () => expect((await stack.row(id)).doneFrames).toBe(540), { timeout: 100_000 });
    const fast = await stack.startNode({ nodeId: 'fast' });
    const row = await stack.reaches(id, 'COMPLETED', 20_000);
    expect(row.doneFrames).toBe(570);
    expect(fast.taken.map(({ segments }) => segments.map(({ index }) => index))).toEqual([[18]]);
    await vi.waitFor(
      async () => {
        const speculative = (await attemptsOf(id)).find(
          ({ speculative, outcome }) => speculative && outcome === 'done',
        );
        expect(speculative?.nodeId).toBe('fast');
        const tries = (await attemptsOf(id)).filter(({ taskId }) => taskId === speculative?.taskId);
        expect(tries[0]?.outcome).toBe('cancelled');
        expect(slow.stopped).toContain(tries[0]?.jobId);
      },
      { timeout: 100_000 },
    );
    const failed = await stack.database.client.task.aggregate({ where: { renderId: id }, _sum: { failures: true } });
    expect(failed._sum.failures).toBe(0);
  });

  /**
   * Starts a render whose last range does not end on the nodes `first` and `second`, of which the latter has the
   * speculative attempt and is killed. On `first` the range goes on once `release` is called.
   */
  async function lostSpeculation() {
    await stack.startScheduler();
    const gate = createGuard();
    const hang = async (job: { segments: { index: number }[] }, signal: AbortSignal) => {
      if (job.segments.some(({ index }) => index === 18)) await Promise.race([aborted(signal), gate.passed]);
    };
    const first = await stack.startNode({ nodeId: 'first', onFrames: hang });
    const account = await stack.account();
    await stack.reaches(await stack.render(account, await stack.project(account, 9)), 'COMPLETED');
    const id = await stack.render(account, await stack.project(account, 19));
    await vi.waitFor(async () => expect((await stack.row(id)).doneFrames).toBe(540), { timeout: 100_000 });
    const second = await stack.startNode({ nodeId: 'second', onFrames: hang });
    await vi.waitFor(() => expect(second.taken.length).toBe(1), { timeout: 100_000 });
    await second.kill();
    const outcomesNow = async () => (await attemptsOf(id)).filter(({ outcome }) => outcome !== 'done');
    await vi.waitFor(async () => expect((await outcomesNow()).map(({ outcome }) => outcome)).toContain('lost'), {
      timeout: 100_000,
    });
    expect((await outcomesNow()).some(({ outcome, speculative }) => outcome === 'running' && !speculative)).toBe(true);
    return { id, first, release: gate.open };
  }

  it('keeps running when its speculative attempt is lost, and delivers', async () => {
    const { id, release } = await lostSpeculation();
    release();
    await stack.reaches(id, 'COMPLETED', 30_000);
    const tries = await attemptsOf(id);
    const lost = tries.find(({ speculative }) => speculative);
    const own = tries.find(({ taskId, speculative }) => taskId === lost?.taskId && !speculative);
    expect(own).toMatchObject({ nodeId: 'first', outcome: 'done' });
  });

  it('is tried again when both its attempts are lost', { tags: 'full' }, async () => {
    const { id, first } = await lostSpeculation();
    await first.kill();
    await stack.startNode({ nodeId: 'third' });
    await stack.reaches(id, 'COMPLETED', 30_000);
  });
});
