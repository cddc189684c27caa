import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createFairTurns } from '../turns/account-turns.ts';
import { dropUnreadBodies } from './drop-body.ts';

const BODIES = 20;
const BODY = 3_000_000;
const PIECE = 65_536;

test('bodies that nobody reads come in pieces, and their connections stay usable', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  dropUnreadBodies(app, createFairTurns());
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'POST') await reply.code(429).send({ error: 'rate_limited' });
  });
  app.post('/', async () => 'read');
  app.get('/', async () => 'still here');
  const received = new Set<Socket>();
  app.server.on('connection', (socket) => received.add(socket));
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);

  const body = Buffer.alloc(BODY, ' ');
  const sockets = Array.from({ length: BODIES }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  const texts = sockets.map((socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${BODY}\r\n\r\n`);
    socket.write(body);
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    return () => text;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));

  const readBytes = () => [...received].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  const mostAtOnce: number[] = [];
  for (let before = 0; readBytes() < BODIES * BODY; before = readBytes()) {
    await turn();
    mostAtOnce.push(readBytes() - before);
  }
  await expect.poll(() => texts.filter((text) => text().includes('still here')).length).toBe(BODIES);
  expect(texts.every((text) => text().startsWith('HTTP/1.1 429'))).toBe(true);
  // Each connection's first pieces come at once, later ones one in a turn.
  const later = mostAtOnce.sort((a, b) => b - a).slice(2);
  expect(later[0]).toBeLessThanOrEqual(4 * PIECE);
});
