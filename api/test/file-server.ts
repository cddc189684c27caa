import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** Web server for tests on this machine. */
export interface FileServer {
  /** Address of the server, without a slash at its end. */
  url: string;
  port: number;
  /** Paths that were requested, in order. */
  requests: string[];
  close(): Promise<void>;
}

/** Starts a server that answers with `handle`, optionally on a given address or port. */
export async function startFileServer(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<FileServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    // Whoever hangs up early is part of some tests.
    response.on('error', () => undefined);
    handle(request, response);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
