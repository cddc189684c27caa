import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '@framemill/testing/local-server';

/** Request as the simulated vendor received it. */
export interface VendorRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Response of a simulated vendor. An object as the body is sent as JSON. */
export interface VendorAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** Ways in which a simulated vendor can fail, whatever the request. */
export const vendorFaults = [
  'slow',
  'busy',
  'down',
  'malformed',
  'truncated',
  'endless',
  'wrong-type',
  'redirect',
  'reset',
  'unauthorized',
] as const;
export type VendorFault = (typeof vendorFaults)[number];

/** Simulated API of a vendor on this machine. */
export interface VendorServer {
  url: string;
  /** Received requests, oldest first. */
  requests: VendorRequest[];
  /** Fault of all responses until it is set to null. */
  fault: VendorFault | null;
  /** Fault of the next response only. */
  failOnce: VendorFault | null;
  close(): Promise<void>;
}

/** Text in the responses of a failing vendor. It must not appear in API responses, logs or metrics. */
export const vendorSecretText = 'internal vendor text with sk-leaked-key and /srv/vendor/path';

/** Starts a simulated vendor that responds with `answer`, or with the current fault. */
export async function startVendorServer(
  answer: (request: VendorRequest) => VendorAnswer | Promise<VendorAnswer>,
): Promise<VendorServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? '/', 'http://vendor.test');
    const seen = {
      ...{ method: request.method ?? '', path: url.pathname, query: url.searchParams },
      ...{ headers: request.headers, body: Buffer.concat(chunks) },
    };
    vendor.requests.push(seen);
    const fault = vendor.failOnce ?? vendor.fault;
    vendor.failOnce = null;
    if (fault) fail(fault, response);
    else send(response, await answer(seen));
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  const { url, close } = await listen(server);
  const vendor: VendorServer = { url, close, requests: [], fault: null, failOnce: null };
  return vendor;
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: VendorAnswer): void {
  const isBytes = Buffer.isBuffer(body);
  response.writeHead(status, { 'content-type': isBytes ? 'application/octet-stream' : 'application/json', ...headers });
  response.end(isBytes ? body : JSON.stringify(body));
}

function fail(fault: VendorFault, response: ServerResponse): void {
  const error = { error: { message: vendorSecretText, type: 'server_error' } };
  const json = { 'content-type': 'application/json' };
  switch (fault) {
    case 'slow':
      // Never answers; the caller's time ends it.
      return;
    case 'busy':
      send(response, { status: 429, headers: { 'retry-after': '0' }, body: error });
      return;
    case 'down':
      send(response, { status: 500, body: error });
      return;
    case 'unauthorized':
      send(response, { status: 401, body: error });
      return;
    case 'malformed':
      response.writeHead(200, json).end(`{"${vendorSecretText}`);
      return;
    case 'truncated':
      response.writeHead(200, { ...json, 'content-length': '100000' });
      response.write('{"results":');
      setImmediate(() => response.destroy());
      return;
    case 'endless': {
      response.writeHead(200, json);
      const block = Buffer.alloc(1_048_576, 0x20);
      const more = () => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', more);
      more();
      return;
    }
    case 'wrong-type':
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<html>${vendorSecretText}</html>`);
      return;
    case 'redirect':
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
      return;
    case 'reset':
      response.destroy();
      return;
  }
}
