import { EventEmitter, on } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { type FileServer, startFileServer } from './file-server.ts';

/** Delivery attempt, as the receiver got it. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Response of a receiver to a delivery attempt. */
export interface ReceiverAnswer {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** Simulated server of a customer, which records webhook deliveries and responds as the test decides. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Resolves with all deliveries once at least `count` have arrived. */
  until(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

/**
 * Starts a receiver of webhooks. `say` returns the response to a delivery, given the delivery and the number of earlier
 * ones. With null there is no response.
 */
export async function startReceiver(
  say: (received: Received, before: number) => ReceiverAnswer | null | Promise<ReceiverAnswer> = () => ({
    status: 204,
  }),
): Promise<Receiver> {
  const received: Received[] = [];
  const events = new EventEmitter();
  const server: FileServer = await startFileServer(async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const entry = { path: request.url ?? '', headers, body: (await buffer(request)).toString('utf8') };
    received.push(entry);
    events.emit('received');
    const answer = await say(entry, received.length - 1);
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  return {
    url: server.url,
    received,
    async until(count) {
      const arrivals = on(events, 'received');
      while (received.length < count) await arrivals.next();
      await arrivals.return?.();
      return received;
    },
    close: server.close,
  };
}
