import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on loopback whose connections can go dead without being closed, as they do when a Redis primary fails over. */
export interface FrozenProxy {
  url: string;
  /** From now on nothing passes through the connections that are open; new ones work. */
  freezeOpen(): void;
  /** From now on new connections are not delayed. */
  hurry(): void;
  openConnections(): number;
  close(): Promise<void>;
}

/** `delayMs`: each new connection is taken at once and hears nothing for so long, as from a server that is busy. */
export async function startProxy(target: string, { delayMs = 0 } = {}): Promise<FrozenProxy> {
  let waitMs = delayMs;
  const url = new URL(target);
  const { hostname, port } = url;
  const pairs = new Set<[Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const join = () => near.pipe(far).pipe(near);
    if (waitMs === 0) join();
    else setTimeout(join, waitMs);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        for (const other of pair) other.destroy();
        pairs.delete(pair);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    freezeOpen() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.pause();
        far.pause();
      }
    },
    hurry() {
      waitMs = 0;
    },
    openConnections: () => pairs.size,
    close: () =>
      new Promise((resolve) => {
        for (const pair of pairs) for (const socket of pair) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
