import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { disconnected } from './disconnected.ts';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/**
 * Starts a server that responds when `answer` resolves.
 * Returns its address, and the disconnect signal of the first request.
 */
async function serve(answer: Promise<void>): Promise<{ address: string; signal: Promise<AbortSignal> }> {
  const { promise: signal, resolve } = Promise.withResolvers<AbortSignal>();
  app = Fastify();
  app.get('/', async (_request, reply) => {
    resolve(disconnected(reply));
    await answer;
    return 'answer';
  });
  return { address: await app.listen({ host: '127.0.0.1', port: 0 }), signal };
}

it('is aborted when the connection closes before the answer', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  const { address, signal } = await serve(answer);
  const caller = new AbortController();
  const asked = fetch(address, { signal: caller.signal }).catch(() => 'left');
  const gone = await signal;
  expect(gone.aborted).toBe(false);
  caller.abort();
  expect(await asked).toBe('left');
  await expect.poll(() => gone.aborted).toBe(true);
  expect(String(gone.reason)).toMatch(/closed before the answer/);
  resolve();
});

it('is not aborted when the answer was sent, also when the connection closes then', async () => {
  const { address, signal } = await serve(Promise.resolve());
  const response = await fetch(address, { headers: { connection: 'close' } });
  expect(await response.text()).toBe('answer');
  const gone = await signal;
  await app?.close();
  expect(gone.aborted).toBe(false);
});
