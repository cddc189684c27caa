import { type Agent, request as ask, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Call, Manner } from './attack.ts';

/** Credentials of the attacking account. */
export interface Credentials {
  readonly key: string;
  /** Value of the `Cookie` header for its session. */
  readonly cookie: string;
}

/** Target, credentials and time limits of a request. */
export interface Sending extends Credentials {
  readonly apiHost: string;
  /** HTTP agent that reuses the connections of calls whose responses were read completely. */
  readonly agent: Agent;
  /** Time in ms after which a client that reads or sends slowly stops. */
  readonly holdMs: number;
  /** Signal that aborts every request. */
  readonly signal: AbortSignal;
}

/** Number of requests on a pipelined connection. */
const pipelinedRequests = 20;
const sipEveryMs = 200;
const wrongKey = `key_live_${'0'.repeat(48)}`;

/**
 * Sends one request with the client behaviour `manner` and resolves when it is over. Returns the status of the
 * response, or `error`. Returns `open` when there was no response in time, and `cut` when the service closed the
 * connection before it responded.
 */
export async function send(call: Call, manner: Manner, sending: Sending): Promise<string> {
  if (sending.signal.aborted) return 'open';
  const headers = headersOf(call, sending);
  if (manner === 'pipelined') return pipeline(call, headers, sending);
  const { apiHost, holdMs, signal } = sending;
  const agent = manner === 'call' ? sending.agent : false;
  const request = ask(apiHost + call.path, { method: call.method, headers, agent });
  const { promise, resolve } = Promise.withResolvers<string>();
  let status = 'open';
  const end = () => {
    resolve(status);
    request.destroy();
  };
  request.once('response', (answer) => {
    status = String(answer.statusCode);
    // The connection is kept for the next call.
    answer.once('end', () => resolve(status)).once('close', end);
    read(answer, manner);
  });
  request.once('error', (error) => {
    if (status === 'open' && !signal.aborted)
      status = 'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code)) ? 'cut' : 'error';
    end();
  });
  const timer = manner === 'call' ? undefined : setTimeout(end, holdMs);
  signal.addEventListener('abort', end, { once: true });
  if (manner === 'trickled') trickle(request, call);
  else request.end(call.body);
  const last = await promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', end);
  // Avoids a tight loop when the service refuses connections.
  if (last === 'error') await wait(10);
  return last;
}

function headersOf({ method, body, headers = {}, as }: Call, { key, cookie, apiHost }: Sending) {
  return {
    ...(as === undefined ? { authorization: `Bearer ${key}` } : {}),
    ...(as === 'stranger' ? { authorization: `Bearer ${wrongKey}` } : {}),
    ...(as === 'session' ? { cookie, origin: apiHost } : {}),
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    ...(body === undefined && method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body ?? '')) }),
    ...headers,
  };
}

function read(answer: IncomingMessage, manner: Manner): void {
  answer.on('error', () => undefined);
  if (manner === 'unread') return;
  if (manner !== 'slow') return void answer.resume();
  const timer = setInterval(() => answer.read(1_024), sipEveryMs);
  answer.once('close', () => clearInterval(timer));
}

/**
 * Sends half of the body at once and the rest byte by byte, so slowly that the body is still incomplete when the
 * request's time is over.
 */
function trickle(request: ClientRequest, { body = '' }: Call): void {
  const bytes = Buffer.from(body);
  let at = Math.floor(bytes.length / 2);
  request.write(bytes.subarray(0, at));
  const timer = setInterval(() => {
    if (at >= bytes.length) return void request.end();
    request.write(bytes.subarray(at, at + 1));
    at += 1;
  }, sipEveryMs);
  request.once('close', () => clearInterval(timer));
}

async function pipeline(
  { method, path }: Call,
  headers: Readonly<Record<string, string>>,
  { apiHost, holdMs, signal }: Sending,
): Promise<string> {
  const { hostname, port, host } = new URL(apiHost);
  const socket = connect(Number(port), hostname);
  const { promise, resolve } = Promise.withResolvers<string>();
  let status = 'open';
  const end = () => {
    resolve(status);
    socket.destroy();
  };
  socket.on('error', () => undefined).once('close', end);
  socket.once('data', (bytes) => {
    status = /^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1'))?.[1] ?? 'error';
    socket.pause();
  });
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`.repeat(pipelinedRequests));
  const timer = setTimeout(end, holdMs);
  signal.addEventListener('abort', end, { once: true });
  const last = await promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', end);
  return last;
}
