import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';

/**
 * Servers on loopback whose addresses the attacking account uses in its requests. They respond slowly or badly to the
 * service.
 */
export interface SlowServers {
  /** Base URL `http://127.0.0.1:<port>`. The first path segment selects the behaviour: see `ways`. */
  readonly url: string;
  /** Port of a server that sends an SSH greeting and then nothing. */
  readonly sshPort: number;
  /** Numbers of requests received so far, by first path segment; `ssh` counts connections to the SSH port. */
  readonly taken: Readonly<Record<string, number>>;
  /** Closes all open connections. */
  drop(): void;
  close(): Promise<void>;
}

type Way = (request: IncomingMessage, response: ServerResponse) => void;

const trickleEveryMs = 200;
const trickleBytes = 1_000;
const fileBytes = 64_000_000;
const chunk = Buffer.alloc(65_536, 7);

const ways: Readonly<Record<string, Way>> = {
  /** Handler that accepts every request. */
  ok: (request, response) => {
    request.resume();
    response.end('ok');
  },
  /** Handler that reads nothing and never responds. */
  silent: (request) => void request.pause(),
  /** Handler that reads only a little of the body from time to time. */
  sips: (request, response) => {
    request.once('end', () => response.end('ok'));
    const timer = setInterval(() => request.read(trickleBytes), trickleEveryMs);
    request.once('close', () => clearInterval(timer));
  },
  /** Handler that announces a large file and sends it slowly. */
  trickles: (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': fileBytes });
    const timer = setInterval(() => response.write(chunk.subarray(0, trickleBytes)), trickleEveryMs);
    response.once('close', () => clearInterval(timer));
  },
  /** Handler that sends a large file as fast as the client reads it. */
  floods: (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': fileBytes });
    let left = fileBytes;
    const more = () => {
      while (left > 0) {
        const part = chunk.subarray(0, Math.min(left, chunk.length));
        left -= part.length;
        if (!response.write(part)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  },
  /** Handler that redirects endlessly. */
  circles: ({ url }, response) => void response.writeHead(302, { location: `${url}x` }).end(),
};

/** Starts the slow servers. */
export async function startSlowServers(): Promise<SlowServers> {
  const taken: Record<string, number> = {};
  const sockets = new Set<Socket>();
  const count = (what: string) => {
    taken[what] = (taken[what] ?? 0) + 1;
  };
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };
  const web = createServer((request, response) => {
    const [, name = ''] = (request.url ?? '').split('/');
    count(name);
    (ways[name] ?? ways.ok)?.(request, response);
  }).on('connection', keep);
  const ssh = createTcpServer((socket) => {
    count('ssh');
    keep(socket);
    socket.write('SSH-2.0-slow\r\n');
  });
  const servers = [web, ssh];
  await Promise.all(servers.map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
  const [webPort, sshPort] = servers.map((server) => (server.address() as AddressInfo).port);
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    ...{ url: `http://127.0.0.1:${webPort}`, sshPort: sshPort ?? 0, taken, drop },
    async close() {
      const closed = servers.map((server) => once(server.close(), 'close'));
      drop();
      await Promise.all(closed);
    },
  };
}
