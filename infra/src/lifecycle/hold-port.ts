import { createServer } from 'node:net';

/** A port that nobody else gets. */
export interface HeldPort {
  readonly port: number;
  /** Gives it up, for whoever listens on it at once. */
  release(): Promise<void>;
}

/** Takes a TCP port of `host`, a free one by default, for a server that has to say its address before it listens. Rejects as `listen` does. */
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
