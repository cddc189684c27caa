import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../src/routes/index.ts';
import type { Route } from '../src/routing/define-route.ts';
import { fillExample, fillPath, idFor, makeWorld, type World } from './fixture-world.ts';
import { type ServedApi, startServedApi } from './served-api.ts';

let api: ServedApi;
let mine: World;
let other: World;
beforeAll(async () => {
  api = await startServedApi();
  [mine, other] = await Promise.all([makeWorld(api), makeWorld(api)]);
});
afterAll(() => api.close());

const label = (route: Route) => `${route.method} ${route.path}`;
const withId = routes.filter((route) => route.path.includes(':id'));
const withJson = routes.filter((route) => route.takesBody && route.consumes === undefined);
const url = (route: Route, id?: string) => `/v1${fillPath(route.path, mine, id)}`;

/** A body that is fine, so that only what a test changes is wrong. */
function goodBody(route: Route): unknown {
  return fillExample(route.examples.find((example) => example.body !== undefined)?.body, mine);
}

describe('every route', () => {
  it.each(routes)('refuses no key: $method $path', async (route) => {
    const answer = await api.send(null, route.method, url(route), goodBody(route));
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
  });

  it.each(routes.filter((route) => route.scope !== null))(
    'refuses a key without its scope: $method $path',
    async (route) => {
      const key = await api.key(mine.account, {
        scopes: route.scope === 'account.read' ? ['ai.agent'] : ['account.read'],
      });
      const answer = await api.send(key, route.method, url(route), goodBody(route));
      expect([answer.status, answer.body.error.code]).toEqual([403, 'insufficient_scope']);
      expect(answer.body.error.scope).toBe(route.scope);
    },
  );
});

describe('every route with an id', () => {
  it.each(withId)("answers another account's id exactly like an unknown one: $method $path", async (route) => {
    const foreign = await api.send(mine.account, route.method, url(route, idFor(route.path, other)), goodBody(route));
    const unknown = await api.send(mine.account, route.method, url(route, `x_${'0'.repeat(32)}`), goodBody(route));
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'not_found']);
    expect([unknown.status, unknown.body]).toEqual([404, foreign.body]);
  });

  const badIds = ['%00', '..%2f..%2fetc', "'%20OR%201=1", '%F0%9F%92%A9', 'a'.repeat(100), '%7B%7D', '-1'];
  it.each(withId)('answers 404 for ids that cannot be: $method $path', async (route) => {
    for (const id of badIds) {
      const answer = await api.send(mine.account, route.method, url(route, id), goodBody(route));
      expect([id, answer.status, answer.body.error.code]).toEqual([id, 404, 'not_found']);
    }
  });
});

describe('every route without a body', () => {
  const bodyless = routes.filter((route) => route.method !== 'GET' && !route.takesBody);
  const send = (route: Route, type: string, payload: string) =>
    api.inject({
      method: route.method,
      url: url(route, `x_${'0'.repeat(32)}`),
      headers: {
        authorization: `Bearer ${mine.account.key}`,
        ...{ 'content-type': type, 'content-length': String(payload.length) },
      },
      payload,
    });

  it.each(bodyless)('ignores what type no body is said to have: $method $path', async (route) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json', 'nonsense']) {
      const answer = await send(route, type, '');
      expect([type, answer.status, answer.body.error.code]).toEqual([type, 404, 'not_found']);
    }
  });

  it.each(bodyless)('refuses a form: $method $path', async (route) => {
    const answer = await send(route, 'application/x-www-form-urlencoded', 'a=b');
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  });
});

describe('every route with a JSON body', () => {
  const bodies = ['null', '[]', '"text"', '7', 'true', '', '{', '{}', 'undefined', '{"a":1}'];
  it.each(withJson)('answers 400 for what is no object with its fields: $method $path', async (route) => {
    for (const body of bodies) {
      const answer = await api.send(mine.account, route.method, url(route), body, {
        'content-type': 'application/json',
      });
      expect([body, answer.status, answer.body.error.code]).toEqual([body, 400, 'invalid_request']);
    }
  });

  it.each(withJson)('answers 413 over 1 MB: $method $path', async (route) => {
    const body = { ...Object(goodBody(route)), padding: 'x'.repeat(1_000_001) };
    const answer = await api.send(mine.account, route.method, url(route), body);
    const { limitBytes, sizeBytes, message, code } = answer.body.error;
    expect([answer.status, code]).toEqual([413, 'payload_too_large']);
    expect(sizeBytes).toBe(Buffer.byteLength(JSON.stringify(body)));
    expect(message).toBe(`The body has ${sizeBytes} bytes; this route takes at most ${limitBytes}. Split the request.`);
  });

  it.each(withJson)('ignores fields that it does not know, and names them: $method $path', async (route) => {
    const body = { ...Object(goodBody(route)), somethingNew: { a: [1] } };
    const answer = await api.send(mine.account, route.method, url(route), body);
    expect([answer.status, answer.body.ignored]).toEqual([route.status, ['somethingNew']]);
  });
});

