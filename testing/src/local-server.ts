import { once } from 'node:events';
import { createServer, Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';

/** Server of a test on this machine. */
export interface LocalServer {
  /** Address of the server, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Ends the server and, when it speaks HTTP, its connections. */
  close(): Promise<void>;
}

/** Makes a server listen, on a free port of this machine unless an address or a port is given. */
export async function listen(server: Server, { host = '127.0.0.1', port = 0 } = {}): Promise<LocalServer> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    async close() {
      if (server instanceof HttpServer) server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Web server of a test. */
export interface FileServer extends LocalServer {
  /** Paths that were requested, in order. */
  readonly requests: string[];
}

/** Starts a web server that answers with `handle`, optionally on a given address or port. */
export async function startFileServer(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
  place: { host?: string; port?: number } = {},
): Promise<FileServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    // Whoever hangs up early is part of some tests.
    response.on('error', () => undefined);
    handle(request, response);
  });
  return { ...(await listen(server, place)), requests };
}
