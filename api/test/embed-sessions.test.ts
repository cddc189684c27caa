import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { consoleRoutes } from '../src/console/routes/index.ts';
import { suspendAccount } from '../src/operators/restrict-account.ts';
import { routes } from '../src/routes/index.ts';
import { studioRoutes } from '../src/studio/routes/index.ts';
import { type Embedded, embed, mediaOf, ORIGIN, projectOf, sendWith } from './embed-world.ts';
import { fillExample, fillPath, makeWorld } from './fixture-world.ts';
import { multipartForm, pngBytes } from './multipart-form.ts';
import { sharedAddress, sharedServedApi } from './shared-api.ts';
import type { Answer, TestAccount } from './start-api.ts';

const api = forSuite(sharedServedApi);

const ALL = ['edit', 'render', 'upload'];

const image = (src: string) => ({ op: 'addClip', type: 'image', src, start: 0, duration: 1, trackIndex: 0 });

/** Uploads a file with the token of an embed session. */
function uploadWith(token: string, data: Buffer): Promise<Answer> {
  const { payload, headers } = multipartForm({ name: 'mine.png', data });
  const authorization = `Bearer ${token}`;
  return api.inject({
    method: 'POST',
    url: '/api/embed/media/uploads',
    headers: { ...headers, authorization },
    payload,
  });
}

const outcome = ({ status, body }: Answer) => [status, body?.error?.code];

describe('an embed session', () => {
  it('has an address whose token is in no list and in no answer but the first', async () => {
    const owner = await api.account();
    const projectId = await projectOf(api, owner);
    const theme = { mode: 'light', accent: '#3355ff' };
    const made = await embed(api, owner, projectId, {
      permissions: ['edit'],
      expiresInSec: 600,
      endUser: 'Ada',
      theme,
    });
    expect(made.page).toBe(`/embed/${made.id}`);
    expect(made.token).toMatch(/^emt_[\w-]{43}$/);
    expect(made.record).toMatchObject({
      ...{ projectId, keyId: owner.keyId, permissions: ['view', 'edit'], origins: [ORIGIN], theme, endUser: 'Ada' },
    });
    expect(Math.abs(Date.parse(made.record.expiresAt) - Date.now() - 600_000)).toBeLessThan(10_000);
    const { body } = await api.send(owner, 'GET', `/v1/embed-sessions?projectId=${projectId}`);
    expect(body.sessions).toEqual([made.record]);
    expect((await made.call('GET', '/session')).body).toEqual({ session: made.record });
    const row = await api.deps.database.client.embedSession.findUniqueOrThrow({ where: { id: made.id } });
    expect(JSON.stringify(row)).not.toContain(made.token.slice(4));
    const audit = await api.deps.database.client.auditEntry.findMany({ where: { subject: made.id } });
    expect(audit.map(({ actor, action }) => [actor, action])).toEqual([[`api_key:${owner.keyId}`, 'embed.create']]);
  });

  it('is created by API keys alone, and allows no more than its key', async () => {
    const owner = await api.account();
    const projectId = await projectOf(api, owner);
    const create = (key: TestAccount | null, fields: object, headers = {}) =>
      api.send(key, 'POST', '/v1/embed-sessions', { projectId, origins: [ORIGIN], ...fields }, headers);
    const signedIn = await api.signIn(owner);
    const studio = await api.send(
      ...([null, 'POST', '/api/studio/embed-sessions', { projectId, origins: [ORIGIN] }, signedIn] as const),
    );
    expect(outcome(studio)).toEqual([403, 'insufficient_scope']);
    const scopes = ['projects.read', 'projects.write', 'media.read', 'render.read'];
    const small = await api.key(owner, { scopes });
    expect((await create(small, { permissions: ['edit'] })).status).toBe(201);
    for (const permission of ['render', 'upload']) {
      expect(outcome(await create(small, { permissions: [permission] }))).toEqual([403, 'insufficient_scope']);
    }
    const { body } = await create(small, { permissions: ['edit'] });
    const token: string = body.url.split('#')[1];
    const edit = { commands: [{ op: 'setProjectSettings', background: '#101010' }] };
    expect((await sendWith(api, token, 'POST', `/api/embed/projects/${projectId}/commands`, edit)).status).toBe(200);
    // What the key loses, its sessions lose.
    const data = { scopes: scopes.filter((scope) => scope !== 'projects.write') };
    await api.deps.database.client.apiKey.update({ where: { id: small.keyId }, data });
    const refused = await sendWith(api, token, 'POST', `/api/embed/projects/${projectId}/commands`, edit);
    expect(outcome(refused)).toEqual([403, 'insufficient_scope']);
  });

  it.each([
    ['forged', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['shorter', (token: string) => token.slice(0, -1)],
    ['of another kind', (token: string) => token.slice(4)],
    ['empty', () => ''],
  ])('does nothing with a token that is %s', async (_what, change) => {
    const owner = await api.account();
    const { token } = await embed(api, owner, await projectOf(api, owner));
    const answer = await sendWith(api, change(token), 'GET', '/api/embed/session');
    expect(outcome(answer)).toEqual([401, 'unauthorized']);
  });

  it('ends at its time, with its key, by a request, with its project, and while the account is suspended', async () => {
    const owner = await api.account();
    const { client } = api.deps.database;
    const state = async ({ call, page }: Embedded) => [
      (await call('GET', '/session')).status,
      (await api.send(null, 'GET', page)).status,
    ];
    const expired = await embed(api, owner, await projectOf(api, owner));
    expect(await state(expired)).toEqual([200, 200]);
    await client.embedSession.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await state(expired)).toEqual([401, 404]);

    const key = await api.key(owner);
    const ofKey = await embed(api, key, await projectOf(api, owner));
    await client.apiKey.update({ where: { id: key.keyId }, data: { revokedAt: new Date() } });
    expect(await state(ofKey)).toEqual([401, 404]);

    const revoked = await embed(api, owner, await projectOf(api, owner));
    const path = `/v1/embed-sessions/${revoked.id}`;
    expect(outcome(await api.send(await api.account(), 'DELETE', path))).toEqual([404, 'not_found']);
    expect((await api.send(owner, 'DELETE', path)).body).toEqual({ id: revoked.id, deleted: true });
    expect(await state(revoked)).toEqual([401, 404]);
    expect(outcome(await api.send(owner, 'DELETE', path))).toEqual([404, 'not_found']);

    const projectId = await projectOf(api, owner);
    const ofProject = await embed(api, owner, projectId);
    await api.send(owner, 'DELETE', `/v1/projects/${projectId}`);
    expect(await state(ofProject)).toEqual([401, 404]);

    const ofAccount = await embed(api, owner, await projectOf(api, owner));
    const account = { id: owner.accountId, actor: 'operator:test' };
    await suspendAccount(api.deps.database, account, { until: null, reason: 'a private reason' });
    const suspended = await ofAccount.call('GET', '/session');
    expect(outcome(suspended)).toEqual([403, 'access_suspended']);
    expect(suspended.bytes.toString()).not.toContain('private reason');
  });

  it('ends with the app of its key, and with the plan of live keys', async () => {
    const owner = await api.account();
    const session = await embed(api, owner, await projectOf(api, owner));
    const { client } = api.deps.database;
    await client.app.update({ where: { id: owner.appId }, data: { status: 'suspended' } });
    expect(outcome(await session.call('GET', '/session'))).toEqual([403, 'app_suspended']);
    await client.app.update({ where: { id: owner.appId }, data: { status: 'approved' } });
    expect((await session.call('GET', '/session')).status).toBe(200);
    await client.account.update({ where: { id: owner.accountId }, data: { plan: 'hobby' } });
    expect(outcome(await session.call('GET', '/media'))).toEqual([402, 'plan_required']);
  });
});