const title = { op: 'addTextClip', text: 'x', start: 0, duration: 1 };
const commands = (count: number) =>
  Array.from({ length: count }, () => ({ op: 'setProjectSettings', background: '#000000' }));

/** What is wrong with a request, route by route: [route, what, address, body, status, code]. `{p}`, `{r}`: my ids. */
const table: [string, string, string, unknown, number, string][] = [
  ['POST /projects', 'name of a wrong type', '/projects', { name: 5 }, 400, 'invalid_request'],
  ['POST /projects', 'empty name', '/projects', { name: '' }, 400, 'invalid_request'],
  ['POST /projects', 'name too long', '/projects', { name: 'n'.repeat(201) }, 400, 'invalid_request'],
  ['POST /projects', 'name with a line break', '/projects', { name: 'a\nb' }, 400, 'invalid_request'],
  ['POST /projects', 'commands no list', '/projects', { name: 'n', commands: {} }, 400, 'invalid_request'],
  ['POST /projects', '201 commands', '/projects', { name: 'n', commands: commands(201) }, 400, 'invalid_request'],
  [
    'POST /projects',
    'command without op',
    '/projects',
    { name: 'n', commands: [{ text: 'x' }] },
    400,
    'invalid_request',
  ],
  ['POST /projects', 'command no object', '/projects', { name: 'n', commands: ['addClip'] }, 400, 'invalid_request'],
  ['POST /projects', 'unknown workspace', '/projects', { name: 'n', workspaceId: 'ws_1' }, 404, 'not_found'],
  ['GET /projects', 'limit 0', '/projects?limit=0', undefined, 400, 'invalid_request'],
  ['GET /projects', 'limit 101', '/projects?limit=101', undefined, 400, 'invalid_request'],
  ['GET /projects', 'limit no number', '/projects?limit=ten', undefined, 400, 'invalid_request'],
  ['GET /projects', 'limit not whole', '/projects?limit=1.5', undefined, 400, 'invalid_request'],
  ['GET /projects', 'empty limit', '/projects?limit=', undefined, 400, 'invalid_request'],
  ['GET /projects', 'limit twice', '/projects?limit=1&limit=2', undefined, 400, 'invalid_request'],
  ['GET /projects', 'foreign cursor', '/projects?cursor=abc', undefined, 400, 'invalid_request'],
  ['GET /projects', 'unknown view', '/projects?view=all', undefined, 400, 'invalid_request'],
  ['GET /projects', 'unknown workspace', '/projects?workspace=ws_1', undefined, 404, 'not_found'],
  ['GET /projects/:id', 'unknown view', '/projects/{p}?view=everything', undefined, 400, 'invalid_request'],
  ['PATCH /projects/:id', 'name of a wrong type', '/projects/{p}', { name: ['x'] }, 400, 'invalid_request'],
  ['PATCH /projects/:id', 'empty name', '/projects/{p}', { name: '' }, 400, 'invalid_request'],
  ['DELETE /projects/:id', 'a body that is no JSON', '/projects/unknown', '{', 400, 'invalid_request'],
  ['POST /projects/:id/commands', 'no command', '/projects/{p}/commands', { commands: [] }, 400, 'invalid_request'],
  [
    'POST /projects/:id/commands',
    '201 commands',
    '/projects/{p}/commands',
    { commands: commands(201) },
    400,
    'invalid_request',
  ],
  [
    'POST /projects/:id/commands',
    'dryRun no boolean',
    '/projects/{p}/commands',
    { commands: [title], dryRun: 'yes' },
    400,
    'invalid_request',
  ],
  [
    'POST /projects/:id/commands',
    'rev no number',
    '/projects/{p}/commands',
    { commands: [title], rev: '1' },
    400,
    'invalid_request',
  ],
  [
    'POST /projects/:id/commands',
    'rev of the future',
    '/projects/{p}/commands',
    { commands: [title], rev: 9999 },
    409,
    'invalid_request',
  ],
  [
    'POST /projects/:id/commands',
    'op of a wrong type',
    '/projects/{p}/commands',
    { commands: [{ op: 7 }] },
    400,
    'invalid_request',
  ],
  [
    'POST /projects/:id/commands',
    'batchId of another form',
    '/projects/{p}/commands',
    { commands: [title], batchId: 'first' },
    400,
    'invalid_request',
  ],
  ['GET /projects/:id', 'rev of the future', '/projects/{p}?rev=9999', undefined, 404, 'not_found'],
  ['GET /projects/:id/commands', 'since 0', '/projects/{p}/commands?since=0', undefined, 400, 'invalid_request'],
  ['GET /projects/:id/history', 'limit 0', '/projects/{p}/history?limit=0', undefined, 400, 'invalid_request'],
  ['GET /projects/:id/history', 'before 0', '/projects/{p}/history?before=0', undefined, 400, 'invalid_request'],
  ['POST /projects/:id/undo', 'the first rev', '/projects/{p}/undo', { rev: 1 }, 400, 'invalid_request'],
  ['POST /projects/:id/undo', 'rev of the future', '/projects/{p}/undo', { rev: 9999 }, 404, 'not_found'],
  ['POST /projects/:id/restore', 'rev of a wrong type', '/projects/{p}/restore', { rev: '1' }, 400, 'invalid_request'],
  ['POST /projects/:id/restore', 'rev of the future', '/projects/{p}/restore', { rev: 9999 }, 404, 'not_found'],
  ['POST /projects/:id/validate', 'no command', '/projects/{p}/validate', { commands: [] }, 400, 'invalid_request'],
  [
    'POST /projects/:id/validate',
    '201 commands',
    '/projects/{p}/validate',
    { commands: commands(201) },
    400,
    'invalid_request',
  ],
  ['GET /projects/:id/preview', 'at no number', '/projects/{p}/preview?at=soon', undefined, 400, 'invalid_request'],
  ['GET /projects/:id/preview', 'at below 0', '/projects/{p}/preview?at=-1', undefined, 400, 'invalid_request'],
  [
    'GET /projects/:id/preview',
    'unknown format',
    '/projects/{p}/preview?format=png',
    undefined,
    400,
    'invalid_request',
  ],
  [
    'POST /renders',
    'variables of a wrong type',
    '/renders',
    { projectId: '{p}', variables: ['x'] },
    400,
    'invalid_request',
  ],
  [
    'POST /renders',
    'unknown variables',
    '/renders',
    { projectId: '{p}', variables: { none: 1 } },
    400,
    'invalid_request',
  ],
  [
    'GET /projects/:id/preview',
    'variables that are no JSON',
    '/projects/{p}/preview?variables=x',
    undefined,
    400,
    'invalid_request',
  ],
  ['GET /projects/:id/variables', 'unknown project', '/projects/prj_0/variables', undefined, 404, 'not_found'],
  ['POST /renders', 'projectId of a wrong type', '/renders', { projectId: 5 }, 400, 'invalid_request'],
  ['POST /renders', 'unknown project', '/renders', { projectId: 'prj_0' }, 404, 'not_found'],
  ['POST /renders', 'impossible project', '/renders', { projectId: '../..' }, 404, 'not_found'],
  ['POST /renders', 'unknown format', '/renders', { projectId: '{p}', format: 'avi' }, 400, 'invalid_request'],
  ['POST /renders', 'unknown quality', '/renders', { projectId: '{p}', quality: 'best' }, 400, 'invalid_request'],
  [
    'POST /renders',
    'resolution of a wrong type',
    '/renders',
    { projectId: '{p}', resolution: 720 },
    400,
    'invalid_request',
  ],
  ['GET /renders', 'unknown project', '/renders?projectId=prj_0', undefined, 404, 'not_found'],
  ['GET /renders', 'impossible project', '/renders?projectId=%00', undefined, 404, 'not_found'],
  ['GET /renders', 'foreign cursor', '/renders?cursor=!!', undefined, 400, 'invalid_request'],
  ['GET /renders', 'limit 0', '/renders?limit=0', undefined, 400, 'invalid_request'],
  ['POST /renders/:id/cancel', 'a body that is no JSON', '/renders/{r}/cancel', '{', 400, 'invalid_request'],
  ['GET /media', 'limit 0', '/media?limit=0', undefined, 400, 'invalid_request'],
  ['GET /media', 'cursor with NUL', '/media?cursor=%00', undefined, 400, 'invalid_request'],
  ['GET /workspaces', 'limit 0', '/workspaces?limit=0', undefined, 400, 'invalid_request'],
  ['GET /workspaces', 'foreign cursor', '/workspaces?cursor=abc', undefined, 400, 'invalid_request'],
  ['POST /workspaces', 'name of a wrong type', '/workspaces', { name: 5 }, 400, 'invalid_request'],
  ['POST /workspaces', 'name with a line break', '/workspaces', { name: 'a\nb' }, 400, 'invalid_request'],
  ['PATCH /workspaces/:id', 'empty name', '/workspaces/{w}', { name: '' }, 400, 'invalid_request'],
  ['PATCH /media/:id', 'empty name', '/media/{m}', { name: '' }, 400, 'invalid_request'],
  ['PATCH /media/:id', 'name of a wrong type', '/media/{m}', { name: 5 }, 400, 'invalid_request'],
  [
    'PUT /projects/:id/workspace',
    'workspace of a wrong type',
    '/projects/{p}/workspace',
    { workspaceId: 5 },
    400,
    'invalid_request',
  ],
  [
    'PUT /projects/:id/workspace',
    'unknown workspace',
    '/projects/{p}/workspace',
    { workspaceId: 'wsp_1' },
    404,
    'not_found',
  ],
  ['POST /media/import', 'url of a wrong type', '/media/import', { url: 5 }, 400, 'invalid_request'],
  ['POST /media/import', 'no address', '/media/import', { url: 'holiday.mp4' }, 400, 'invalid_request'],
  ['POST /media/import', 'a file of the host', '/media/import', { url: 'file:///etc/passwd' }, 400, 'invalid_request'],
  ['POST /media/uploads', 'JSON', '/media/uploads', { file: 'x' }, 400, 'invalid_request'],
  ['POST /ai/images', 'empty prompt', '/ai/images', { prompt: ' ' }, 400, 'invalid_request'],
  ['POST /ai/images', 'prompt too long', '/ai/images', { prompt: 'x'.repeat(2_001) }, 400, 'invalid_request'],
  ['POST /ai/images', 'no pictures', '/ai/images', { prompt: 'x', count: 0 }, 400, 'invalid_request'],
  ['POST /ai/images', 'five pictures', '/ai/images', { prompt: 'x', count: 5 }, 400, 'invalid_request'],
  ['POST /ai/images', 'unknown shape', '/ai/images', { prompt: 'x', aspectRatio: '3:2' }, 400, 'invalid_request'],
  ['POST /ai/stickers', 'prompt of a wrong type', '/ai/stickers', { prompt: ['x'] }, 400, 'invalid_request'],
  ['POST /ai/speech', 'text too long', '/ai/speech', { text: 'x'.repeat(5_001) }, 400, 'invalid_request'],
  ['POST /ai/speech', 'language that is none', '/ai/speech', { text: 'x', language: '--' }, 400, 'invalid_request'],
  ['POST /ai/speech', 'unknown format', '/ai/speech', { text: 'x', format: 'ogg' }, 400, 'invalid_request'],
  ['POST /ai/videos', 'no duration', '/ai/videos', { prompt: 'x', durationSec: 0 }, 400, 'invalid_request'],
  ['POST /ai/videos', 'duration too long', '/ai/videos', { prompt: 'x', durationSec: 11 }, 400, 'invalid_request'],
  ['POST /ai/videos', 'address that is none', '/ai/videos', { prompt: 'x', imageUrl: 'x' }, 400, 'invalid_request'],
  ['POST /ai/transcriptions', 'no media', '/ai/transcriptions', {}, 400, 'invalid_request'],
  ['POST /ai/transcriptions', 'mode script alone', '/ai/transcriptions', { mode: 'script' }, 400, 'invalid_request'],
  [
    'POST /ai/transcriptions',
    'no duration',
    '/ai/transcriptions',
    { script: 'x', durationSec: 0 },
    400,
    'invalid_request',
  ],
  ['POST /ai/transcriptions', 'foreign media', '/ai/transcriptions', { mediaId: 'med_1' }, 404, 'not_found'],
  [
    'POST /ai/transcriptions',
    'address inside',
    '/ai/transcriptions',
    { url: 'http://10.0.0.1/x' },
    400,
    'invalid_request',
  ],
  ['POST /ai/agent', 'no message', '/ai/agent', { projectId: 'prj_1', message: ' ' }, 400, 'invalid_request'],
  [
    'POST /ai/agent',
    '2,001 characters',
    '/ai/agent',
    { projectId: 'p', message: 'x'.repeat(2_001) },
    400,
    'invalid_request',
  ],
  ['POST /ai/agent', 'no such project', '/ai/agent', { projectId: 'prj_1', message: 'x' }, 404, 'not_found'],
  ['POST /plugins/:slug/:tool', 'no arguments', '/plugins/palette/palette', {}, 400, 'invalid_request'],
  [
    'POST /plugins/:slug/:tool',
    'wrong arguments',
    '/plugins/palette/palette',
    { arguments: { color: 'red' } },
    400,
    'invalid_request',
  ],
  ['POST /plugins/:slug/:tool', 'unknown tool', '/plugins/palette/none', { arguments: {} }, 404, 'not_found'],
  ['GET /telegram/users', 'foreign cursor', '/telegram/users?cursor=abc', undefined, 400, 'invalid_request'],
  ['PATCH /telegram/users/:user', 'nothing', '/telegram/users/5550001', {}, 400, 'invalid_request'],
  [
    'PATCH /telegram/users/:user',
    'limit below 0',
    '/telegram/users/5550001',
    { dailyLimit: -1 },
    400,
    'invalid_request',
  ],
  ['PATCH /telegram/users/:user', 'unknown person', '/telegram/users/1', { blocked: true }, 404, 'not_found'],
  ['GET /stock/search', 'nothing to look for', '/stock/search?q=%20', undefined, 400, 'invalid_request'],
  ['GET /stock/search', 'unknown type', '/stock/search?q=x&type=font', undefined, 400, 'invalid_request'],
  ['GET /stock/search', 'page 0', '/stock/search?q=x&page=0', undefined, 400, 'invalid_request'],
];

