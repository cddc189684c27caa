import { createRedis, redisReady } from '@framemill/infra';
import { redisChannels } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { embed, projectOf } from './embed-world.ts';
import { sharedAddress, sharedServedApi } from './shared-api.ts';
import type { Answer, TestAccount } from './start-api.ts';

const api = forSuite(sharedServedApi);

/** Opens the comments of a new project. */
async function openComments(owner?: TestAccount) {
  const account = owner ?? (await api.account());
  const projectId = await projectOf(api, account);
  const call = (method: string, path: string, body?: unknown, key: TestAccount | null = account) =>
    api.send(key, method, `/v1/projects/${projectId}/comments${path}`, body);
  const add = async (fields: object = {}) => {
    const { status, body } = await call('POST', '', { text: 'Too long', timeSec: 1, ...fields });
    expect([status, body.error]).toEqual([201, undefined]);
    return body.comment;
  };
  const list = async (query = '') => (await call('GET', query)).body.comments;
  return { account, projectId, call, add, list };
}

const outcome = ({ status, body }: Answer) => [status, body?.error?.code];

/** Returns the events of an account's comments, oldest first. */
async function eventsOf({ accountId }: TestAccount): Promise<[string, string][]> {
  const rows = await api.deps.database.client.outboxEvent.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
  return rows
    .filter(({ type }) => type.startsWith('comment.'))
    .map(({ type, payload }) => [type, Object(payload).text]);
}

it('a comment has a moment or a range, a place, an author and answers, and leaves the document as it is', async () => {
  const { account, projectId, call, add, list } = await openComments();
  const comment = await add({ timeSec: 2, endSec: 3.5, point: { x: 0.25, y: 1 } });
  expect(comment).toEqual({
    ...{ id: comment.id, projectId, parentId: null, timeSec: 2, endSec: 3.5, point: { x: 0.25, y: 1 } },
    ...{ text: 'Too long', author: { via: 'api', name: expect.any(String) }, resolvedAt: null },
    ...{ createdAt: comment.createdAt, updatedAt: comment.updatedAt },
  });
  expect(comment.id).toMatch(/^cmt_[0-9a-f]{32}$/);
  const moment = await add();
  expect([moment.endSec, moment.point]).toEqual([null, null]);
  const first = (await call('POST', `/${comment.id}/answers`, { text: 'Shorter now' })).body.comment;
  const second = (await call('POST', `/${comment.id}/answers`, { text: 'Thanks' })).body.comment;
  expect([first.parentId, first.timeSec]).toEqual([comment.id, 2]);
  expect(await list()).toEqual([
    { ...moment, answers: [] },
    { ...comment, answers: [first, second] },
  ]);
  const nested = await call('POST', `/${first.id}/answers`, { text: 'No' });
  expect([...outcome(nested), nested.body.error.message]).toEqual([
    ...[400, 'invalid_request', expect.stringContaining(comment.id)],
  ]);
  const { project } = (await api.send(account, 'GET', `/v1/projects/${projectId}?view=document`)).body;
  expect([project.rev, JSON.stringify(project)]).toEqual([1, expect.not.stringContaining('Too long')]);
});

it('a comment is listed by pages and by state, and by the person who writes in the Studio', async () => {
  const { account, projectId, call, add, list } = await openComments();
  const made = [await add({ text: 'one' }), await add({ text: 'two' }), await add({ text: 'three' })];
  await call('PATCH', `/${made[1].id}`, { resolved: true });
  const texts = async (query: string) => (await list(query)).map(({ text }: { text: string }) => text);
  expect(await texts('?state=open')).toEqual(['three', 'one']);
  expect(await texts('?state=resolved')).toEqual(['two']);
  const { body: page } = await call('GET', '?limit=2');
  expect(await texts(`?limit=2&cursor=${page.nextCursor}`)).toEqual(['one']);
  const signedIn = await api.signIn(account);
  const url = `/api/studio/projects/${projectId}/comments`;
  const written = await api.send(null, 'POST', url, { text: 'From the editor', timeSec: 0 }, signedIn);
  const { name } = await api.deps.database.client.account.findUniqueOrThrow({ where: { id: account.accountId } });
  expect(written.body.comment.author).toEqual({ via: 'editor', name });
});

it('a thread is resolved once, opened again, changed and deleted with its answers', async () => {
  const { account, call, add, list } = await openComments();
  const { id } = await add();
  const { body } = await call('POST', `/${id}/answers`, { text: 'Done' });
  const answerId: string = body.comment.id;
  expect(outcome(await call('PATCH', `/${answerId}`, { resolved: true }))).toEqual([400, 'invalid_request']);
  const resolved = (await call('PATCH', `/${id}`, { resolved: true })).body.comment;
  expect(Math.abs(Date.parse(resolved.resolvedAt) - Date.now())).toBeLessThan(10_000);
  expect((await call('PATCH', `/${id}`, { resolved: true })).body.comment.resolvedAt).toBe(resolved.resolvedAt);
  expect((await call('PATCH', `/${id}`, { resolved: false, text: 'Still' })).body.comment).toMatchObject({
    ...{ resolvedAt: null, text: 'Still' },
  });
  expect((await call('PATCH', `/${answerId}`, { text: 'Not yet' })).body.comment.text).toBe('Not yet');
  expect(await eventsOf(account)).toEqual([
    ['comment.created', 'Too long'],
    ['comment.created', 'Done'],
    ['comment.resolved', 'Too long'],
  ]);
  expect((await call('DELETE', `/${id}`)).body).toEqual({ id, deleted: true });
  expect(outcome(await call('DELETE', `/${id}`))).toEqual([404, 'not_found']);
  expect(outcome(await call('PATCH', `/${answerId}`, { text: 'x' }))).toEqual([404, 'not_found']);
  expect(await list()).toEqual([]);
});

