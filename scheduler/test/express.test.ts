import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aborted, createGuard, type Gate } from './gate.ts';

const stack = forSuite(openStack);
const gates: Gate[] = [];
afterEach(() => {
  // Also those of a failed test: its ranges must not stay for the next one.
  for (const gate of gates.splice(0)) gate.open();
  return stack.quiet();
});

/** Returns, by task kind, how many of a render's completed attempts used express slots, such as `2 of 3`. */
async function expressOf(renderId: string): Promise<Record<string, string>> {
  const attempts = await stack.database.client.attempt.findMany({
    where: { task: { renderId }, outcome: 'done' },
    include: { task: true },
  });
  return Object.fromEntries(
    [...Map.groupBy(attempts, ({ task }) => task.kind)].map(([kind, rows]) => [
      kind,
      `${rows.filter(({ express }) => express).length} of ${rows.length}`,
    ]),
  );
}

function openedLater(): Gate {
  const gate = createGuard();
  gates.push(gate);
  return gate;
}

/** Starts a node with two slots, and an account whose ranges use both of them until the barrier `gate` is opened. */
async function heldSlots() {
  await stack.startScheduler();
  const [heavy, customer] = [await stack.account('enterprise'), await stack.account('hobby')];
  const gate = openedLater();
  const node = await stack.startNode({
    ...{ slots: 2, express: true },
    onFrames: async ({ accountId }, signal) => {
      if (accountId === heavy) await Promise.race([aborted(signal), gate.passed]);
    },
  });
  return { heavy, customer, gate, node };
}

describe('the express slot of a node', () => {
  it('renders the video of an account without other renders, and leaves busy slots alone', async () => {
    const { heavy, customer, gate, node } = await heldSlots();
    const endless = await stack.render(heavy, await stack.project(heavy, 8));
    await vi.waitFor(() => expect(node.taken.length).toBe(2), { timeout: 100_000 });
    const film = await stack.render(customer, await stack.project(customer, 3));
    await stack.reaches(film, 'COMPLETED');
    expect(node.stopped).toEqual([]);
    const ranges = await expressOf(film);
    expect(ranges).toEqual({ frames: '3 of 3', stitch: '1 of 1' });

    const held = await stack.database.client.attempt.findMany({ where: { task: { renderId: endless } } });
    expect(new Set(held.map(({ express }) => express))).toEqual(new Set([false]));
    gate.open();
    await stack.reaches(endless, 'COMPLETED');
  });

  it('renders the next film while one of two slots is held: the first goes to the free slot', async () => {
    const { heavy, customer, gate, node } = await heldSlots();
    const endless = await stack.render(heavy, await stack.project(heavy, 1));
    await vi.waitFor(() => expect(node.taken.length).toBe(1), { timeout: 100_000 });
    for (const frames of ['0 of 1', '1 of 1']) {
      const film = await stack.render(customer, await stack.project(customer, 1));
      await stack.reaches(film, 'COMPLETED');
      expect(await expressOf(film)).toEqual({ frames, stitch: '1 of 1' });
    }
    gate.open();
    await stack.reaches(endless, 'COMPLETED');
  });

  it('is free while no slot is held', async () => {
    await stack.startScheduler();
    const customer = await stack.account('hobby');
    await stack.startNode({ slots: 2, express: true });
    const film = await stack.render(customer, await stack.project(customer, 1));
    await stack.reaches(film, 'COMPLETED');
    expect((await expressOf(film)).frames).toBe('0 of 1');
  });

  it('loses nothing when its node dies: another one does the work again', async () => {
    await stack.startScheduler();
    const heavy = await stack.account('enterprise');
    const customer = await stack.account('hobby');
    const [gate, begun] = [openedLater(), createGuard()];
    const first = await stack.startNode({
      ...{ slots: 1, express: true },
      onFrames: async ({ accountId }, signal) => {
        if (accountId === customer) begun.open();
        await Promise.race([aborted(signal), gate.passed]);
      },
    });
    await stack.render(heavy, await stack.project(heavy, 4));
    await vi.waitFor(() => expect(first.taken.length).toBe(1), { timeout: 100_000 });
    const film = await stack.render(customer, await stack.project(customer, 1));
    await begun.passed;
    await stack.startNode({ slots: 1, express: true });
    await first.kill();
    await stack.reaches(film, 'COMPLETED');
    const outcomes = await stack.database.client.attempt.findMany({
      where: { task: { renderId: film, kind: 'frames' } },
      orderBy: { number: 'asc' },
    });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['lost', 'done']);
    expect(outcomes[0]?.express).toBe(true);
  });

  it('ends a cancelled job that still waits for it', async () => {
    await stack.startScheduler();
    const heavy = await stack.account('enterprise');
    const customers = [await stack.account('hobby'), await stack.account('hobby')];
    const gate = openedLater();
    const node = await stack.startNode({
      ...{ slots: 1, express: true },
      onFrames: (_job, signal) => Promise.race([aborted(signal), gate.passed]),
    });
    await stack.render(heavy, await stack.project(heavy, 4));
    await vi.waitFor(() => expect(node.taken.length).toBe(1), { timeout: 100_000 });
    const [first = '', second = ''] = customers;
    const film = await stack.render(first, await stack.project(first, 1));
    await vi.waitFor(() => expect(node.taken.length).toBe(2), { timeout: 100_000 });
    const other = await stack.render(second, await stack.project(second, 1));
    await stack.client.cancel({ accountId: first, renderId: film });
    await stack.reaches(film, 'CANCELLED');
    gate.open();
    await stack.reaches(other, 'COMPLETED');
  });
});
