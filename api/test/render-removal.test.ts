import { randomBytes } from 'node:crypto';
import { renderRecord, writeMirror } from '@framemill/scheduler';
import { objectKeys } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(sharedApi);
let owner: TestAccount;
let projectId: string;
beforeAll(async () => {
  owner = await api.account();
  const commands = [{ op: 'addTextClip', text: 'Hi', start: 0, duration: 2, style: { fontSize: 60 } }];
  projectId = (await api.send(owner, 'POST', '/v1/projects', { name: 'r', commands })).body.project.id;
});

const get = (url: string) => api.send(owner, 'GET', url);
const remove = (id: string, by = owner) => api.send(by, 'DELETE', `/v1/renders/${id}`);
const codeOf = ({ status, body }: Awaited<ReturnType<typeof get>>) => [status, body.error.code];

/** Starts a render, and ends it with a file of one segment as the leader would. */
async function ended(body: object = {}) {
  const { client } = api.deps.database;
  const { render } = (await api.send(owner, 'POST', '/v1/renders', { projectId, ...body })).body;
  const name = randomBytes(24).toString('hex');
  const exportKey = `exports/${name}.mp4`;
  await api.deps.store.put(exportKey, Buffer.from('film'));
  const end = { status: 'COMPLETED', stage: 'done', progress: 100, completedAt: new Date(), streamable: true };
  const row = await client.render.update({
    where: { id: render.id },
    data: { ...end, exportKey, url: `/${exportKey}`, fileSizeBytes: 4n },
  });
  const artifact = { accountId: owner.accountId, contentKey: name, sha256: name, sizeBytes: 4n, frames: 60 };
  await client.artifact.create({ data: artifact });
  await api.deps.store.put(objectKeys.segment(owner.accountId, name, name), Buffer.from('part'));
  const { contentKey, sha256 } = artifact;
  await client.renderSegment.create({
    data: { renderId: row.id, index: 0, startFrame: 0, endFrame: 60, contentKey, sha256 },
  });
  await writeMirror(api.deps.redis, owner.accountId, renderRecord(row));
  return { row, exportKey, stream: `/streams/${name}/video.m3u8`, artifact };
}

