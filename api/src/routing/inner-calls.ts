import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';

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
}

/**
 * Calls of our own routes in the name of a caller who was let in and counted elsewhere: MCP. The routes check scopes and
 * input as for everybody; the limiter is not asked again.
 */
export interface InnerCalls {
  send(app: FastifyInstance, caller: Caller, request: InnerRequest): Promise<InnerAnswer>;
  /** The caller of a request that `send` makes; null for every request from outside. */
  callerOf(request: FastifyRequest): Caller | null;
}

const HEADER = 'x-framemill-inner-call';

/** Keeps the callers of calls that run, by random names that nobody outside can know. */
export function createInnerCalls(): InnerCalls {
  const callers = new Map<string, Caller>();
  return {
    callerOf(request) {
      const name = request.headers[HEADER];
      return typeof name === 'string' ? (callers.get(name) ?? null) : null;
    },
    async send(app, caller, { method, url, body }) {
      const name = randomBytes(24).toString('base64url');
      callers.set(name, caller);
      try {
        const type = body === undefined ? {} : { 'content-type': 'application/json' };
        const answer = await app.inject({
          ...{ method, url, headers: { [HEADER]: name, ...type } },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        });
        const contentType = String(answer.headers['content-type'] ?? '');
        const json: unknown = contentType.startsWith('application/json') ? JSON.parse(answer.payload) : null;
        return { status: answer.statusCode, contentType, json, bytes: answer.rawPayload };
      } finally {
        callers.delete(name);
      }
    },
  };
}
