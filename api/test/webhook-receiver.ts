import { EventEmitter, on } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { type FileServer, startFileServer } from './file-server.ts';

/** One try as a receiver saw it. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** What a receiver says to a try: null never answers. */
export interface ReceiverAnswer {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** A customer's server: it keeps what it got, and says what the test wants it to. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Resolves with all that came, once there are `count`. */
  until(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

/** Starts a receiver. `say` sees the try and how many came before it. */
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