describe('what an embed session reaches', () => {
  it('is no route but those of the editor', async () => {
    const world = await makeWorld(api);
    const { token } = await embed(api, world.account, world.projectId, { permissions: ALL });
    const reached: string[] = [];
    const send = async (method: string, url: string, body: unknown) => {
      const headers = { authorization: `Bearer ${token}`, origin: api.deps.apiHost };
      const { status } = await api.send(null, method, url, body, headers);
      if (![401, 403].includes(status)) reached.push(`${method} ${url.replaceAll(world.projectId, '{p}')} ${status}`);
    };
    for (const route of routes) {
      const body = fillExample(route.examples.find((example) => example.body !== undefined)?.body, world);
      const path = fillPath(route.path, world);
      for (const prefix of ['/v1', '/api/v1', '/api/studio']) await send(route.method, `${prefix}${path}`, body);
    }
    for (const { method, path, access, examples } of [...consoleRoutes, ...studioRoutes]) {
      if (access !== 'anyone') await send(method, path.replaceAll(/:\w+/g, world.projectId), examples[0]?.body);
    }
    await send('POST', '/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(reached).toEqual([]);
  });

  it('is the calls that its permissions allow, and all others are refused below its own prefix too', async () => {
    const world = await makeWorld(api);
    const permitted: Record<string, string[]> = {};
    for (const permissions of [['view'], ['edit'], ['render'], ['upload']]) {
      const key = await api.key(world.account);
      const { token } = await embed(api, key, world.projectId, { permissions });
      const called = routes.map(async (route) => {
        const example = route.examples.find((one) => one.body !== undefined);
        const body = fillExample(example?.body, world);
        const { status } = await sendWith(api, token, route.method, `/api/embed${fillPath(route.path, world)}`, body);
        expect(status, route.name).not.toBe(401);
        return status === 403 ? [] : [route.name];
      });
      permitted[permissions.join()] = (await Promise.all(called)).flat().sort();
    }
    const view = ['get-project', 'list-commands', 'list-media', 'preview-project'];
    // The example names a file that the project does not use.
    expect(permitted).toEqual({
      view,
      edit: ['apply-commands', ...view, 'list-history', 'restore-project', 'undo-change'].sort(),
      render: ['cancel-render', 'create-render', 'get-render', ...view].sort(),
      upload: ['import-media', ...view, 'upload-large-media', 'upload-media'].sort(),
    });
  });

  it('is one project and its renders, whoever owns the others', async () => {
    const owner = await api.account();
    const [own, other] = [await projectOf(api, owner), await projectOf(api, owner)];
    const foreign = await projectOf(api, await api.account());
    const { call } = await embed(api, owner, own, { permissions: ALL });
    const start = async (projectId: string) =>
      (await api.send(owner, 'POST', '/v1/renders', { projectId })).body.render.id as string;
    const renders = { own: await start(own), other: await start(other) };
    const edit = { commands: [{ op: 'setProjectSettings', background: '#101010' }] };
    for (const id of [other, foreign, 'prj_0', '..%2f..']) {
      for (const [method, path, body] of [
        ['GET', `/projects/${id}`, undefined],
        ['POST', `/projects/${id}/commands`, edit],
        ['POST', `/projects/${id}/undo`, { rev: 2 }],
        ['GET', `/projects/${id}/preview`, undefined],
        ['POST', '/renders', { projectId: id }],
      ] as const) {
        expect([method, path, ...outcome(await call(method, path, body))]).toEqual([
          ...[method, path, 403, 'insufficient_scope'],
        ]);
      }
    }
    expect((await call('GET', `/renders/${renders.own}`)).status).toBe(200);
    for (const id of [renders.other, 'rnd_0']) {
      expect(outcome(await call('GET', `/renders/${id}`))).toEqual([403, 'insufficient_scope']);
      expect(outcome(await call('POST', `/renders/${id}/cancel`))).toEqual([403, 'insufficient_scope']);
    }
    const sent = { projectId: own, destination: { url: 'https://else.where.example/a.mp4' } };
    expect(outcome(await call('POST', '/renders', sent))).toEqual([403, 'insufficient_scope']);
    expect((await call('POST', `/renders/${renders.own}/cancel`)).status).toBe(200);
  });

  it('is the media of the project and its own uploads', async () => {
    const owner = await api.account();
    const [used, unused] = [await mediaOf(api, owner, 'used'), await mediaOf(api, owner, 'unused')];
    const projectId = await projectOf(api, owner, [image(used)]);
    const { call, token } = await embed(api, owner, projectId, { permissions: ALL });
    const listed = async () => (await call('GET', '/media')).body.media.map(({ id }: { id: string }) => id);
    expect(await listed()).toEqual([used]);
    const add = (src: string) => call('POST', `/projects/${projectId}/commands`, { commands: [image(src)] });
    const escaped = encodeURIComponent(`{"x":"${unused.replace('m', '\\u006d')}"}`);
    for (const answer of [
      await add(unused),
      await add(`/uploads/${unused}.png`),
      await add(`{{photo|${unused}}}`),
      await call('POST', '/media/addresses', { sources: [used, unused] }),
      await call('POST', '/renders', { projectId, variables: { photo: unused } }),
      await call('GET', `/projects/${projectId}/preview?variables=${escaped}`),
      await call('GET', `/frame?at=0&variables=${escaped}`),
    ]) {
      expect([...outcome(answer), answer.body.error.message]).toEqual([
        ...[403, 'insufficient_scope', expect.stringContaining(unused)],
      ]);
    }
    const addresses = await call('POST', '/media/addresses', { sources: [used] });
    expect([addresses.status, addresses.body.addresses.length]).toEqual([200, 1]);
    // A text that names a file does not make it one of the project's.
    const half = { op: 'addTextClip', text: `${unused.slice(0, -1)}!`, start: 0, duration: 1 };
    const whole = { op: 'replaceText', find: '!', replace: unused.slice(-1) };
    await call('POST', `/projects/${projectId}/commands`, { commands: [half, whole] });
    expect(outcome(await add(unused))).toEqual([403, 'insufficient_scope']);

    const uploaded = await uploadWith(token, pngBytes('an upload of a session'));
    expect(uploaded.status).toBe(201);
    const mine: string = uploaded.body.media.id;
    expect((await add(mine)).body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true]);
    expect((await listed()).sort()).toEqual([mine, used].sort());
    // Another session has only what the project uses by now.
    const second = await embed(api, owner, await projectOf(api, owner), { permissions: ALL });
    expect((await second.call('GET', '/media')).body.media).toEqual([]);
    // The same bytes are the same file, which keeps the name that the account gave it.
    const again = await uploadWith(token, pngBytes(`${owner.accountId} unused`));
    expect(again.body.media).toMatchObject({ id: unused, name: 'unused.png' });
  });

  it('is no media whose id variables or a script form', async () => {
    const owner = await api.account();
    const projectId = await projectOf(api, owner);
    const { call } = await embed(api, owner, projectId, { permissions: ALL });
    const send = (command: object) => call('POST', `/projects/${projectId}/commands`, { commands: [command] });
    const [{ error }] = (await send(image('{{first|a}}{{second|b}}'))).body.results;
    expect(error).toMatch(/is not media of this account/);
    const source = "commands.addImageClip({ src: 'med' + '_0', start: 0, duration: 1 });";
    const script = await send({ op: 'runScript', source });
    expect([...outcome(script), script.body.error.message]).toEqual([
      ...[403, 'insufficient_scope', 'An embed session cannot run scripts. Send the commands themselves.'],
    ]);
  });

  it('is checked on worker threads too', async () => {
    const owner = await api.account();
    const unused = await mediaOf(api, owner, 'beyond the thread');
    const projectId = await projectOf(api, owner);
    const { call } = await embed(api, owner, projectId, { permissions: ['edit'] });
    // Bodies of over 8 kB are parsed on a thread.
    const long = Array.from({ length: 40 }, (_, at) => ({
      ...{ op: 'addTextClip', text: `${at} ${'x'.repeat(300)}`, start: at, duration: 1 },
    }));
    const path = `/projects/${projectId}/commands`;
    expect((await call('POST', path, { commands: long })).body.ok).toBe(true);
    expect(outcome(await call('POST', path, { commands: [...long, image(unused)] }))).toEqual([
      ...[403, 'insufficient_scope'],
    ]);
  });

  it('has a history with the name of its person, and without that of the account', async () => {
    const owner = await api.account();
    await api.deps.database.client.account.update({ where: { id: owner.accountId }, data: { name: 'Secret Ltd' } });
    await api.deps.database.client.app.update({ where: { id: owner.appId }, data: { name: 'Our server' } });
    const projectId = await projectOf(api, owner);
    const signedIn = await api.signIn(owner);
    const edit = { commands: [{ op: 'setProjectSettings', background: '#101010' }] };
    const path = `/projects/${projectId}/commands`;
    await api.send(null, 'POST', `/api/studio${path}`, edit, signedIn);
    const { call } = await embed(api, owner, projectId, { permissions: ['edit'], endUser: 'Ada' });
    await call('POST', path, { commands: [{ op: 'setProjectSettings', background: '#202020' }] });
    const names = ({ body }: Answer) => body.entries.map(({ author }: Answer['body']) => author);
    expect(names(await call('GET', `/projects/${projectId}/history`))).toEqual([
      { via: 'editor', name: 'Ada' },
      { via: 'editor', name: 'Owner' },
    ]);
    expect(names(await api.send(owner, 'GET', `/v1/projects/${projectId}/history`))).toEqual([
      { via: 'editor', name: 'Ada' },
      { via: 'editor', name: 'Secret Ltd' },
    ]);
  });

  it('has events of its project, without the ids of other media and of programs', async () => {
    const owner = await api.account();
    const projectId = await projectOf(api, owner);
    const address = await sharedAddress(api);
    const { token, call, id } = await embed(api, owner, projectId, { permissions: ['edit'] });
    const response = await fetch(`${address}/api/embed/events`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (part: string) => {
      while (!text.includes(part)) text += (await reader?.read())?.value ?? '';
    };
    await until('event: rev');
    await mediaOf(api, owner, 'another file');
    await until('event: media\ndata: {}');
    await api.send(owner, 'POST', '/v1/renders', { projectId });
    await call('POST', `/projects/${projectId}/commands`, {
      commands: [{ op: 'setProjectSettings', background: '#303030' }],
    });
    await until('event: commands');
    const edit = { commands: [{ op: 'setProjectSettings', background: '#404040' }] };
    await api.send(owner, 'POST', `/v1/projects/${projectId}/commands`, edit);
    await until('"author":{"via":"api"},"programId":null');
    expect(text).not.toMatch(/med_|event: render|app_|key_/);
    await api.send(owner, 'DELETE', `/v1/embed-sessions/${id}`);
    await reader?.cancel();
    expect((await call('GET', '/events')).status).toBe(401);
  });
});
