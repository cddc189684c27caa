import { createServer, type Socket } from 'node:net';
import { forSuite } from '@framemill/testing/for-suite';
import { listen } from '@framemill/testing/local-server';
import { describe, expect, it } from 'vitest';
import { LIBRARY_WORDS } from '../../timeline/test/library-words.ts';
import { sendWebhook } from '../src/webhooks/send-webhook.ts';
import { makeWorld } from './fixture-world.ts';
import { mp4Bytes, multipartForm } from './multipart-form.ts';
import { startServedApi } from './shared-api.ts';
import type { Answer } from './start-api.ts';

const api = forSuite(() => startServedApi({ importTimeoutMs: 1_000 }));
const world = forSuite(() => makeWorld(api));

/**
 * Expects an error response as documented, whose message is a complete sentence of this service without text from a
 * library.
 */
function expectPlain(answer: Pick<Answer, 'status' | 'body'>): void {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  const { message } = answer.body.error;
  expect(message).toMatch(/^[A-Za-z].*[.)]$/s);
  // The text around a fault is the caller's own.
  const reported = {
    ...answer.body.error,
    docs_url: '',
    message: message.replace(/(it has an error at \S+ in ).*/s, '$1'),
  };
  expect(JSON.stringify(reported)).not.toMatch(LIBRARY_WORDS);
}

const brokenJson: [string, string][] = [
  ['a word', 'hello'],
  ['a cut object', '{"name": "x"'],
  ['a cut string', '{"name": "x'],
  ['a missing comma', '{"name": "x" "y": 1}'],
  ['a comma too many', '{"name": "x",}'],
  ['single quotes', "{'name': 'x'}"],
  ['a control character', '{"name": "a\nb"}'],
  ['a wrong escape', '{"name": "\\x"}'],
  ['a lone surrogate', '{"name": "\\ud800"}'],
  ['NUL', '{"name": "\\u0000"}'],
  ['NaN', '{"name": NaN}'],
  ['a prototype', '{"__proto__": {"name": 1}}'],
  ['a constructor', '{"constructor": {"prototype": {}}}'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '12'],
  ['depth', `{"name":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
  ['a type', '{"name": 5}'],
  ['nothing in it', '{}'],
  ['an empty name', '{"name": ""}'],
  ['a long name', JSON.stringify({ name: 'x'.repeat(5_000) })],
  ['too many commands', JSON.stringify({ name: 'x', commands: Array(201).fill({ op: 'x' }) })],
  ['a command that is none', '{"name": "x", "commands": [5]}'],
  ['more than a body may have', JSON.stringify({ name: 'x'.repeat(1_100_000) })],
];

describe('a JSON body', () => {
  it.each(brokenJson)('with %s', async (_what, text) => {
    expectPlain(await api.send(world.account, 'POST', '/v1/projects', text));
    expectPlain(await api.send(world.account, 'POST', `/v1/projects/${world.projectId}/commands`, text));
  });

  it.each([
    ['text/plain', 'x'],
    ['application/xml', '<x/>'],
    ['application/json; charset=utf-16', '\ufeff{'],
    ['nonsense', 'x'],
    ['multipart/form-data', 'x'],
  ])('of type %s', async (type, text) => {
    expectPlain(await api.send(world.account, 'POST', '/v1/projects', text, { 'content-type': type }));
  });
});

describe('a form', () => {
  const boundary = 'b';
  const part = (head: string, body = 'x') => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`;
  const file = 'Content-Disposition: form-data; name="file"; filename="a.mp4"';
  it.each([
    ['no boundary in its type', 'multipart/form-data', 'x'],
    ['an empty boundary', 'multipart/form-data; boundary=', 'x'],
    ['no part', `multipart/form-data; boundary=${boundary}`, ''],
    ['no end', `multipart/form-data; boundary=${boundary}`, part(file)],
    ['a cut head', `multipart/form-data; boundary=${boundary}`, `--${boundary}\r\nContent-Disp`],
    ['a head of garbage', `multipart/form-data; boundary=${boundary}`, part('\0\x01: \x02', 'x')],
    ['a long head', `multipart/form-data; boundary=${boundary}`, part(`X: ${'y'.repeat(100_000)}`)],
    ['two files', `multipart/form-data; boundary=${boundary}`, `${part(file)}${part(file)}--${boundary}--`],
    [
      'many fields',
      `multipart/form-data; boundary=${boundary}`,
      part('Content-Disposition: form-data; name="a"').repeat(20),
    ],
    [
      'a reserved field',
      `multipart/form-data; boundary=${boundary}`,
      `${part('Content-Disposition: form-data; name="__proto__"')}--${boundary}--`,
    ],
    [
      'JSON that is none',
      `multipart/form-data; boundary=${boundary}`,
      `${part('Content-Disposition: form-data; name="name"\r\nContent-Type: application/json', '{')}--${boundary}--`,
    ],
    ['an unknown file', `multipart/form-data; boundary=${boundary}`, `${part(file, 'hello')}--${boundary}--`],
    ['an empty file', `multipart/form-data; boundary=${boundary}`, `${part(file, '')}--${boundary}--`],
  ])('with %s', async (_what, type, payload) => {
    const headers = { 'content-type': type, authorization: `Bearer ${world.account.key}` };
    expectPlain(await api.inject({ method: 'POST', url: '/v1/media/uploads', headers, payload }));
  });

  it('with a .cube file of more than 5 MB is refused before anything reads it', async () => {
    const table = Buffer.from(`LUT_3D_SIZE 65\n${'0.123456 0.123456 0.123456\n'.repeat(200_000)}`);
    const answer = await api.upload(world.account, { name: 'a.cube', data: table });
    expectPlain(answer);
    expect([answer.status, answer.body.error]).toMatchObject([
      413,
      { code: 'payload_too_large', limitMb: 5, message: expect.stringContaining('.cube file is larger than 5 MB') },
    ]);
  });
});

