import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { consoleRoutes } from '../src/console/routes/index.ts';
import { suspendAccount } from '../src/operators/restrict-account.ts';
import { routes } from '../src/routes/index.ts';
import { studioRoutes } from '../src/studio/routes/index.ts';
import { embed, projectOf, sendWith } from './embed-world.ts';
import { fillExample, fillPath, makeWorld } from './fixture-world.ts';
import { sharedServedApi } from './shared-api.ts';
import type { Answer, TestAccount } from './start-api.ts';

const api = forSuite(sharedServedApi);

/** Creates a review link. `call` sends a request of its page. Each link has a network of its own, for the limits. */
async function link(owner: TestAccount, projectId: string, fields: object = {}) {
  const { status, body } = await api.send(owner, 'POST', `/v1/projects/${projectId}/review-links`, fields);
  expect([status, body.error]).toEqual([201, undefined]);
  const [page = '', token = ''] = body.url.split('#');
  const call = (method: string, path = '', sent?: unknown) => sendWith(api, token, method, `/api/review${path}`, sent);
  return { record: body.link, id: body.link.id as string, page, token, call };
}

const outcome = ({ status, body }: Answer) => [status, body?.error?.code];
const written = { name: 'Ada', text: 'Too loud', timeSec: 1 };

/** Removes the counted requests of the tests' network, which all tests share. */
async function forgetRequests(): Promise<void> {
  const keys = await api.deps.redis.keys('fm:rl:review*');
  if (keys.length > 0) await api.deps.redis.del(keys);
}

