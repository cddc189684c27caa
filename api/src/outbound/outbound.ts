import { lookup } from 'node:dns/promises';
import type { Readable } from 'node:stream';
import { FramemillError } from '@framemill/timeline';
import { Agent, request } from 'undici';
import { type OutboundPolicy, type ResolveHost, type VettedTarget, vetTarget } from './vet-target.ts';

/** One request to an address of a caller. */
export interface OutboundRequest {
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
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
  check(url: string): Promise<void>;
}

const MAX_HEADER_BYTES = 16_384;
const CHECK_TIMEOUT_MS = 10_000;

/** Makes the way out. `resolve` is the resolver of the system; tests pass their own. */
export function createOutbound(policy: OutboundPolicy, resolve: ResolveHost = resolveAll): Outbound {
  return {
    async check(url) {
      const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
      await abortable(vetTarget(url, policy, resolve), signal).catch((cause: unknown) => {
        if (!signal.aborted) throw cause;
        throw new FramemillError('provider_error', 'The host could not be looked up in time.', {}, { cause });
      });
    },
    async send(text, { method, headers, body, signal }) {
      const target = await abortable(vetTarget(text, policy, resolve), signal);
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
  const [first] = addresses;
  return new Agent({
    connections: 1,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: 10_000,
      autoSelectFamily: true,
      lookup: (_host, options, callback) => {
        if (options.all) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
    },
  });
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