describe('addresses', () => {
  it.each([
    '/v1/projects/%ff',
    '/v1/projects/%00',
    '/v1/projects/%',
    `/v1/projects/${'x'.repeat(3_000)}`,
    '/v1/projects?limit=x',
    '/v1/projects?limit=1e9',
    '/v1/projects?cursor=%ff',
    '/v1/projects?cursor=!!!!',
    '/v1/media?cursor=eyJhIjoxfQ',
    '/v1/renders/../../etc',
    '/v1/nothing',
    '/uploads/%2e%2e/x',
  ])('%s', async (url) => {
    expectPlain(await api.send(world.account, 'GET', url));
  });
});

describe('commands', () => {
  it.each<Record<string, unknown>>([
    { op: 'importTimeline', format: 'otio', data: '{"a": ' },
    { op: 'importTimeline', format: 'otio', data: 'hello' },
    { op: 'importTimeline', format: 'otio', data: '[]' },
    { op: 'importTimeline', format: 'edl', data: 'hello' },
    { op: 'importSubtitles', format: 'srt', data: '1\nx --> y' },
    { op: 'importSubtitles', format: 'vtt', data: 'hello' },
    { op: 'addClip', type: 'video', src: '/etc/passwd', start: 0, duration: 1 },
    { op: 'addTextClip', text: 5, start: -1, duration: 0 },
    { op: 'addTextClip', text: 'x', start: 0, duration: 1, style: { fontSize: 'x', spans: 5 } },
    { op: 'addCaptions', words: [] },
    { op: 'removeClips', clipIds: [] },
    { op: 'cutRanges', ranges: [[1]] },
    { op: 'setKeyframes', clipId: 'x'.repeat(500), prop: 'x', keyframes: {} },
    { op: 'addEffect', clipId: 'x', type: 'blur', params: { radius: [] } },
    { op: 'addShapeClip', kind: 'path', d: 'M x', start: 0, duration: 1 },
    { op: 'nothing' },
  ])('$op', async (command) => {
    const { body } = await api.send(world.account, 'POST', `/v1/projects/${world.projectId}/validate`, {
      commands: [command],
    });
    expect(body.results[0]).toMatchObject({ ok: false, error: expect.stringMatching(/[.)]$/) });
    const quoted = body.results[0].error.replaceAll(/"[^"]*"/g, '');
    expect(quoted).not.toMatch(LIBRARY_WORDS);
  });
});

