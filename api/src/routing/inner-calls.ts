import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { TooHeavy } from '../limiter/too-heavy.ts';

/** The answer of one of our own routes. */
export interface InnerAnswer {
  status: number;
  contentType: string;
  /** Parsed JSON; null for other bodies. */
  json: unknown;
  bytes: Buffer;
}

/** A call of one of our own routes. */
export interface InnerRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From `/v1` on, with its query. */
  url: string;
  body?: object;
  /** Of a GET: when it is aborted the route sees its caller go, and `send` throws. */
  signal?: AbortSignal;
}

/**
 * Calls of our own routes in the name of a caller who was let in and counted elsewhere: MCP. The routes check scopes and
 * input as for everybody; the limiter is not asked again.
 */
export interface InnerCalls {
  /** Throws `TooHeavy` where `giveUp` said so. */
  send(app: FastifyInstance, caller: Caller, request: InnerRequest): Promise<InnerAnswer>;
  /** The caller of a request that `send` makes; null for every request from outside. */
  callerOf(request: FastifyRequest): Caller | null;
  /** Has `send` throw `reason`: what made this call is answered by a thread as a whole. */
  giveUp(request: FastifyRequest, reason: TooHeavy): void;
}

const HEADER = 'x-framemill-inner-call';

/** Keeps the callers of calls that run, by random names that nobody outside can know. */
export function createInnerCalls(): InnerCalls {
  const calls = new Map<string, { caller: Caller; givenUp: TooHeavy | null }>();
  const callOf = ({ headers }: FastifyRequest) => calls.get(String(headers[HEADER])) ?? null;
  return {
    callerOf: (request) => callOf(request)?.caller ?? null,
    giveUp(request, reason) {
      const call = callOf(request);
      if (call) call.givenUp = reason;
    },
    async send(app, caller, { method, url, body, signal }) {
      const name = randomBytes(24).toString('base64url');
      const call: { caller: Caller; givenUp: TooHeavy | null } = { caller, givenUp: null };
      calls.set(name, call);
      try {
        const type = body === undefined ? {} : { 'content-type': 'application/json' };
        const answer = await app.inject({
          ...{ method, url, headers: { [HEADER]: name, ...type } },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
          ...(signal === undefined ? {} : { signal }),
        });
        if (call.givenUp) throw call.givenUp;
        const contentType = String(answer.headers['content-type'] ?? '');
        const json: unknown = contentType.startsWith('application/json') ? JSON.parse(answer.payload) : null;
        return { status: answer.statusCode, contentType, json, bytes: answer.rawPayload };
      } finally {
        calls.delete(name);
      }
    },
  };
}
