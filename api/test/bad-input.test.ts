import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../src/routes/index.ts';
import type { Route } from '../src/routing/define-route.ts';
import { fillExample, fillPath, idFor, makeWorld, type World } from './fixture-world.ts';
import { mp4Bytes } from './multipart-form.ts';
import { sharedServedApi } from './shared-api.ts';
import { commands, wrongValues } from './wrong-values.ts';

const api = forSuite(sharedServedApi);
let mine: World;
let other: World;
beforeAll(async () => {
  [mine, other] = await Promise.all([makeWorld(api), makeWorld(api)]);
});

const label = (route: Route) => `${route.method} ${route.path}`;
const withId = routes.filter((route) => route.path.includes(':id'));
const withJson = routes.filter((route) => route.takesBody && route.consumes === undefined);
const url = (route: Route, id?: string) => `/v1${fillPath(route.path, mine, id)}`;

/** Returns a valid request body for a route, so that a test can change a single part of it. */
function goodBody(route: Route): unknown {
  return fillExample(route.examples.find((example) => example.body !== undefined)?.body, mine);
}

describe('every route', () => {
  it.each(routes)('refuses no key: $method $path', async (route) => {
    const answer = await api.send(null, route.method, url(route), goodBody(route));
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
  });

  it.each(routes.filter((route) => route.access !== 'key'))(
    'refuses a key without its scope: $method $path',
    async (route) => {
      const key = await api.key(mine.account, {
        scopes: route.access === 'account.read' ? ['ai.agent'] : ['account.read'],
      });
      const answer = await api.send(key, route.method, url(route), goodBody(route));
      expect([answer.status, answer.body.error.code]).toEqual([403, 'insufficient_scope']);
      expect(answer.body.error.scope).toBe(route.access);
    },
  );
});

describe('every route, for a NUL character', () => {
  const refused = async (route: Route, address: string) => {
    const { status, body } = await api.send(mine.account, route.method, address, goodBody(route));
    expect([status, body.error?.code, body.error?.message]).toEqual([
      ...[400, 'invalid_request', expect.stringContaining('contains a NUL character')],
    ]);
  };
  it.each(routes)('in its query: $method $path', async (route) => {
    await refused(route, `${url(route)}?projectId=%00&limit=1`);
  });
  it.each(withId)('in its path: $method $path', async (route) => {
    await refused(route, url(route, 'a%00b'));
  });

  it('in a form: names lose it, other fields are ignored', async () => {
    const upload = async (seed: string, file: string, fields?: Record<string, string>) => {
      const { status, body } = await api.upload(mine.account, { name: file, data: mp4Bytes(seed) }, fields);
      return [status, body.media?.name];
    };
    expect(await upload('a NUL in the name', 'x.mp4', { name: 'a\0b' })).toEqual([201, 'ab']);
    expect(await upload('a NUL in the name of the file', 'a\0b.mp4')).toEqual([201, 'ab.mp4']);
    expect(await upload('a NUL in other fields', 'c.mp4', { other: '\0', 'na\0me': 'x' })).toEqual([201, 'c.mp4']);
  });
});

describe('every route with an id', () => {
  it.each(withId)("answers another account's id exactly like an unknown one: $method $path", async (route) => {
    const foreign = await api.send(mine.account, route.method, url(route, idFor(route.path, other)), goodBody(route));
    const unknown = await api.send(mine.account, route.method, url(route, `x_${'0'.repeat(32)}`), goodBody(route));
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'not_found']);
    expect([unknown.status, unknown.body]).toEqual([404, foreign.body]);
  });

  for (const { which, ids, tags } of [
    { which: 'two', ids: ['..%2f..%2fetc', "'%20OR%201=1"], tags: [] },
    { which: 'four more', ids: ['%F0%9F%92%A9', 'a'.repeat(100), '%7B%7D', '-1'], tags: 'full' },
  ])
    it.each(withId)(`answers 404 for ${which} ids that cannot be: $method $path`, { tags }, async (route) => {
      for (const id of ids) {
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
  // More requests than one key has in a minute.
  beforeAll(async () => {
    mine = { ...mine, account: await api.key(mine.account) };
  });

  // Objects without known fields are valid where all fields are optional.
  const hasRequired = ({ body }: Route) => Array.isArray(Object(body).required) && Object(body).required.length > 0;
  const refusesBodies = async (route: Route, bodies: readonly string[]) => {
    for (const body of bodies.filter((text) => !/^{.*}$/.test(text) || hasRequired(route))) {
      const answer = await api.send(mine.account, route.method, url(route), body, {
        'content-type': 'application/json',
      });
      expect([body, answer.status, answer.body.error.code]).toEqual([body, 400, 'invalid_request']);
    }
  };
  it.each(withJson)('answers 400 for what is no object with its fields: $method $path', (route) =>
    refusesBodies(route, ['null', '{', '{"a":1}']),
  );
  it.each(withJson)('answers 400 for seven more such bodies: $method $path', { tags: 'full' }, (route) =>
    refusesBodies(route, ['[]', '"text"', '7', 'true', '', '{}', 'undefined']),
  );

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

describe('wrong values', () => {
  // What the tests before sent has used up the requests of a minute.
  beforeAll(async () => {
    mine = { ...mine, account: await api.key(mine.account) };
  });

  it.each(wrongValues)('%s: %s', async (name, _what, address, body, status, code) => {
    const fill = (text: string) =>
      text
        .replaceAll('{p}', mine.projectId)
        .replaceAll('{r}', mine.renderId)
        .replaceAll('{b}', mine.batchId)
        .replaceAll('{w}', mine.workspaceId)
        .replaceAll('{d}', mine.destinationId)
        .replaceAll('{c}', mine.commentId)
        .replaceAll('{m}', mine.mediaId);
    const sent = typeof body === 'object' ? JSON.parse(fill(JSON.stringify(body))) : body;
    const answer = await api.send(mine.account, name.split(' ')[0] ?? 'GET', `/v1${fill(address)}`, sent);
    expect([answer.status, answer.body?.error?.code]).toEqual([status, code]);
    expect(answer.body.error.message.length).toBeGreaterThan(10);
    const { field } = answer.body.error;
    if (field !== undefined) expect(placeOf(field, fill(address), sent), field).toBe('sent');
  });

  it('are tried on every route that takes values', () => {
    const taking = routes.filter(
      (route) => route.takesBody || Object.keys(Object(route.query).properties ?? {}).length > 0,
    );
    const tried = new Set(wrongValues.map(([name]) => name));
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

/**
 * Returns whether an error's `field` names a part of the request that was sent. For a missing field, the object that
 * should contain it must have been sent. `'no path'`: the field does not name a part of the request.
 */
function placeOf(field: string, address: string, body: unknown): 'sent' | 'not sent' | 'no path' {
  const [part, ...names] = field.split('.');
  const query = Object.fromEntries(new URL(address, 'http://x').searchParams);
  if (part === 'path') return names.length === 1 ? 'sent' : 'no path';
  if (part !== 'body' && part !== 'query') return 'no path';
  let value: unknown = part === 'body' ? body : query;
  for (const name of names) {
    if (typeof value !== 'object' || value === null) return 'not sent';
    value = Object.entries(value).find(([key]) => key === name)?.[1];
  }
  return 'sent';
}
