import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { connect, type LookupFunction, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { FramemillError } from '@framemill/timeline';
import { Agent, request } from 'undici';
import {
  type OutboundPolicy,
  type ResolveHost,
  type TargetOptions,
  type VettedTarget,
  vetHost,
  vetTarget,
} from './vet-target.ts';

/** One request to an address of a caller. */
export interface OutboundRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  /** A stream needs its `content-length` among the headers. */
  body?: string | Uint8Array | Readable;
  /** Longest address in characters; 2,000 when absent. */
  longestUrl?: number;
  /** Ends the request whatever it is doing, also while the host is looked up. */
  signal: AbortSignal;
}

/** The answer; redirects come as they are. The receiver of it reads `body` or not, and calls `close` in any case. */
export interface OutboundAnswer {
  url: URL;
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
  close(): Promise<void>;
}

/** The only way out of the service to addresses that callers name. */
export interface Outbound {
  /** Throws what `vetTarget` throws, and whatever the connection fails with. */
  send(url: string, request: OutboundRequest): Promise<OutboundAnswer>;
  /** Throws what `send` would throw before anything is sent. */
  check(url: string, options?: TargetOptions): Promise<void>;
  /**
   * Connects to a host that a caller names, on port 22 or one of the policy. The receiver destroys the socket. Throws as `send` does.
   */
  connect(host: string, port: number, signal: AbortSignal): Promise<Socket>;
}

const MAX_HEADER_BYTES = 16_384;
const CHECK_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** SSH's: its server speaks first, so that no other protocol is talked into anything. */
const SSH_PORT = 22;

/** Makes the way out. `resolve` is the resolver of the system; tests pass their own. */
export function createOutbound(policy: OutboundPolicy, resolve: ResolveHost = resolveAll): Outbound {
  return {
    async check(url, options) {
      const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
      await abortable(vetTarget(url, policy, resolve, options), signal).catch((cause: unknown) => {
        if (!signal.aborted) throw cause;
        throw new FramemillError('provider_error', 'The host could not be looked up in time.', {}, { cause });
      });
    },
    async connect(host, port, signal) {
      if (port !== SSH_PORT && policy.ports !== 'any' && !policy.ports.includes(port)) {
        const message = `Port ${port} cannot be used. Use ${SSH_PORT}, or have the operator add it to OUTBOUND_PORTS.`;
        throw new FramemillError('invalid_request', message, { field: 'body.sftp.port' });
      }
      const addresses = await abortable(vetHost(host, policy, resolve, 'body.sftp.host'), signal);
      return connected(host, port, addresses, signal);
    },
    async send(text, { method, headers, body, signal, longestUrl }) {
      const target = await abortable(vetTarget(text, policy, resolve, { longest: longestUrl }), signal);
      const agent = agentFor(target);
      try {
        const answer = await request(target.url, { dispatcher: agent, method, headers, body: body ?? null, signal });
        return {
          url: target.url,
          status: answer.statusCode,
          headers: answer.headers,
          body: answer.body,
          close: async () => {
            // Reading on would cost what the limits saved; an error of a body that nobody reads is nobody's.
            answer.body.on('error', () => undefined);
            await agent.destroy();
          },
        };
      } catch (error) {
        await agent.destroy();
        throw error;
      }
    },
  };
}

// The connection asks no resolver: it gets the addresses that were vetted, so a name that resolves to something else a
// moment later gains nothing.
function agentFor({ addresses }: VettedTarget): Agent {
  return new Agent({
    connections: 1,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: 10_000,
      autoSelectFamily: true,
      lookup: knownAs(addresses),
    },
  });
}

function knownAs(addresses: LookupAddress[]): LookupFunction {
  const [first] = addresses;
  return (_host, options, callback) => {
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function connected(host: string, port: number, addresses: LookupAddress[], signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host, port, lookup: knownAs(addresses), autoSelectFamily: true });
  const give = (error: Error) => {
    socket.destroy();
    reject(error);
  };
  const abort = () => give(signal.reason);
  socket.setTimeout(CONNECT_TIMEOUT_MS, () => give(Object.assign(new Error('connecting'), { code: 'ETIMEDOUT' })));
  socket.once('error', give);
  socket.once('connect', () => {
    socket.setTimeout(0);
    socket.off('error', give);
    signal.removeEventListener('abort', abort);
    resolve(socket);
  });
  signal.addEventListener('abort', abort, { once: true });
  return promise;
}

function resolveAll(host: string) {
  return lookup(host, { all: true });
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}
