import { createHash } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Claims `folder` for this process and returns a function that frees it. Throws when another process holds it. The
 * claim is a listening socket, which the kernel closes with the process: unlike a pid file it is never stale.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 16);
  const socket = path.join(tmpdir(), `framemill-${name}.lock`);
  if (await answers(socket)) {
    throw new Error(
      `The folder "${folder}" is in use by another Framemill process. Stop that process, or set another DATA_DIR.`,
    );
  }
  await rm(socket, { force: true });
  const server = createServer((client) => client.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(socket);
    client.once('connect', () => {
      client.destroy();
      resolve(true);
    });
    client.once('error', () => resolve(false));
  });
}
