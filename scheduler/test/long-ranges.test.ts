import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RenderRangeJob } from '../src/protocol/index.ts';
import { aborted, createGuard } from './gate.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const indexesOf = (jobs: readonly RenderRangeJob[]) =>
  jobs.flatMap(({ segments }) => segments.map(({ index }) => index));

describe('an account whose ranges do not end, on every slot', () => {
  it('gives a slot to another one until its render is done, and goes on in the slow lane, one segment a range', {
    tags: 'full',
  }, async () => {
    await stack.startScheduler();
    const attacker = await stack.account('enterprise');
    const customer = await stack.account('hobby');
    const gate = createGuard();
    const node = await stack.startNode({
      slots: 2,
      onFrames: async ({ accountId }, signal) => {
        if (accountId === attacker) await Promise.race([aborted(signal), gate.passed]);
      },
    });
    const endless = await stack.render(attacker, await stack.project(attacker, 8));
    await vi.waitFor(() => expect(node.taken.length).toBe(2), { timeout: 100_000 });
    const orderedAt = Date.now();
    await stack.reaches(await stack.render(customer, await stack.project(customer, 1)), 'COMPLETED', 30_000);
    // Its wait for a slot is 5 s and a look; without that it would wait for ever.
    expect(Date.now() - orderedAt).toBeLessThan(20_000);
    // One slot was freed and kept: its stitch did not wait for another.
    expect(node.stopped.length).toBe(1);
    expect(node.taken[2]?.accountId).toBe(customer);

    gate.open();
    await stack.reaches(endless, 'COMPLETED', 30_000);
    const later = node.taken.slice(3);
    expect(later.every(({ segments }) => segments.length === 1)).toBe(true);
    expect([...new Set(indexesOf(later))].length).toBe(later.length);
    const counts = { where: { task: { renderId: endless }, outcome: { in: ['failed', 'lost'] } } };
    expect(await stack.database.client.attempt.count(counts)).toBe(0);
  });

  it('keeps what a stopped range had done, and only the rest of it is rendered again', async () => {
    await stack.startScheduler();
    const attacker = await stack.account();
    const customer = await stack.account();
    const hung: RenderRangeJob[] = [];
    const node = await stack.startNode({
      slots: 1,
      doneWhenStopped: 2,
      onFrames: async (job, signal) => {
        if (hung.length > 0 || job.segments.length < 4) return;
        hung.push(job);
        await aborted(signal);
      },
    });
    const long = await stack.render(attacker, await stack.project(attacker, 18));
    await vi.waitFor(() => expect(hung.length).toBe(1), { timeout: 100_000 });
    const before = node.taken.length;
    await stack.reaches(await stack.render(customer, await stack.project(customer, 1)), 'COMPLETED', 30_000);
    const row = await stack.reaches(long, 'COMPLETED', 30_000);
    expect(row.doneFrames).toBe(18 * 30);
    const again = indexesOf(node.taken.slice(before).filter(({ renderId }) => renderId === long));
    const ordered = indexesOf(hung);
    expect(again).not.toContain(ordered[0]);
    expect(again).not.toContain(ordered[1]);
    expect(again.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: again.length }, (_, place) => 18 - again.length + place),
    );
  });
});
