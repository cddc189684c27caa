import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { createMetrics } from '@framemill/infra';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { cutOffSlowReaders } from './slow-readers.ts';
import { createTransfers } from './transfers.ts';

const LARGE = 24_000_000;
const metrics = createMetrics('api');
let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = Fastify();
  const slowestAnswer = { windowBytes: 16_000, windowMs: 500 };
  cutOffSlowReaders(app, await createTransfers(metrics, { slowestAnswer }));
  app.get('/text', async () => 'x'.repeat(LARGE));
  app.get('/bytes', async () => Buffer.alloc(LARGE));
  app.get('/stream', async (_request, reply) => reply.send(Readable.from(endless(), { objectMode: false })));
  app.get('/events', (_request, reply) => {
    reply.hijack();
    const timer = setInterval(() => reply.raw.write('x'.repeat(200_000)), 5);
    reply.raw.once('close', () => clearInterval(timer));
  });
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => app.close());

function* endless() {
  while (true) yield Buffer.alloc(65_536);
}

async function cutOff(): Promise<number> {
  const { values } = await metrics.transfersRefused.get();
  return values.find(({ labels }) => labels.kind === 'download' && labels.reason === 'too_slow')?.value ?? 0;
}

it.each(['/text', '/bytes', '/stream', '/events'])(
  'a client that does not read %s is cut off',
  async (url) => {
    const before = await cutOff();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.pause();
    socket.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await expect.poll(cutOff).toBe(before + 1);
    socket.destroy();
  },
  40_000,
);

it('a large answer in memory arrives whole, with its length', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/text`);
  expect(answer.headers.get('content-length')).toBe(String(LARGE));
  expect((await answer.text()).length).toBe(LARGE);
});

it('a connection that waits for its next request stays open', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('HEAD /bytes HTTP/1.1\r\nHost: a\r\n\r\n');
  const [head] = await once(socket, 'data');
  expect(String(head)).toMatch(/content-length: 24000000/i);
  const before = await cutOff();
  const silent = connect(port, '127.0.0.1');
  silent.on('error', () => undefined);
  silent.pause();
  silent.write('GET /bytes HTTP/1.1\r\nHost: a\r\n\r\n');
  // The rule's time has passed for both.
  await expect.poll(cutOff).toBe(before + 1);
  expect(socket.closed).toBe(false);
  socket.destroy();
  silent.destroy();
});

it('large answers in memory that nobody takes are bounded together', async () => {
  const busy = Fastify();
  onTestFinished(() => busy.close());
  const transfers = await createTransfers(metrics, { answerBytes: 2.5 * LARGE });
  cutOffSlowReaders(busy, transfers);
  busy.get('/', async () => 'x'.repeat(LARGE));
  const address = await busy.listen({ host: '127.0.0.1', port: 0 });
  const silent = [1, 2].map(() => connect(Number(new URL(address).port), '127.0.0.1'));
  for (const socket of silent) {
    socket.on('error', () => undefined);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  }
  await expect.poll(() => transfers.answers.heldBy().get('127.0.0.1')).toBe(2 * LARGE);
  // Refused: the API's own error replies make a 503 of it.
  expect((await fetch(address)).status).toBe(500);
  for (const socket of silent) socket.destroy();
  await expect.poll(() => transfers.answers.heldBy().size).toBe(0);
  expect((await (await fetch(address)).text()).length).toBe(LARGE);
});
