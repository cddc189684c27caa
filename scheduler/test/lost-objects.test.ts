import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { imageDocument } from '@framemill/testing/documents';
import { nodeError } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { FramemillError } from '@framemill/timeline/errors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { objectKeys } from '../src/protocol/index.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const exportsUsed = async (id: string) =>
  (await stack.database.client.account.findUniqueOrThrow({ where: { id } })).exportsUsed;

describe('a render whose objects are not found', () => {
  it('goes on when a node has another object store, and fails when its document is lost', async () => {
    await stack.startScheduler();
    let handedBack = 0;
    await stack.startNode({
      onFrames: async ({ documentKey }) => {
        handedBack += 1;
        if (handedBack === 6) return;
        if (handedBack > 6) await stack.store.delete(documentKey);
        const failure = { kind: 'interrupted', code: 'not_found', message: 'not in my store' } as const;
        throw nodeError({ ...failure, missingKeys: [documentKey] });
      },
    });
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 1));
    await stack.reaches(id, 'COMPLETED');
    const task = await stack.database.client.task.findFirstOrThrow({ where: { renderId: id, kind: 'frames' } });
    expect(task).toMatchObject({ failures: 0, attempts: 6 });

    const lost = await stack.render(account, await stack.project(account, 1));
    const { errorMsg } = await stack.reaches(lost, 'FAILED');
    expect(errorMsg).toBe(
      `The object "renders/${lost}/document.json" is missing from the object store. Render the project again.`,
    );
  });

  it('believes no single look: a document that the store hides for a moment costs nothing', async () => {
    const account = await stack.account();
    const id = await stack.render(account, await stack.project(account, 1));
    const key = objectKeys.document(id);
    const { body } = await stack.store.get(key);
    const document = await buffer(body);
    const get = vi.spyOn(stack.store, 'get');
    const looked = async () => {
      get.mockClear();
      const looks = () => get.mock.calls.filter(([asked]) => asked === key).length;
      await vi.waitFor(() => expect(looks()).toBeGreaterThan(3), { timeout: 100_000 });
    };
    await stack.store.delete(key);
    await stack.startNode();
    await stack.startScheduler({ lossPatienceMs: 60_000 });
    await looked();
    await stack.store.put(key, document.subarray(0, 100));
    await looked();
    expect((await stack.row(id)).status).toBe('PENDING');
    await stack.store.put(key, document);
    get.mockRestore();
    await stack.reaches(id, 'COMPLETED');
  });

  it('is held up by nobody for whose document the store is silent', async () => {
    const account = await stack.account('enterprise');
    const silent: string[] = [];
    for (let count = 0; count < 5; count++) silent.push(await stack.render(account, await stack.project(account, 1)));
    const id = await stack.render(account, await stack.project(account, 1));
    const get = stack.store.get.bind(stack.store);
    const silentKeys = new Set(silent.map((renderId) => objectKeys.document(renderId)));
    // As the S3 store: a service that takes the request and never answers is given up, here after 2 s.
    const spy = vi.spyOn(stack.store, 'get').mockImplementation(async (key) => {
      if (!silentKeys.has(key)) return get(key);
      await delay(2_000);
      throw new FramemillError('unavailable', 'the store is silent');
    });
    await stack.startNode();
    await stack.startScheduler();
    // One after the other they take 10 s in each tick, of which a render needs three.
    await stack.reaches(id, 'COMPLETED', 20_000);
    spy.mockRestore();
    for (const renderId of silent) await stack.reaches(renderId, 'COMPLETED', 30_000);
  });

  it('makes a segment again as often as the store loses it, without counting a failure, but not for ever', async () => {
    await stack.startScheduler();
    let account = await stack.account();
    let losses = 6;
    const node = await stack.startNode({
      onStitch: async () => {
        if (losses === 0) return;
        losses -= 1;
        const where = { accountId: account, frames: { gt: 0 } };
        const lost = await stack.database.client.artifact.findFirstOrThrow({ where });
        await stack.store.delete(objectKeys.segment(account, lost.contentKey, lost.sha256));
      },
    });
    const id = await stack.render(account, await stack.project(account, 3));
    await stack.reaches(id, 'COMPLETED');
    // Three segments once, and each that was lost once more: no other.
    expect(node.taken.flatMap(({ segments }) => segments)).toHaveLength(3 + 6);
    const { _sum } = await stack.database.client.task.aggregate({ where: { renderId: id }, _sum: { failures: true } });
    expect(_sum.failures).toBe(0);
    losses = 1_000;
    account = await stack.account();
    const hopelessId = await stack.render(account, await stack.project(account, 1));
    const hopeless = await stack.reaches(hopelessId, 'FAILED', 30_000);
    expect(hopeless.errorMsg).toMatch(/Muxing the segments failed 3 times.*segments are missing/);
  });

  it('fails with the name of a source that is gone, and what to do', async () => {
    await stack.startScheduler();
    const account = await stack.account();
    const mediaId = `med_${randomUUID()}`;
    const objectKey = `uploads/${mediaId}.png`;
    const facts = {
      ...{ kind: 'image', sha256: '9'.repeat(64), mimeType: 'image/png', sizeBytes: 10, width: 64, height: 64 },
      ...{ durationSec: null, fps: null, hasAudio: false },
    };
    const data = { id: mediaId, accountId: account, name: 'holiday.png', status: 'READY', sizeBytes: 10, objectKey };
    await stack.database.client.media.create({ data: { ...data, sha256: facts.sha256, facts } });
    await stack.startNode({
      onFrames: async () => {
        const failure = { kind: 'interrupted', code: 'not_found', message: 'not in my store' } as const;
        throw nodeError({ ...failure, missingKeys: [objectKey] });
      },
    });
    const projectId = await stack.project(account, imageDocument(mediaId));
    const { errorMsg } = await stack.reaches(await stack.render(account, projectId), 'FAILED');
    expect(errorMsg).toBe(
      'The file of the media "holiday.png" is missing from the object store. Upload the file again.',
    );
    expect(await exportsUsed(account)).toBe(0);
  });

  it('makes a segment again when the stitch misses its object', async () => {
    await stack.startScheduler();
    let deleted = false;
    const account = await stack.account();
    await stack.startNode({
      onStitch: async () => {
        if (deleted) return;
        deleted = true;
        const { contentKey, sha256 } = await stack.database.client.artifact.findFirstOrThrow({
          where: { accountId: account },
        });
        await stack.store.delete(objectKeys.segment(account, contentKey, sha256));
      },
    });
    const id = await stack.render(account, await stack.project(account, 3));
    await stack.reaches(id, 'COMPLETED');
    expect(deleted).toBe(true);
  });
});
