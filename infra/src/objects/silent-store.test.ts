import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { testFolder } from '@framemill/testing/folders';
import { type LocalServer, listen } from '@framemill/testing/local-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

/** Ways in which a service accepts connections but never responds, by name. Each function handles one connection. */
const silences: Record<string, (socket: Socket) => void> = {
  'reads and says nothing': (socket) => void socket.resume(),
  'does not even read': (socket) => void socket.pause(),
  'sends a byte of a header now and then': (socket) => {
    socket.resume();
    socket.write('HTTP/1.1 200 OK\r\nx-drip: ');
    const drip = setInterval(() => socket.write('x'), 50);
    socket.on('close', () => clearInterval(drip));
  },
};

/** Names of the silences that `npm test` includes. `s3-faults.test.ts` has the other one. */
const sample = new Set(['does not even read', 'sends a byte of a header now and then']);

const limits = {
  ...{ headersMs: 300, stallMs: 300, socketMs: 300 },
  ...{ onePieceBytes: 64 * 1024 * 1024, partBytes: 16 * 1024 * 1024 },
};
/** Time limit in ms for an operation on a store that does not respond. It is far more than two attempts of a second. */
const boundMs = 20_000;

let folder: string;
let file: string;
let server: LocalServer;
let store: ObjectStore;
const sockets = new Set<Socket>();
beforeEach(async () => {
  folder = testFolder();
  file = path.join(folder, 'file');
  await writeFile(file, randomBytes(300_000));
});
afterEach(async () => {
  store.close();
  for (const socket of sockets) socket.destroy();
  await server.close();
});

async function open(behave: (socket: Socket) => void): Promise<void> {
  const silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    behave(socket);
  });
  server = await listen(silent);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const endpoint = server.url;
  store = createS3Store({ kind: 's3', bucket: 'bucket', region: 'us-east-1', endpoint, credentials }, limits);
}

for (const [name, behave] of Object.entries(silences)) {
  const title = `every call ends with "unavailable" in bounded time when the service ${name}`;
  it(title, { timeout: boundMs + 10_000, tags: sample.has(name) ? [] : 'full' }, async () => {
    await open(behave);
    const calls: Record<string, () => Promise<unknown>> = {
      put: () => store.put('a', randomBytes(1_000)),
      putFile: () => store.putFile('a', file),
      get: () => store.get('a'),
      getRange: () => store.getRange('a', 0, 10),
      getFile: () => store.getFile('a', path.join(folder, 'got')),
      head: () => store.head('a'),
      delete: () => store.delete('a'),
      list: () => Array.fromAsync(store.list('a/')),
      ping: () => store.ping(),
    };
    const ends = await Promise.all(
      Object.entries(calls).map(async ([name, call]) => {
        const end = call().then(
          () => 'done',
          (error: { code?: string }) => error.code,
        );
        const late = new Promise((resolve) => setTimeout(resolve, boundMs, 'still waiting').unref());
        return [name, await Promise.race([end, late])];
      }),
    );
    expect(Object.fromEntries(ends)).toEqual(
      Object.fromEntries(Object.keys(calls).map((name) => [name, 'unavailable'])),
    );
  });
}

it('a write whose signal is aborted lets go of the service at once', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<Socket>();
  await open((socket) => {
    socket.resume();
    resolve(socket);
  });
  const stop = new AbortController();
  const write = store.putFile('a', file, { signal: stop.signal });
  const closed = once(await asked, 'close');
  const stopped = new Error('stopped');
  stop.abort(stopped);
  await expect(write).rejects.toBe(stopped);
  await closed;
});
