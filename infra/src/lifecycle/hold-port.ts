import { createServer } from 'node:net';

/** TCP port that is reserved by listening on it. */
export interface HeldPort {
  readonly port: number;
  /** Frees the port, for a server that listens on it at once. */
  release(): Promise<void>;
}

/**
 * Reserves a TCP port of `host`, by default a free one, for a server that must state its address before it listens.
 * Rejects as `listen` does.
 */
export async function holdPort(host: string, wanted = 0): Promise<HeldPort> {
  const server = createServer((connection) => connection.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(wanted, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
