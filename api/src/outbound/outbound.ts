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

/** Request to an address supplied by a caller. */
export interface OutboundRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  /** Body of the request. A stream requires a `content-length` header. */
  body?: string | Uint8Array | Readable;
  /** Maximum length of the address, in characters; 2,000 when absent. */
  longestUrl?: number;
  /** Signal that aborts the request at any point, including the DNS lookup. */
  signal: AbortSignal;
}

/**
 * Response of the remote server; redirects are not followed.
 * The receiver need not read `body`, but must call `close` in every case.
 */
export interface OutboundAnswer {
  url: URL;
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
  close(): Promise<void>;
}

/** HTTP and TCP client for addresses supplied by callers. All such requests go through it. */
export interface Outbound {
  /** Sends a request. Throws the errors of `vetTarget`, and those of the connection. */
  send(url: string, request: OutboundRequest): Promise<OutboundAnswer>;
  /** Checks an address without connecting. Throws the errors that `send` would throw before sending. */
  check(url: string, options?: TargetOptions): Promise<void>;
  /**
   * Connects to a host supplied by a caller, on port 22 or a port allowed by the policy.
   * The receiver must destroy the socket. Throws the same errors as `send`.
   */
  connect(host: string, port: number, signal: AbortSignal): Promise<Socket>;
}

const MAX_HEADER_BYTES = 16_384;
const CHECK_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Port of SSH, which is allowed although it is not a port of HTTP. An SSH server sends first, so that a caller cannot
 * use this port to make the service send data of another protocol.
 */
const SSH_PORT = 22;

/** Creates the outbound client. `resolve` defaults to the system's resolver; tests replace it. */
export function createOutbound(policy: OutboundPolicy, resolve: ResolveHost = resolveAll): Outbound {
  return {
    async check(url, options) {
      const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
      await abortable(vetTarget(url, policy, resolve, options), signal).catch((cause: unknown) => {
        if (!signal.aborted) throw cause;
        throw new FramemillError(
          'provider_error',
          'The DNS lookup of the host did not finish in time. Try again later.',
          {},
          { cause },
        );
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
            // Reading the rest would defeat the limits. Errors of a body that is no longer read are ignored.
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

// The connection uses only the checked addresses and does not resolve the name again, so that a changed DNS answer
// cannot bypass the check.
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

/**
 * Returns the reason why a connection to a third-party server failed, as the end of a sentence. `code` is the error
 * code.
 */
export function connectionFault(code: string): string {
  const known = faults[code];
  if (known !== undefined) return known;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'no secure connection (TLS) could be established';
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  if (/CERT|TLS|SSL/.test(code)) return 'the certificate of the server cannot be trusted';
  return 'the connection was lost';
}

const faults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the server refused the connection',
  ECONNRESET: 'the server closed the connection',
  EPIPE: 'the server closed the connection',
  UND_ERR_SOCKET: 'the server closed the connection',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host did not respond',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not respond',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the server is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate of the server is not signed by a trusted authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate of the server is not signed by a trusted authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of the server is self-signed',
};

/** Reads a body of at most `maxBytes`. Throws `tooLarge()` as soon as it is longer; the rest is not read. */
export async function readBounded(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    // Leaving the loop destroys the stream.
    if (sizeBytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
