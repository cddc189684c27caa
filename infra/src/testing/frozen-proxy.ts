import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on loopback whose connections can go dead without being closed, as they do when a Redis primary fails over. */
export interface FrozenProxy {
  url: string;
  /** From now on nothing passes through the connections that are open; new ones work. */
  freezeOpen(): void;
  openConnections(): number;
  close(): Promise<void>;
}

export async function startProxy(target: string): Promise<FrozenProxy> {
  const { hostname, port, username, password } = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.pipe(far).pipe(near);
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
  return {
    url: `redis://${username}:${password}@127.0.0.1:${address.port}`,
    freezeOpen() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.pause();
        far.pause();
      }
    },
    openConnections: () => pairs.size,
    close: () =>
      new Promise((resolve) => {
        for (const pair of pairs) for (const socket of pair) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
