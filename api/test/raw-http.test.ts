import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipartForm } from './multipart-form.ts';
import { startApi, type TestAccount, type TestApi } from './start-api.ts';

let api: TestApi;
let account: TestAccount;
let address: URL;
beforeAll(async () => {
  api = await startApi();
  account = await api.account();
  address = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(() => api.close());

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