describe('a render that has ended', () => {
  it('is deleted with its files and rows, and every address of it answers 404 in words', async () => {
    const { row, exportKey, stream, artifact } = await ended();
    expect((await get(`/${exportKey}`)).status).toBe(200);
    const { body: before } = await get('/v1/usage');
    const answer = await remove(row.id);
    expect([answer.status, answer.body]).toEqual([200, { id: row.id, deleted: true }]);
    for (const url of [`/v1/renders/${row.id}`, `/v1/renders/${row.id}/report`, `/${exportKey}`, stream]) {
      const gone = await get(url);
      expect([url, ...codeOf(gone)]).toEqual([url, 404, 'not_found']);
      expect(gone.body.error.message).toMatch(/^(There is no such|This stream does not exist)/);
    }
    expect(codeOf(await api.send(owner, 'POST', `/v1/renders/${row.id}/deliveries/retry`))).toEqual([404, 'not_found']);
    expect((await get(`/v1/renders?projectId=${projectId}`)).body.renders).toEqual([]);
    const { client } = api.deps.database;
    expect(await client.renderSegment.count({ where: { renderId: row.id } })).toBe(0);
    for await (const { key } of api.deps.store.list(`renders/${row.id}/`)) expect(key).toBe(null);

    // What other renders may use, and what was counted, stays.
    const { accountId, contentKey, sha256 } = artifact;
    expect(await client.artifact.count({ where: { contentKey } })).toBe(1);
    expect(await api.deps.store.head(objectKeys.segment(accountId, contentKey, sha256))).not.toBeNull();
    const { body: after } = await get('/v1/usage');
    expect(after.daily.at(-1).renders).toBe(1);
    expect([after.renders, after.credits]).toEqual([before.renders, before.credits]);
    expect(await client.auditEntry.findMany({ where: { accountId } })).toMatchObject([
      { actor: `api_key:${owner.keyId}`, action: 'render.delete', subject: row.id },
    ]);
    expect(codeOf(await remove(row.id))).toEqual([404, 'not_found']);
  });

  it('stays deleted when a process that still works for it writes its state', async () => {
    const { row } = await ended();
    await remove(row.id);
    await writeMirror(api.deps.redis, owner.accountId, renderRecord({ ...row, updatedAt: new Date() }));
    expect(codeOf(await get(`/v1/renders/${row.id}`))).toEqual([404, 'not_found']);
  });

  it('cannot be deleted by another account or without the scope', async () => {
    const { row, exportKey } = await ended();
    expect(codeOf(await remove(row.id, await api.account()))).toEqual([404, 'not_found']);
    const reader = await api.key(owner, { scopes: ['render.read'] });
    expect(codeOf(await remove(row.id, reader))).toEqual([403, 'insufficient_scope']);
    expect((await get(`/${exportKey}`)).status).toBe(200);
  });

  it('keeps a file that a render which was started again from it shares', async () => {
    const { row } = await ended({ outputs: [{ format: 'mp4' }, { format: 'vtt' }] });
    const { client } = api.deps.database;
    const child = await client.render.findFirstOrThrow({ where: { parentId: row.id } });
    const again = await ended();
    const { id, parentId, profile, qc, outputs, deliveries, ...rest } = child;
    const data = { ...rest, id: `${id}_again`, parentId: again.row.id, profile: {} };
    await client.render.create({ data });
    await remove(row.id);
    expect((await get(`/${child.exportKey}`)).status).toBe(200);
    await remove(again.row.id);
    expect((await get(`/${child.exportKey}`)).status).toBe(404);
    expect(await client.render.count({ where: { parentId: { in: [row.id, again.row.id] } } })).toBe(0);
  });

  it('fails the files that are on their way to a destination, and reports it in an event', async () => {
    const { row } = await ended();
    const { client } = api.deps.database;
    const { accountId } = owner;
    const delivery = { accountId, renderId: row.id, destinationId: 'dst_gone', kind: 's3' };
    await client.delivery.createMany({
      data: [
        { ...delivery, id: `del_0${row.id}`, outputIndex: 0, status: 'DELIVERED' },
        { ...delivery, id: `del_1${row.id}`, outputIndex: 1, status: 'SENDING', path: 'a', uploadId: 'u' },
      ],
    });
    await client.render.update({ where: { id: row.id }, data: { deliveries: [] } });
    expect((await remove(row.id)).status).toBe(200);
    expect(await client.delivery.count({ where: { renderId: row.id } })).toBe(0);
    const [event] = await client.outboxEvent.findMany({ where: { renderId: row.id, type: 'render.delivery_failed' } });
    expect(event?.payload).toMatchObject({
      deliveries: [
        { status: 'DELIVERED', error: null },
        { status: 'FAILED', error: 'The render was deleted before this file was delivered.' },
      ],
    });
  });

  it('leaves its last state with the item of its batch', async () => {
    const items = [{ variables: {} }, { variables: {} }];
    const { batch } = (await api.send(owner, 'POST', '/v1/batches', { projectId, items })).body;
    const { row } = await ended();
    const { client } = api.deps.database;
    const where = { batchId_index: { batchId: batch.id, index: 1 } };
    await client.batchItem.update({ where, data: { status: 'ADMITTED', renderId: row.id } });
    await remove(row.id);
    expect((await get(`/v1/batches/${batch.id}/items`)).body.items).toMatchObject([
      { status: 'QUEUED' },
      { status: 'COMPLETED', renderId: null, url: null, error: null },
    ]);
    expect((await get(`/v1/batches/${batch.id}`)).body.batch.counts).toMatchObject({ queued: 1, completed: 1 });
  });
});

it('a render that has not ended is refused with the way to cancel it, and can be deleted after that', async () => {
  const { render } = (await api.send(owner, 'POST', '/v1/renders', { projectId })).body;
  const refused = await remove(render.id);
  expect([refused.status, refused.body.error]).toMatchObject([
    409,
    { code: 'invalid_request', conflictCode: 'render_open', renderStatus: 'PENDING' },
  ]);
  expect(refused.body.error.message).toContain(`POST /v1/renders/${render.id}/cancel`);
  expect((await get(`/v1/renders/${render.id}`)).body.render.status).toBe('PENDING');
  await api.send(owner, 'POST', `/v1/renders/${render.id}/cancel`);
  expect((await remove(render.id)).status).toBe(200);
});

it('a sample of a test key is deleted without its file, which all accounts share', async () => {
  const tester = await api.key(owner, { environment: 'test' });
  const { render } = (await api.send(tester, 'POST', '/v1/renders', { projectId })).body;
  expect((await remove(render.id, tester)).status).toBe(200);
  expect((await get(new URL(render.url, 'http://api.test').pathname)).status).toBe(200);
});
