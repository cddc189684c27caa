import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FramesJob } from '../src/protocol/index.ts';
import { aborted, createGate } from './gate.ts';
import { type House, openHouse } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterEach(() => house.quiet());
afterAll(() => house.close());

const indexesOf = (jobs: readonly FramesJob[]) => jobs.flatMap(({ segments }) => segments.map(({ index }) => index));

describe('an account whose ranges do not end, on every slot', () => {
  it('gives a slot to another one until its render is done, and goes on in the slow lane, one segment a range', async () => {
    await house.startScheduler();
    const attacker = await house.account('enterprise');
    const customer = await house.account('hobby');
    const gate = createGate();
    const node = await house.startNode({
      slots: 2,
      onFrames: async ({ accountId }, signal) => {
        if (accountId === attacker) await Promise.race([aborted(signal), gate.passed]);
      },
    });
    const endless = await house.render(attacker, await house.project(attacker, 8));
    await vi.waitFor(() => expect(node.taken.length).toBe(2), { timeout: 10_000 });
    const orderedAt = Date.now();
    await house.reaches(await house.render(customer, await house.project(customer, 1)), 'COMPLETED', 30_000);
    // Its wait for a slot is 5 s and a look; without that it would wait for ever.
    expect(Date.now() - orderedAt).toBeLessThan(20_000);
    // One slot was freed and kept: its stitch did not wait for another.
    expect(node.stopped.length).toBe(1);
    expect(node.taken[2]?.accountId).toBe(customer);

    gate.open();
    await house.reaches(endless, 'COMPLETED', 30_000);
    const later = node.taken.slice(3);
    expect(later.every(({ segments }) => segments.length === 1)).toBe(true);
    expect([...new Set(indexesOf(later))].length).toBe(later.length);
    const counts = { where: { task: { renderId: endless }, outcome: { in: ['failed', 'lost'] } } };
    expect(await house.database.client.attempt.count(counts)).toBe(0);
  }, 60_000);

  it('keeps what a stopped range had done, and only the rest of it is rendered again', async () => {
    await house.startScheduler();
    const attacker = await house.account();
    const customer = await house.account();
    const hung: FramesJob[] = [];
    const node = await house.startNode({
      slots: 1,
      doneWhenStopped: 2,
      onFrames: async (job, signal) => {
        if (hung.length > 0 || job.segments.length < 4) return;
        hung.push(job);
        await aborted(signal);
      },
    });
    const long = await house.render(attacker, await house.project(attacker, 18));
    await vi.waitFor(() => expect(hung.length).toBe(1), { timeout: 10_000 });
    const before = node.taken.length;
    await house.reaches(await house.render(customer, await house.project(customer, 1)), 'COMPLETED', 30_000);
    const row = await house.reaches(long, 'COMPLETED', 30_000);
    expect(row.doneFrames).toBe(18 * 30);
    const again = indexesOf(node.taken.slice(before).filter(({ renderId }) => renderId === long));
    const ordered = indexesOf(hung);
    expect(again).not.toContain(ordered[0]);
    expect(again).not.toContain(ordered[1]);
    expect(again.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: again.length }, (_, place) => 18 - again.length + place),
    );
  }, 60_000);
});