describe('a review link', () => {
  it('has an address whose token is in no list, no log of the audit and not in the database', async () => {
    const owner = await api.account();
    const projectId = await projectOf(api, owner);
    const made = await link(owner, projectId, { recipient: 'Ada', expiresInSec: 600 });
    expect(made.page).toBe(`${api.deps.apiHost}/review`);
    expect(made.token).toMatch(/^rvt_[\w-]{43}$/);
    expect(made.record).toMatchObject({ projectId, mayComment: true, recipient: 'Ada' });
    expect(Math.abs(Date.parse(made.record.expiresAt) - Date.now() - 600_000)).toBeLessThan(10_000);
    const { body } = await api.send(owner, 'GET', `/v1/projects/${projectId}/review-links`);
    expect(body.links).toEqual([made.record]);
    const { client } = api.deps.database;
    const row = await client.reviewLink.findUniqueOrThrow({ where: { id: made.id } });
    const audit = await client.auditEntry.findMany({ where: { subject: made.id } });
    expect(JSON.stringify([row, audit])).not.toContain(made.token.slice(4));
    expect(audit.map(({ action }) => action)).toEqual(['review.create']);
  });

  it('shows the video by the player until there is a render, and then the newest one that browsers play', async () => {
    const owner = await api.account();
    const projectId = await projectOf(api, owner);
    const { call } = await link(owner, projectId, { mayComment: false });
    const { body: first } = await call('GET');
    expect(first).toMatchObject({
      ...{ project: { name: 'Film', durationSec: 2 }, mayComment: false, recipient: null },
      video: { kind: 'player', scriptUrl: '/vendor/framemill-player.js' },
    });
    const played = await api.send(null, 'GET', first.video.url);
    expect([played.status, played.body.document.clips.length]).toEqual([200, 1]);
    const render = (id: string, format: string, minute: number, fields: object = {}) => ({
      ...{ id, projectId, accountId: owner.accountId, format, quality: 'standard', resolution: 'full', profile: {} },
      ...{ status: 'COMPLETED', stage: 'done', url: `/exports/${id}.${format}` },
      ...{ createdAt: new Date(Date.now() + minute * 60_000), completedAt: new Date(), ...fields },
    });
    const id = (name: string) => `rnd_${projectId}_${name}`;
    await api.deps.database.client.render.createMany({
      data: [
        render(id('old'), 'mp4', 1),
        render(id('new'), 'webm', 2),
        render(id('gif'), 'gif', 3),
        render(id('test'), 'mp4', 4, { test: true }),
        render(id('open'), 'mp4', 5, { status: 'FAILED' }),
        render(id('part'), 'mp4', 6, { parentId: id('gif') }),
      ],
    });
    expect((await call('GET')).body.video).toEqual({
      ...{ kind: 'render', url: `/exports/${id('new')}.webm`, renderedAt: expect.any(String) },
    });
  });

  it('ends at its time, by a request, with its project, and while the account is suspended', async () => {
    const owner = await api.account();
    const { client } = api.deps.database;
    const expired = await link(owner, await projectOf(api, owner));
    expect((await expired.call('GET')).status).toBe(200);
    await client.reviewLink.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    const refused = async ({ call }: typeof expired) =>
      expect([
        ...[outcome(await call('GET')), outcome(await call('GET', '/comments'))],
        outcome(await call('POST', '/comments', written)),
      ]).toEqual(Array.from({ length: 3 }, () => [401, 'unauthorized']));
    await refused(expired);

    const projectId = await projectOf(api, owner);
    const revoked = await link(owner, projectId);
    const path = `/v1/projects/${projectId}/review-links/${revoked.id}`;
    expect(outcome(await api.send(await api.account(), 'DELETE', path))).toEqual([404, 'not_found']);
    const elsewhere = path.replace(projectId, await projectOf(api, owner));
    expect(outcome(await api.send(owner, 'DELETE', elsewhere))).toEqual([404, 'not_found']);
    expect((await api.send(owner, 'DELETE', path)).body).toEqual({ id: revoked.id, deleted: true });
    expect(outcome(await api.send(owner, 'DELETE', path))).toEqual([404, 'not_found']);
    await refused(revoked);

    const deletedId = await projectOf(api, owner);
    const ofProject = await link(owner, deletedId);
    await api.send(owner, 'DELETE', `/v1/projects/${deletedId}`);
    await refused(ofProject);

    const ofAccount = await link(owner, await projectOf(api, owner));
    const account = { id: owner.accountId, actor: 'operator:test' };
    await suspendAccount(api.deps.database, account, { until: null, reason: 'a private reason' });
    const suspended = await ofAccount.call('GET');
    expect(outcome(suspended)).toEqual([403, 'access_suspended']);
    expect(suspended.bytes.toString()).not.toContain('private reason');
  });

  it.each([
    ['forged', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['shorter', (token: string) => token.slice(0, -1)],
    ['without its prefix', (token: string) => token.slice(4)],
    ['empty', () => ''],
  ])('does nothing with a token that is %s', async (_what, change) => {
    const owner = await api.account();
    const { token } = await link(owner, await projectOf(api, owner));
    expect(outcome(await sendWith(api, change(token), 'GET', '/api/review'))).toEqual([401, 'unauthorized']);
  });

  it('opens no other route, in place of a key, a session or the token of an embedded editor', async () => {
    const world = await makeWorld(api);
    const { token } = await link(world.account, world.projectId);
    const reached: string[] = [];
    const send = async (method: string, url: string, body: unknown, refusals = [401, 403]) => {
      const headers = { authorization: `Bearer ${token}`, origin: api.deps.apiHost };
      const { status } = await api.send(null, method, url, body, headers);
      if (!refusals.includes(status)) reached.push(`${method} ${url} ${status}`);
    };
    for (const route of routes) {
      const body = fillExample(route.examples.find((example) => example.body !== undefined)?.body, world);
      const path = fillPath(route.path, world);
      for (const prefix of ['/v1', '/api/v1', '/api/studio', '/api/embed']) {
        await send(route.method, `${prefix}${path}`, body);
      }
      // Below the prefix of the page itself.
      await forgetRequests();
      await send(route.method, `/api/review${path}`, body, [404]);
    }
    for (const { method, path, access, examples } of [...consoleRoutes, ...studioRoutes]) {
      if (access !== 'anyone') await send(method, path.replaceAll(/:\w+/g, world.projectId), examples[0]?.body);
    }
    await send('POST', '/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(reached).toEqual([]);
    const key = await api.send(world.account, 'GET', '/api/review');
    expect(outcome(key)).toEqual([401, 'unauthorized']);
    const editor = await embed(api, world.account, world.projectId);
    expect(outcome(await sendWith(api, editor.token, 'GET', '/api/review'))).toEqual([401, 'unauthorized']);
  });

  it('is not created by an embed session, and a project has up to 100 of them', async () => {
    const owner = await api.account();
    const projectId = await projectOf(api, owner);
    const { call } = await embed(api, owner, projectId, { permissions: ['edit'] });
    expect(outcome(await call('POST', `/projects/${projectId}/review-links`, {}))).toEqual([403, 'insufficient_scope']);
    // A link shows no more than the key that creates it may read.
    for (const missing of ['projects.read', 'media.read', 'render.read']) {
      const scopes = ['projects.write', 'projects.read', 'media.read', 'render.read'].filter((one) => one !== missing);
      const writer = await api.key(owner, { scopes });
      const { status, body } = await api.send(writer, 'POST', `/v1/projects/${projectId}/review-links`, {});
      expect([status, body.error.scope]).toEqual([403, missing]);
    }
    const expiresAt = new Date(Date.now() + 60_000);
    const row = (id: string) => ({ ...{ id, projectId, hash: id, mayComment: true }, expiresAt });
    const data = Array.from({ length: 99 }, (_, index) => row(`rvl_${projectId}_${index}`));
    await api.deps.database.client.reviewLink.createMany({ data });
    const create = () => api.send(owner, 'POST', `/v1/projects/${projectId}/review-links`, {});
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 402, 402]);
  });
});

