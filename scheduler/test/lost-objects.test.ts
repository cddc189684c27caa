import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/errors';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { objectKeys } from '../src/protocol/index.ts';
import { imageDocument } from './documents.ts';
import { nodeError } from './fake-node.ts';
import { type House, openHouse } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterEach(() => house.quiet());
afterAll(() => house.close());

const exportsUsed = async (id: string) =>
  (await house.database.client.account.findUniqueOrThrow({ where: { id } })).exportsUsed;

describe('a render whose objects are not found', () => {
  it('goes on when a node has another object store, and fails when its document is lost', async () => {
    await house.startScheduler();
    let handedBack = 0;
    await house.startNode({
      onFrames: async ({ documentKey }) => {
        handedBack += 1;
        if (handedBack === 6) return;
        if (handedBack > 6) await house.store.delete(documentKey);
        const failure = { kind: 'interrupted', code: 'not_found', message: 'not in my store' } as const;
        throw nodeError({ ...failure, missingKeys: [documentKey] });
      },
    });
    const account = await house.account();
    const id = await house.render(account, await house.project(account, 1));
    await house.reaches(id, 'COMPLETED');
    const task = await house.database.client.task.findFirstOrThrow({ where: { renderId: id, kind: 'frames' } });
    expect(task).toMatchObject({ failures: 0, attempts: 6 });

    const lost = await house.render(account, await house.project(account, 1));
    const { errorMsg } = await house.reaches(lost, 'FAILED');
    expect(errorMsg).toBe(`"renders/${lost}/document.json" is gone from the object store. Render the project again.`);
  });

  it('believes no single look: a document that the store hides for a moment costs nothing', async () => {
    const account = await house.account();
    const id = await house.render(account, await house.project(account, 1));
    const key = objectKeys.document(id);
    const { body } = await house.store.get(key);
    const document = await buffer(body);
    const get = vi.spyOn(house.store, 'get');
    const looked = async () => {
      get.mockClear();
      const looks = () => get.mock.calls.filter(([asked]) => asked === key).length;
      await vi.waitFor(() => expect(looks()).toBeGreaterThan(3), { timeout: 10_000 });
    };
    await house.store.delete(key);
    await house.startNode();
    await house.startScheduler(60_000);
    await looked();
    await house.store.put(key, document.subarray(0, 100));
    await looked();
    expect((await house.row(id)).status).toBe('PENDING');
    await house.store.put(key, document);
    get.mockRestore();
    await house.reaches(id, 'COMPLETED');
  });

  it('is held up by nobody for whose document the store is silent', async () => {
    const account = await house.account('enterprise');
    const silent: string[] = [];
    for (let count = 0; count < 5; count++) silent.push(await house.render(account, await house.project(account, 1)));
    const id = await house.render(account, await house.project(account, 1));
    const get = house.store.get.bind(house.store);
    const silentKeys = new Set(silent.map((renderId) => objectKeys.document(renderId)));
    // As the S3 store: a service that takes the request and never answers is given up, here after 3 s.
    const spy = vi.spyOn(house.store, 'get').mockImplementation(async (key) => {
      if (!silentKeys.has(key)) return get(key);
      await delay(3_000);
      throw new FramemillError('unavailable', 'the store is silent');
    });
    await house.startNode();
    await house.startScheduler();
    // One after the other they take 15 s in each tick, of which a render needs three.
    await house.reaches(id, 'COMPLETED', 30_000);
    spy.mockRestore();
    for (const renderId of silent) await house.reaches(renderId, 'COMPLETED', 30_000);
  }, 90_000);

  it('makes a segment again as often as the store loses it, without counting a failure, but not for ever', async () => {
    await house.startScheduler();
    let account = await house.account();
    let losses = 6;
    const node = await house.startNode({
      onStitch: async () => {
        if (losses === 0) return;
        losses -= 1;
        const where = { accountId: account, frames: { gt: 0 } };
        const lost = await house.database.client.artifact.findFirstOrThrow({ where });
        await house.store.delete(objectKeys.segment(account, lost.contentKey, lost.sha256));
      },
    });
    const id = await house.render(account, await house.project(account, 3));
    await house.reaches(id, 'COMPLETED');
    // Three segments once, and each that was lost once more: no other.
    expect(node.taken.flatMap(({ segments }) => segments)).toHaveLength(3 + 6);
    const { _sum } = await house.database.client.task.aggregate({ where: { renderId: id }, _sum: { failures: true } });
    expect(_sum.failures).toBe(0);
    losses = 1_000;
    account = await house.account();
    const hopelessId = await house.render(account, await house.project(account, 1));
    const hopeless = await house.reaches(hopelessId, 'FAILED', 30_000);
    expect(hopeless.errorMsg).toMatch(/joining the segments failed 3 times.*segments are missing/);
  }, 60_000);

  it('fails with the name of a source that is gone, and what to do', async () => {
    await house.startScheduler();
    const account = await house.account();
    const mediaId = `med_${randomUUID()}`;
    const objectKey = `uploads/${mediaId}.png`;
    const facts = {
      ...{ kind: 'image', sha256: '9'.repeat(64), mimeType: 'image/png', sizeBytes: 10, width: 64, height: 64 },
      ...{ durationSec: null, fps: null, hasAudio: false },
    };
    const data = { id: mediaId, accountId: account, name: 'holiday.png', status: 'READY', sizeBytes: 10, objectKey };
    await house.database.client.media.create({ data: { ...data, sha256: facts.sha256, facts } });
    await house.startNode({
      onFrames: async () => {
        const failure = { kind: 'interrupted', code: 'not_found', message: 'not in my store' } as const;
        throw nodeError({ ...failure, missingKeys: [objectKey] });
      },
    });
    const projectId = `prj_${randomUUID()}`;
    const document = { ...imageDocument(mediaId) };
    await house.database.client.project.create({ data: { id: projectId, accountId: account, name: 'x', document } });
    const { errorMsg } = await house.reaches(await house.render(account, projectId), 'FAILED');
    expect(errorMsg).toBe('the file of the media "holiday.png" is gone from the object store. Upload it again.');
    expect(await exportsUsed(account)).toBe(0);
  });

  it('makes a segment again when the stitch misses its object', async () => {
    await house.startScheduler();
    let deleted = false;
    const account = await house.account();
    await house.startNode({
      onStitch: async () => {
        if (deleted) return;
        deleted = true;
        const { contentKey, sha256 } = await house.database.client.artifact.findFirstOrThrow({
          where: { accountId: account },
        });
        await house.store.delete(objectKeys.segment(account, contentKey, sha256));
      },
    });
    const id = await house.render(account, await house.project(account, 3));
    await house.reaches(id, 'COMPLETED');
    expect(deleted).toBe(true);
  });
});