describe('imports', () => {
  const answers: Record<string, (socket: Socket) => unknown> = {
    'breaks off at once': (socket) => socket.resetAndDestroy(),
    'is no HTTP': (socket) => socket.end('hello\r\n\r\n'),
    'has endless headers': (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(50_000)}\r\n\r\n`),
    'has a chunk that is none': (socket) =>
      socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello'),
    'ends early': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhello'),
    'says nothing': () => undefined,
    'redirects to nonsense': (socket) =>
      socket.end('HTTP/1.1 302 Found\r\nLocation: http://[\r\nContent-Length: 0\r\n\r\n'),
  };

  /**
   * Runs `work` with a server that responds with raw bytes. Its address must not appear in messages; the test would
   * count it as leaked text.
   */
  async function withServer(answer: (socket: Socket) => unknown, work: (url: string) => Promise<void>): Promise<void> {
    const sockets: Socket[] = [];
    const raw = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    });
    const server = await listen(raw);
    try {
      await work(`${server.url}/a.mp4`);
    } finally {
      for (const socket of sockets) socket.destroy();
      await server.close();
    }
  }

  it.each(Object.entries(answers))('from a server that %s, and webhooks to it', async (_what, answer) => {
    await withServer(answer, async (url) => {
      expectPlain(await api.send(world.account, 'POST', '/v1/media/import', { url }));
      const secrets = { secret: `whsec_${Buffer.alloc(24).toString('base64')}`, previous: null, previousUntil: null };
      const message = { url, secrets: Object(secrets), eventId: 'evt_1', body: '{}' };
      const tried = await sendWebhook(api.deps.outbound, message, 500);
      if (tried.error !== null) expect(tried.error).not.toMatch(LIBRARY_WORDS);
    });
  });

  it.each(['', 'x', 'ftp://a/b', 'http://', 'http://a:b@c/', 'http://nobody.invalid/a.mp4', 'http://x:99999/'])(
    'of "%s"',
    async (url) => {
      const answer = await api.send(world.account, 'POST', '/v1/media/import', { url });
      expectPlain({ ...answer, body: JSON.parse(JSON.stringify(answer.body).replaceAll(JSON.stringify(url), '""')) });
    },
  );
});

describe('what fails inside', () => {
  const failing = (name: 'get' | 'getRange' | 'head' | 'putFile' | 'put', error: Error) => {
    const { store } = api.deps;
    const usual = store[name];
    Object.assign(store, { [name]: () => Promise.reject(error) });
    return () => Object.assign(store, { [name]: usual });
  };
  const errors = [
    Object.assign(new Error("ENOENT: no such file or directory, open '/var/lib/x'"), {
      code: 'ENOENT',
      syscall: 'open',
    }),
    new TypeError("Cannot read properties of undefined (reading 'body')"),
    Object.assign(new Error('Invalid `prisma.media.create()` invocation in /app/x.ts:12'), { code: 'P2010' }),
  ];

  it.each(errors)('in the store: $message', async (error) => {
    const restore = failing('putFile', error);
    const answer = await api
      .upload(world.account, { name: 'a.mp4', data: mp4Bytes(String(Math.random())) })
      .finally(restore);
    expectPlain(answer);
    expect(answer.status).toBeGreaterThanOrEqual(500);
    const restoreHead = failing('head', error);
    expectPlain(await api.send(null, 'GET', world.mediaUrl).finally(restoreHead));
    const restoreRange = failing('getRange', error);
    expectPlain(await api.send(null, 'GET', world.mediaUrl).finally(restoreRange));
  });

  it('in the database', async () => {
    const { client } = api.deps.database;
    await client.$executeRaw`ALTER TABLE "Workspace" RENAME TO "Elsewhere"`;
    const answer = await api
      .send(world.account, 'POST', '/v1/workspaces', { name: 'x' })
      .finally(() => client.$executeRaw`ALTER TABLE "Elsewhere" RENAME TO "Workspace"`);
    expectPlain(answer);
    expect([answer.status, answer.body.error.code]).toEqual([500, 'internal_error']);
  });

  it('in a node that renders a frame, or that nobody is', async () => {
    api.node.frames = 'fail';
    const answer = await api
      .send(world.account, 'GET', `/v1/projects/${world.projectId}/preview?format=image&at=0`)
      .finally(() => {
        api.node.frames = 'answer';
      });
    expect([answer.status, answer.body.error.code]).toEqual([502, 'provider_error']);
    expect(answer.body.error.message).not.toMatch(LIBRARY_WORDS);
  });
});

it('a form that a client library sends is still read', async () => {
  const { payload, headers } = multipartForm({ name: 'a.mp4', data: mp4Bytes('still read') }, { name: 'Still' });
  const authorization = `Bearer ${world.account.key}`;
  const answer = await api.inject({
    method: 'POST',
    url: '/v1/media/uploads',
    headers: { ...headers, authorization },
    payload,
  });
  expect([answer.status, answer.body.media.name]).toEqual([201, 'Still']);
});
