import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pngBytes } from './multipart-form.ts';
import { type ServedApi, startServedApi } from './served-api.ts';
import type { TestAccount } from './start-api.ts';

const WINDOW_MS = 400;
let api: ServedApi;
let port: number;
let crowding: TestAccount;
let other: TestAccount;
const sockets: Socket[] = [];
beforeAll(async () => {
  api = await startServedApi({ uploadWindowMs: WINDOW_MS });
  port = Number(new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port);
  [crowding, other] = await Promise.all([api.account({ plan: 'enterprise' }), api.account()]);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await api.close();
});

const formHead =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="x.mp4"\r\nContent-Type: application/octet-stream\r\n\r\n';

/** Begins an upload of 32 MB and sends `first` of it. */
async function beginUpload(first: string | Buffer, headers: Record<string, string> = {}): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  const lines = {
    host: 'api',
    authorization: `Bearer ${crowding.key}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': '33000000',
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST /v1/media/uploads HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  socket.write(first);
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const uploadOfOther = (seed: string) => api.upload(other, { name: 'small.png', data: pngBytes(seed) });

/** What each upload of a crowd sends, and how many there are. */
const crowds: [what: string, count: number, first: () => string | Buffer][] = [
  ['send nothing but their head', 8, () => ''],
  ['send nothing but their head, a great many', 200, () => ''],
  ['begin their form and stop', 50, () => formHead],
  ['never end a header of their form', 50, () => '--b\r\nContent-Disposition: form-data; name="file"; filename="'],
  ['send 8 MB and stop', 20, () => Buffer.concat([Buffer.from(formHead), Buffer.alloc(8 * 1_048_576)])],
  ['say that they are chunked', 50, () => '5\r\n--b\r\n\r\n'],
];

describe('uploads that crowd', () => {
  it.each(crowds)('and %s (%i of them) keep out nobody else', async (what, count, first) => {
    const headers: Record<string, string> = what.includes('chunked') ? { 'transfer-encoding': 'chunked' } : {};
    const crowd = await Promise.all(Array.from({ length: count }, () => beginUpload(first(), headers)));
    const answer = await uploadOfOther(what);
    expect([answer.status, answer.body.media?.status]).toEqual([201, 'READY']);
    for (const socket of crowd) socket.destroy();
  });

  it('and come too slowly are ended in words, and their connection is closed', async () => {
    const socket = await beginUpload(formHead);
    const text = await answerOf(socket);
    expect(text).toMatch(/^HTTP\/1\.1 400/);
    expect(text).toContain('slower than 16 kB/s');
    expect(text.toLowerCase()).toContain('connection: close');
  });

  it('and drip below the least speed are ended too', async () => {
    const socket = await beginUpload(formHead);
    const drip = setInterval(() => socket.write('x'.repeat(100)), 50);
    const text = await answerOf(socket);
    clearInterval(drip);
    expect(text).toContain('slower than 16 kB/s');
  });
});