it('comments of another project or account do not exist', async () => {
  const [own, other] = [await openComments(), await openComments()];
  const second = await openComments(own.account);
  const foreign = await other.add();
  const elsewhere = await second.add();
  for (const { id } of [foreign, elsewhere, { id: 'cmt_0' }]) {
    for (const [method, path, body] of [
      ['PATCH', '', { resolved: true }],
      ['POST', '/answers', { text: 'x' }],
      ['DELETE', '', undefined],
    ] as const) {
      expect([method, ...outcome(await own.call(method, `/${id}${path}`, body))]).toEqual([method, 404, 'not_found']);
    }
  }
  const reader = await api.key(own.account, { scopes: ['projects.read'] });
  expect((await own.call('GET', '', undefined, reader)).status).toBe(200);
  const refused = await own.call('POST', '', { text: 'x', timeSec: 0 }, reader);
  expect(outcome(refused)).toEqual([403, 'insufficient_scope']);
  expect(outcome(await other.call('GET', '', undefined, own.account))).toEqual([404, 'not_found']);
  const { call } = await embed(api, own.account, own.projectId, { permissions: ['edit'] });
  expect(outcome(await call('GET', `/projects/${own.projectId}/comments`))).toEqual([403, 'insufficient_scope']);
});

it('a project has up to 1,000 comments, also when more are written at once', async () => {
  const { projectId, call } = await openComments();
  const data = Array.from({ length: 998 }, (_, index) => ({
    ...{ id: `cmt_${projectId}_${index}`, projectId, timeSec: 0, text: 'x', author: { via: 'api', appId: null } },
  }));
  await api.deps.database.client.projectComment.createMany({ data });
  const answers = await Promise.all([1, 2, 3, 4].map((timeSec) => call('POST', '', { text: 'x', timeSec })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 402, 402]);
  expect(answers.find(({ status }) => status === 402)?.body.error).toMatchObject({
    ...{ code: 'quota_exceeded', what: 'comments', used: 1_000, limit: 1_000 },
  });
});

it('a key writes up to 60 comments a minute, and refused ones do not count', async () => {
  const { add, call } = await openComments();
  for (let made = 0; made < 59; made += 1) await add();
  expect(outcome(await call('POST', '', { text: '', timeSec: 0 }))).toEqual([400, 'invalid_request']);
  const { id } = await add();
  expect(outcome(await call('POST', '', { text: 'x', timeSec: 0 }))).toEqual([429, 'rate_limited']);
  expect(outcome(await call('POST', `/${id}/answers`, { text: 'x' }))).toEqual([429, 'rate_limited']);
});

it('a copy of a project has its comments, and a deleted project has none', async () => {
  const { account, projectId, call, add, list } = await openComments();
  const { id } = await add({ point: { x: 0.5, y: 0.5 } });
  await call('POST', `/${id}/answers`, { text: 'An answer' });
  await call('PATCH', `/${id}`, { resolved: true });
  const signedIn = await api.signIn(account);
  const { body } = await api.send(null, 'POST', `/api/studio/projects/${projectId}/duplicate`, undefined, signedIn);
  const copyId: string = body.project.id;
  const copied = (await api.send(account, 'GET', `/v1/projects/${copyId}/comments`)).body.comments;
  const [original] = await list();
  const [copy] = copied;
  expect(copied).toEqual([
    {
      ...{ ...original, id: copy.id, projectId: copyId },
      answers: [{ ...original.answers[0], id: copy.answers[0].id, projectId: copyId, parentId: copy.id }],
    },
  ]);
  expect([copy.id === id, copy.id]).toEqual([false, expect.stringMatching(/^cmt_[0-9a-f]{32}$/)]);
  await api.send(account, 'DELETE', `/v1/projects/${projectId}`);
  expect(await api.deps.database.client.projectComment.count({ where: { projectId } })).toBe(0);
  expect(await api.deps.database.client.projectComment.count({ where: { projectId: copyId } })).toBe(2);
});

it('a comment is published to the open pages of its project, by its id alone', async () => {
  const { projectId, add, call } = await openComments();
  const subscriber = createRedis(api.services.redisUrl, 'plain');
  await redisReady(subscriber);
  const messages: unknown[] = [];
  subscriber.on('message', (_channel, text) => messages.push(JSON.parse(text)));
  await subscriber.subscribe(redisChannels.projectEvents(projectId));
  const { id } = await add();
  await call('PATCH', `/${id}`, { resolved: true });
  await call('DELETE', `/${id}`);
  await expect.poll(() => messages).toEqual(Array.from({ length: 3 }, () => ({ type: 'comment', commentId: id })));
  subscriber.disconnect();
});

it('an assistant lists, writes, answers and resolves comments', async () => {
  const { account, projectId, list } = await openComments();
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${account.key}` };
  const url = new URL(`${await sharedAddress(api)}/api/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const call = async (name: string, fields: object = {}) => {
    const { structuredContent } = await client.callTool({ name, arguments: { projectId, ...fields } });
    return structuredContent as Answer['body'];
  };
  const { comment } = await call('add_comment', { text: 'Fade it in', timeSec: 1.5 });
  await call('answer_comment', { commentId: comment.id, text: 'Done' });
  await call('update_comment', { commentId: comment.id, resolved: true });
  expect((await call('list_comments', { state: 'resolved' })).comments).toEqual(await list());
  expect((await call('list_comments', { state: 'open' })).comments).toEqual([]);
  expect((await call('answer_comment', { commentId: 'cmt_0', text: 'x' })).error.code).toBe('not_found');
  await client.close();
});
