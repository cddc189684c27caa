import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from './local-server.ts';

/** Faults that the proxy can cause in one request to an S3 service. */
export const s3Faults = [
  ...(['error500', 'full', 'refused', 'slowDown', 'reset', 'silence', 'errorBody', 'absent'] as const),
  ...(['cutBody', 'stalledBody', 'slowBody', 'shortBody', 'flippedBody', 'otherObject', 'wrongRange'] as const),
  ...(['late', 'storedShort', 'storedFlipped', 'notStored', 'storedUnheard'] as const),
] as const;
/** Fault that the tests' S3 proxy causes. */
export type S3Fault = (typeof s3Faults)[number];

/** Incoming request; `operation` is the S3 operation that it requests. */
export interface S3Request {
  readonly operation: 'get' | 'head' | 'put' | 'list' | 'multipart' | 'delete';
  readonly key: string;
  readonly ranged: boolean;
}

/** Proxy on the loopback interface in front of an S3 service, which causes faults in some requests. */
export interface FaultyS3 {
  readonly endpoint: string;
  /**
   * Chooses the fault for each request; null forwards the request without a fault. Tests may assign another function.
   */
  choose: (request: S3Request) => S3Fault | null;
  /** Number of times that each fault was caused. */
  readonly made: Map<S3Fault, number>;
  close(): Promise<void>;
}

/** Possible faults of each S3 operation. */
export const faultsOf: Record<S3Request['operation'], readonly S3Fault[]> = {
  get: [
    ...(['error500', 'slowDown', 'reset', 'silence', 'late', 'errorBody', 'absent'] as const),
    ...(['cutBody', 'stalledBody', 'slowBody', 'shortBody', 'flippedBody', 'otherObject'] as const),
  ],
  head: ['error500', 'slowDown', 'reset', 'silence', 'late', 'absent', 'otherObject'],
  put: [
    ...(['error500', 'slowDown', 'reset', 'silence', 'late'] as const),
    ...(['storedShort', 'storedFlipped', 'notStored', 'storedUnheard'] as const),
  ],
  list: ['error500', 'slowDown', 'reset', 'silence', 'errorBody', 'cutBody', 'shortBody'],
  multipart: ['error500', 'slowDown', 'reset', 'storedUnheard'],
  delete: ['error500', 'slowDown', 'reset'],
};

/** Delay in ms of a `late` response. A `slowBody` is sent in `slowSteps` steps over the same time. */
const lateMs = 2_000;
const slowSteps = 8;

