import { once } from 'node:events';
import { createServer, Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';

/** Running server of a test on this machine. */
export interface LocalServer {
  /** Address of the server, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Closes the server and, for an HTTP server, its open connections. */
  close(): Promise<void>;
}

/** Starts listening with a server, by default on a free port of 127.0.0.1. */
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

/** Running web server of a test, which records its requests. */
export interface FileServer extends LocalServer {
  /** Paths that were requested, in order. */
  readonly requests: string[];
}

/** Starts a web server that responds with `handle`, by default on a free port of 127.0.0.1. */
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
