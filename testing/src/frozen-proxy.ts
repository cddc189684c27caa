import { connect, createServer, type Socket } from 'node:net';
import { listen } from './local-server.ts';

/**
 * TCP proxy on the loopback interface whose connections can stop transferring data without being closed, as happens
 * when a Redis primary fails over, or are closed at once, as by HAProxy without a server.
 */
export interface FrozenProxy {
  url: string;
  /** Stops all data on the open connections. New connections still work. */
  freezeOpen(): void;
  /** Ends the delay for connections opened from now on. */
  hurry(): void;
  openConnections(): number;
  /** Number of connections that were closed because of `cutMs`. */
  cutConnections(): number;
  close(): Promise<void>;
}

/**
 * Starts a proxy in front of `target`. Each new connection is accepted at once but transfers no data for `delayMs` ms,
 * as with a busy server. For `cutMs` ms after the first connection, each connection is accepted and then cut off,
 * alternately by a reset at once and by a normal end after the first data.
 */
export async function startProxy(target: string, { delayMs = 0, cutMs = 0 } = {}): Promise<FrozenProxy> {
  let waitMs = delayMs;
  let cutUntilMs: number | null = null;
  let cuts = 0;
  const url = new URL(target);
  const { hostname, port } = url;
  const pairs = new Set<[Socket, Socket]>();
  const tcp = createServer((near) => {
    cutUntilMs ??= performance.now() + cutMs;
    if (performance.now() < cutUntilMs) {
      near.on('error', () => undefined);
      if (cuts % 2 === 0) near.resetAndDestroy();
      else near.once('data', () => near.end());
      cuts += 1;
      return;
    }
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
  const server = await listen(tcp);
  url.host = `127.0.0.1:${server.port}`;
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
    cutConnections: () => cuts,
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      return server.close();
    },
  };
}