/** Starts the proxy in front of an S3 service at `target` (`http://host:port`), with path-style addresses. */
export async function startFaultyS3(target: string, port = 0): Promise<FaultyS3> {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port: targetPort } = new URL(target);
  const made = new Map<S3Fault, number>();
  // Path of the last whole object that was read, used for `otherObject`.
  let lastRead = '';

  async function forward(from: IncomingMessage, url: string, body: Buffer): Promise<Answer> {
    const { 'transfer-encoding': _, 'content-md5': __, ...headers } = from.headers;
    const options = {
      ...{ agent, hostname, port: targetPort, method: from.method, path: url },
      headers: { ...headers, 'content-length': String(body.length) },
    };
    return new Promise((resolve, reject) => {
      const sent = request(options, (answer) => {
        buffer(answer).then((bytes) => {
          resolve({ status: answer.statusCode ?? 500, headers: { ...answer.headers }, body: bytes });
        }, reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  async function handle(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = incoming.url ?? '/';
    const asked = describe(incoming);
    const fault = server.choose(asked);
    if (fault !== null) made.set(fault, (made.get(fault) ?? 0) + 1);
    const body = await buffer(incoming);
    const early = fault === null ? null : withoutService(fault);
    if (early === 'silence') return;
    if (early === 'reset') return void reply.destroy();
    if (early !== null) return send(reply, early);
    if (fault === 'late') await wait(lateMs);
    const other = fault === 'otherObject' && lastRead !== '' && lastRead !== url ? lastRead : url;
    if (fault === 'wrongRange') delete incoming.headers.range;
    const answer = await forward(incoming, other, fault === null ? body : stored(fault, body));
    if (asked.operation === 'get' && answer.status === 200 && fault === null) lastRead = url;
    if (fault === 'storedUnheard') return void reply.destroy();
    if (fault === 'cutBody' || fault === 'stalledBody') return sendHalf(reply, answer, fault === 'stalledBody');
    if (fault === 'slowBody') return sendSlowly(reply, answer);
    send(reply, fault === null ? answer : spoilt(fault, answer), asked.operation === 'head');
  }

  const http = createServer((incoming, reply) => {
    handle(incoming, reply).catch(() => reply.destroy());
  });
  const { url, close } = await listen(http, { port });
  const server: FaultyS3 = {
    endpoint: url,
    choose: () => null,
    made,
    async close() {
      await close();
      agent.destroy();
    },
  };
  return server;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

function describe({ method, url = '/', headers }: IncomingMessage): S3Request {
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const key = decodeURIComponent(pathname.split('/').slice(2).join('/'));
  const isMultipart = searchParams.has('uploads') || searchParams.has('uploadId');
  const operations = { GET: key === '' ? 'list' : 'get', HEAD: 'head', PUT: 'put', DELETE: 'delete' } as const;
  const operation = isMultipart ? 'multipart' : (operations[method as keyof typeof operations] ?? 'multipart');
  return { operation, key, ranged: headers.range !== undefined };
}

/**
 * Returns the response to a request that is not forwarded to the service; null for a fault with which it is forwarded.
 */
function withoutService(fault: S3Fault): Answer | 'reset' | 'silence' | null {
  switch (fault) {
    case 'error500':
      return xml(500, 'InternalError', 'We encountered an internal error. Please try again.');
    case 'slowDown':
      return xml(503, 'SlowDown', 'Please reduce your request rate.');
    case 'full':
      return xml(507, 'XMinioStorageFull', 'Storage backend has reached its minimum free drive threshold.');
    case 'refused':
      return xml(403, 'AccessDenied', 'Access Denied.');
    case 'absent':
      return xml(404, 'NoSuchKey', 'The specified key does not exist.');
    case 'errorBody':
      return xml(200, 'InternalError', 'We encountered an internal error. Please try again.');
    case 'notStored':
      return { status: 200, headers: { etag: '"d41d8cd98f00b204e9800998ecf8427e"' }, body: Buffer.alloc(0) };
    case 'reset':
    case 'silence':
      return fault;
    default:
      return null;
  }
}

/** Returns the bytes that the service receives in place of the body that the client sent. */
function stored(fault: S3Fault, body: Buffer): Buffer {
  if (fault === 'storedShort') return body.subarray(0, body.length >> 1);
  // Another position than in a flipped response: two flips of one bit would cancel each other out.
  return fault === 'storedFlipped' ? flipped(body, body.length >> 2) : body;
}

function spoilt(fault: S3Fault, answer: Answer): Answer {
  if (fault === 'shortBody') return { ...answer, body: answer.body.subarray(0, answer.body.length >> 1) };
  return fault === 'flippedBody' ? { ...answer, body: flipped(answer.body, answer.body.length >> 1) } : answer;
}

/** Returns a copy of the bytes with one bit flipped in the byte at index `at`. */
function flipped(body: Buffer, at: number): Buffer {
  const copy = Buffer.from(body);
  if (copy.length > 0) copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
}

function xml(status: number, code: string, message: string): Answer {
  const body = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  );
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

function send(reply: ServerResponse, { status, headers, body }: Answer, isHead = false): void {
  const length = isHead ? headers['content-length'] : String(body.length);
  reply.writeHead(status, cleaned({ ...headers, 'content-length': length }));
  reply.end(isHead ? undefined : body);
}

/**
 * Sends half of the body with a content length of the whole body. Then closes the connection, or with `stays` leaves it
 * open without sending more.
 */
function sendHalf(reply: ServerResponse, { status, headers, body }: Answer, stays: boolean): void {
  reply.writeHead(status, cleaned({ ...headers, 'content-length': String(body.length) }));
  reply.write(body.subarray(0, body.length >> 1), () => {
    if (!stays) reply.destroy();
  });
}

/** Sends the whole body in steps, with pauses between them. */
async function sendSlowly(reply: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  reply.writeHead(status, cleaned({ ...headers, 'content-length': String(body.length) }));
  const stepBytes = Math.ceil(body.length / slowSteps);
  for (let step = 0; step < slowSteps; step++) {
    reply.write(body.subarray(step * stepBytes, (step + 1) * stepBytes));
    await wait(lateMs / slowSteps);
  }
  reply.end();
}

function cleaned(headers: Answer['headers']): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'connection' && name !== 'transfer-encoding') kept[name] = value;
  }
  return kept;
}
