import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { queueStatus } from '../src/index.ts';
import { objectKeys } from '../src/protocol/index.ts';
import { nodeError } from './fake-node.ts';
import { createGate } from './gate.ts';
import { type House, openHouse } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterEach(() => house.quiet());
afterAll(() => house.close());

describe("an operator's retry", () => {
  it('renders what failed anew from its frozen document and reuses what was finished', async () => {
    await house.startScheduler();
    let broken = true;
    await house.startNode({
      slots: 1,
      onFrames: async ({ segments }) => {
        const last = segments.some(({ index }) => index === 3);
        if (broken && last) throw nodeError({ kind: 'fatal', code: 'invalid_request', message: 'the disk was full' });
      },
    });
    const account = await house.account();
    const project = await house.project(account, 4);
    const failed = await house.render(account, project);
    await house.reaches(failed, 'FAILED');
    broken = false;
    await house.database.client.project.delete({ where: { id: project } });
    const retried = await house.client.retry(failed);
    expect(retried).toMatchObject({ status: 'PENDING', projectId: project, format: 'mp4' });
    const done = await house.reaches(retried.id, 'COMPLETED');
    expect(done.reusedSegments).toBeGreaterThan(0);
    expect(done.profile).toEqual((await house.row(failed)).profile);
    const { exportsUsed } = await house.database.client.account.findUniqueOrThrow({ where: { id: account } });
    expect(exportsUsed).toBe(1);
    await expect(house.client.retry(retried.id)).rejects.toThrow(/is COMPLETED. Only one that FAILED/);
  }, 30_000);

  it('keeps to the limits of the plan, and says when the frozen document is gone', async () => {
    const account = await house.account('hobby');
    const first = await house.render(account, await house.project(account));
    await house.client.cancel({ accountId: account, renderId: first });
    const second = await house.render(account, await house.project(account));
    await expect(house.client.retry(first)).rejects.toMatchObject({ code: 'quota_exceeded' });
    await house.client.cancel({ accountId: account, renderId: second });
    await house.store.delete(objectKeys.document(first));
    await expect(house.client.retry(first)).rejects.toThrow(/frozen document of .* is gone/);
    await expect(house.client.retry('rnd_none')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the status of the queues', () => {
  it('counts what waits and runs, and who serves each queue', async () => {
    await house.startScheduler();
    const go = createGate();
    const node = await house.startNode({ slots: 1, onFrames: () => go.passed });
    const account = await house.account();
    const id = await house.render(account, await house.project(account, 8));
    const framesQueue = async () =>
      (await queueStatus(house)).find(({ queue }) => queue.startsWith('frames-cpu-') && queue !== 'frames-cpu-none');
    await expect.poll(framesQueue, { timeout: 5_000 }).toMatchObject({ active: 1, waiting: 1, nodes: 1, slots: 1 });
    expect((await framesQueue())?.oldestSec).toBeGreaterThanOrEqual(0);
    const names = (await queueStatus(house)).map(({ queue }) => queue);
    expect(names).toEqual(expect.arrayContaining(['preview', 'probe', 'ingest-sound', 'ingest-picture']));
    go.open();
    await house.reaches(id, 'COMPLETED');
    await node.stop();
    const after = (await queueStatus(house)).find(({ queue }) => queue === 'preview');
    expect(after).toMatchObject({ waiting: 0, active: 0, oldestSec: null, nodes: 0, slots: 0 });
  }, 30_000);
});