describe('wrong values', () => {
  it.each(table)('%s: %s', async (name, _what, address, body, status, code) => {
    const fill = (text: string) =>
      text
        .replaceAll('{p}', mine.projectId)
        .replaceAll('{r}', mine.renderId)
        .replaceAll('{w}', mine.workspaceId)
        .replaceAll('{m}', mine.mediaId);
    const sent = typeof body === 'object' ? JSON.parse(fill(JSON.stringify(body))) : body;
    const answer = await api.send(mine.account, name.split(' ')[0] ?? 'GET', `/v1${fill(address)}`, sent);
    expect([answer.status, answer.body?.error?.code]).toEqual([status, code]);
    expect(answer.body.error.message.length).toBeGreaterThan(10);
  });

  it('are tried on every route that takes values', () => {
    const taking = routes.filter(
      (route) => route.takesBody || Object.keys(Object(route.query).properties ?? {}).length > 0,
    );
    const tried = new Set(table.map(([name]) => name));
    expect(taking.map(label).filter((name) => !tried.has(name))).toEqual([]);
  });

  it("are another account's project and media in bodies and queries", async () => {
    const start = await api.send(mine.account, 'POST', '/v1/renders', { projectId: other.projectId });
    const unknown = await api.send(mine.account, 'POST', '/v1/renders', { projectId: 'prj_none' });
    expect([start.status, start.body]).toEqual([404, unknown.body]);
    const list = await api.send(mine.account, 'GET', `/v1/renders?projectId=${other.projectId}`);
    expect(list.status).toBe(404);
    const body = { name: 'x', workspaceId: other.workspaceId };
    expect((await api.send(mine.account, 'POST', '/v1/projects', body)).body.error.code).toBe('not_found');
    const inside = await api.send(mine.account, 'GET', `/v1/projects?workspace=${other.workspaceId}`);
    const move = await api.send(mine.account, 'PUT', `/v1/projects/${mine.projectId}/workspace`, body);
    expect([inside.status, move.status, inside.body]).toEqual([404, 404, move.body]);
    const clip = { op: 'addClip', type: 'image', src: other.mediaId, start: 0, duration: 1, trackIndex: 0 };
    const added = await api.send(mine.account, 'POST', `/v1/projects/${mine.projectId}/commands`, { commands: [clip] });
    expect(added.body).toMatchObject({ ok: false, results: [{ ok: false }] });
  });

  it('takes exactly 1 and exactly 200 commands', async () => {
    for (const count of [1, 200]) {
      const answer = await api.send(mine.account, 'POST', `/v1/projects/${mine.projectId}/commands`, {
        commands: commands(count),
      });
      expect([answer.status, answer.body.results.length]).toEqual([200, count]);
    }
  });

  it('names the field and its value', async () => {
    const answer = await api.send(mine.account, 'POST', '/v1/renders', { projectId: mine.projectId, format: 'avi' });
    expect(answer.body.error).toMatchObject({ field: 'body.format' });
    expect(answer.body.error.message).toMatch(/mp4.*"avi"/);
  });
});