describe('a guest with a review link', () => {
  it('reads and writes comments on its project, under the name that they give', async () => {
    await forgetRequests();
    const owner = await api.account();
    const projectId = await projectOf(api, owner);
    const url = `/v1/projects/${projectId}/comments`;
    await api.send(owner, 'POST', url, { text: 'Please look', timeSec: 0 });
    const { call } = await link(owner, projectId);
    const added = await call('POST', '/comments', { ...written, endSec: 1.5, point: { x: 0.2, y: 0.3 } });
    expect([added.status, added.body.comment.author]).toEqual([201, { via: 'review', name: 'Ada' }]);
    const answer = await call('POST', `/comments/${added.body.comment.id}/answers`, { name: 'Bo', text: 'Yes' });
    expect(answer.status).toBe(201);
    const { body } = await call('GET', '/comments');
    expect(body.comments.map(({ text, author }: Answer['body']) => [text, author.name])).toEqual([
      ['Too loud', 'Ada'],
      ['Please look', 'Owner'],
    ]);
    expect(body.comments[0].answers.map(({ text }: Answer['body']) => text)).toEqual(['Yes']);
    expect((await api.send(owner, 'GET', url)).body.comments[0]).toEqual(body.comments[0]);
    const { name } = await api.deps.database.client.account.findUniqueOrThrow({ where: { id: owner.accountId } });
    expect(JSON.stringify(body)).not.toContain(name);
  });

  it('reaches no comment of another project, and changes none', async () => {
    await forgetRequests();
    const owner = await api.account();
    const other = await projectOf(api, owner);
    const { body } = await api.send(owner, 'POST', `/v1/projects/${other}/comments`, { text: 'Secret', timeSec: 0 });
    const { call } = await link(owner, await projectOf(api, owner));
    const answer = { name: 'Ada', text: 'x' };
    for (const id of [body.comment.id, 'cmt_0', '..%2f..', 'a%00b']) {
      const { status } = await call('POST', `/comments/${id}/answers`, answer);
      expect([id, status]).toEqual([id, id === 'a%00b' ? 400 : 404]);
    }
    const own = (await call('POST', '/comments', written)).body.comment;
    expect((await call('PATCH', `/comments/${own.id}`, { resolved: true })).status).toBe(404);
    expect((await call('DELETE', `/comments/${own.id}`)).status).toBe(404);
    expect(JSON.stringify((await call('GET', '/comments')).body)).not.toContain('Secret');
  });

  it('cannot take the name that stands for the account', async () => {
    await forgetRequests();
    const owner = await api.account();
    const { call } = await link(owner, await projectOf(api, owner));
    for (const name of ['Owner', ' owner ', 'ＯWNER']) {
      const { status, body } = await call('POST', '/comments', { ...written, name });
      expect([status, body.error.field]).toEqual([400, 'body.name']);
    }
  });

  it('reads and writes no comments with a link to watch', async () => {
    await forgetRequests();
    const owner = await api.account();
    const { call } = await link(owner, await projectOf(api, owner), { mayComment: false });
    expect(outcome(await call('GET', '/comments'))).toEqual([403, 'insufficient_scope']);
    expect(outcome(await call('POST', '/comments', written))).toEqual([403, 'insufficient_scope']);
    expect(outcome(await call('POST', '/comments/cmt_0/answers', written))).toEqual([403, 'insufficient_scope']);
  });

  it.each([
    ['no name', { name: undefined }],
    ['a name of spaces', { name: '  ' }],
    ['a name with a line break', { name: 'A\nB' }],
    ['a name that is too long', { name: 'x'.repeat(101) }],
    ['no text', { text: ' ' }],
    ['a time below 0', { timeSec: -1 }],
    ['a NUL in its text', { text: 'a\0b' }],
  ])('is refused a comment with %s', async (_what, fields) => {
    await forgetRequests();
    const owner = await api.account();
    const { call } = await link(owner, await projectOf(api, owner));
    expect(outcome(await call('POST', '/comments', { ...written, ...fields }))).toEqual([400, 'invalid_request']);
  });

  it('writes 10 comments a minute, and sends 240 requests with guessed tokens', async () => {
    await forgetRequests();
    const owner = await api.account();
    const { call } = await link(owner, await projectOf(api, owner));
    for (let count = 0; count < 10; count += 1) {
      expect((await call('POST', '/comments', written)).status).toBe(201);
    }
    expect(outcome(await call('POST', '/comments', written))).toEqual([429, 'rate_limited']);
    await forgetRequests();
    const guess = () => sendWith(api, `rvt_${'A'.repeat(43)}`, 'GET', '/api/review');
    const answers = await Promise.all(Array.from({ length: 241 }, guess));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(240);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    await forgetRequests();
  });
});
