import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { multipartForm } from './multipart-form.ts';
import { startApi } from './start-api.ts';

const api = forSuite(startApi);
let address: URL;
const account = forSuite(() => api.account());
beforeAll(async () => {
  address = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));
});

async function sendBytes(bytes: string): Promise<string> {
  const socket = connect(Number(address.port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

describe('over a real connection', () => {
  it.each([
    ['garbage', 'NONSENSE\r\n\r\n'],
    ['a request without Host', 'GET /v1/me HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['headers that are too large', `GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('%s gets the error shape', async (_what, bytes) => {
    const [head = '', body = ''] = (await sendBytes(bytes)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 .*X-Request-Id: req_/is);
    expect(JSON.parse(body).error).toMatchObject({ code: 'invalid_request', docs_url: expect.any(String) });
  });

  it.each([
    'Authorization: Bearer a',
    'Cookie: framemill_session=a',
    'Mcp-Session-Id: a',
    'Range: bytes=a',
    'X-Request-Id: a',
  ])('a NUL character in a header is refused: %s', async (header) => {
    const answer = await sendBytes(`GET /v1/me HTTP/1.1\r\nHost: x\r\n${header}\0\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('a header that encodes a NUL character is an ordinary wrong value', async () => {
    const { cookie } = await api.signIn(account);
    const get = async (path: string, headers: Record<string, string>) =>
      (await fetch(new URL(path, address), { headers, redirect: 'manual' })).status;
    expect(await get('/v1/me', { authorization: 'Bearer a%00b' })).toBe(401);
    expect(await get('/api/studio/session', { cookie: `${cookie}%00` })).toBe(401);
    expect(await get('/api/studio/session', { cookie: `%00=%00; ${cookie}; a%00b=%00` })).toBe(200);
    expect(await get('/oauth/connected', { cookie: 'framemill_session=%00' })).toBe(303);
    const flow = 'framemill_asking=%00; framemill_asking.sig=%00; framemill_resume=a%00b; framemill_oauth=%00';
    expect(await get('/oauth/interaction/x', { cookie: flow })).toBe(404);
    expect(await get('/oauth/authorize/x', { cookie: flow })).toBe(400);
    const authorization = `Bearer ${account.key}`;
    expect(await get('/v1/me', { authorization, 'service-version': 'a%00b', 'idempotency-key': '%00' })).toBe(200);
    expect(await get('/api/mcp', { authorization, 'mcp-session-id': 'a%00b' })).toBe(404);
  });

  it('an upload that is too large is answered, not cut off', async () => {
    const { payload, headers } = multipartForm({ name: 'big.mp4', data: Buffer.alloc(40 * 1_048_576) });
    const answer = await fetch(new URL('/v1/media/uploads', address), {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${account.key}` },
      body: payload,
    });
    expect([answer.status, Object(await answer.json()).error.code]).toEqual([413, 'payload_too_large']);
  });

  it('a refused body does not disturb the next request of the connection', async () => {
    const send = (body: string) =>
      fetch(new URL('/v1/projects', address), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${account.key}` },
        body,
      });
    expect((await send(JSON.stringify({ name: 'x'.repeat(3_000_000) }))).status).toBe(413);
    expect((await send(JSON.stringify({ name: 'after' }))).status).toBe(201);
  });
});
