import { nodeError } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterEach, describe, expect, it } from 'vitest';
import { queueStatus } from '../src/index.ts';
import { objectKeys } from '../src/protocol/index.ts';
import { createGuard } from './gate.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

describe("an operator's retry", () => {
  it('renders what failed anew from its frozen document and reuses what was finished', async () => {
    await stack.startScheduler();
    let broken = true;
    await stack.startNode({
      slots: 1,
      onFrames: async ({ segments }) => {
        const last = segments.some(({ index }) => index === 3);
        if (broken && last) throw nodeError({ kind: 'fatal', code: 'invalid_request', message: 'the disk was full' });
      },
    });
    const account = await stack.account();
    const project = await stack.project(account, 4);
    const failed = await stack.render(account, project);
    await stack.reaches(failed, 'FAILED');
    broken = false;
    await stack.database.client.project.delete({ where: { id: project } });
    const retried = await stack.client.retry(failed);
    expect(retried).toMatchObject({ status: 'PENDING', projectId: project, format: 'mp4' });
    const done = await stack.reaches(retried.id, 'COMPLETED');
    expect(done.reusedSegments).toBeGreaterThan(0);
    expect(done.profile).toEqual((await stack.row(failed)).profile);
    const { exportsUsed } = await stack.database.client.account.findUniqueOrThrow({ where: { id: account } });
    expect(exportsUsed).toBe(1);
    await expect(stack.client.retry(retried.id)).rejects.toThrow(/is COMPLETED. Only FAILED and CANCELLED renders/);
  });

  it('makes all files anew, each as it was asked for', async () => {
    const account = await stack.account();
    const projectId = await stack.project(account, 2);
    const files = [
      { format: 'mp4', quality: 'high', resolution: 'half', aspect: '1:1' },
      { format: 'webm', quality: 'draft', resolution: 'full', aspect: '9:16' },
    ] as const;
    const { render } = await stack.client.admit({
      ...{ accountId: account, projectId, environment: 'live', ...files[0] },
      outputs: [files[1], { format: 'srt' }],
    });
    await stack.client.cancel({ accountId: account, renderId: render.id });
    const { renderOrder } = stack.database.client;
    await renderOrder.create({ data: { renderId: render.id, body: { projectId, quality: 'high' } } });
    const { id } = await stack.client.retry(render.id);
    expect(await renderOrder.findUnique({ where: { renderId: id } })).toMatchObject({ body: { quality: 'high' } });
    await stack.startScheduler();
    await stack.startNode({ slots: 2 });
    const done = await stack.reaches(id, 'COMPLETED');
    expect(done).toMatchObject(files[0]);
    expect(done.outputs).toMatchObject([...files, { format: 'srt', aspect: null, status: 'COMPLETED' }]);
    const profilesOf = async (parent: string) => {
      const where = { OR: [{ id: parent }, { parentId: parent }] };
      const rows = await stack.database.client.render.findMany({ where, orderBy: { outputIndex: 'asc' } });
      return rows.map(({ profile }) => profile);
    };
    const profiles = await profilesOf(id);
    expect(profiles).toMatchObject([{ width: 540, height: 540 }, { width: 1080, height: 1920 }, {}]);
    expect(profiles).toEqual(await profilesOf(render.id));
  });

  it('keeps to the limits of the plan, and says when the frozen document is gone', async () => {
    const account = await stack.account('hobby');
    const first = await stack.render(account, await stack.project(account));
    await stack.client.cancel({ accountId: account, renderId: first });
    const second = await stack.render(account, await stack.project(account));
    await expect(stack.client.retry(first)).rejects.toMatchObject({ code: 'quota_exceeded' });
    await stack.client.cancel({ accountId: account, renderId: second });
    await stack.store.delete(objectKeys.document(first));
    await expect(stack.client.retry(first)).rejects.toThrow(/stored document of the render .* no longer exists/);
    await expect(stack.client.retry('rnd_none')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the status of the queues', () => {
  it('counts what waits and runs, and who serves each queue', async () => {
    await stack.startScheduler();
    const go = createGuard();
    const node = await stack.startNode({ slots: 1, onFrames: () => go.passed });
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 8));
    const framesQueue = async () =>
      (await queueStatus(stack)).find(({ queue }) => queue.startsWith('frames-cpu-') && queue !== 'frames-cpu-none');
    await expect.poll(framesQueue).toMatchObject({ active: 1, waiting: 1, nodes: 1, slots: 1 });
    expect((await framesQueue())?.oldestSec).toBeGreaterThanOrEqual(0);
    const names = (await queueStatus(stack)).map(({ queue }) => queue);
    expect(names).toEqual(expect.arrayContaining(['preview', 'probe', 'ingest-sound', 'ingest-picture']));
    go.open();
    await stack.reaches(id, 'COMPLETED');
    await node.stop();
    const after = (await queueStatus(stack)).find(({ queue }) => queue === 'preview');
    expect(after).toMatchObject({ waiting: 0, active: 0, oldestSec: null, nodes: 0, slots: 0 });
  });
});
