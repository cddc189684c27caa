import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { CostLimitExceeded } from '../limiter/cost-limits.ts';

/** Response of a route to an internal call. */
export interface InnerAnswer {
  status: number;
  contentType: string;
  /** Parsed JSON body; `null` for bodies of other types. */
  json: unknown;
  bytes: Buffer;
}

/** Request of an internal call to a route. */
export interface InnerRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path from `/v1` on, with its query. */
  url: string;
  body?: object;
  /** Abort signal for GET calls. When it is aborted, the route's request is closed and `send` throws. */
  signal?: AbortSignal;
}

/**
 * Calls of the service to its own routes on behalf of a caller who is already authenticated and counted.
 * The MCP server makes such calls. The routes check scopes and input as for other calls, but the general rate limit is
 * not applied again.
 */
export interface InnerCalls {
  /**
   * Sends an internal call and returns the route's response.
   * If the route's handler passed a `CostLimitExceeded` to `giveUp` for this call, that error is thrown.
   */
  send(app: FastifyInstance, caller: Caller, request: InnerRequest): Promise<InnerAnswer>;
  /** Returns the caller on whose behalf `send` made a request; `null` for every request from outside. */
  callerOf(request: FastifyRequest): Caller | null;
  /** Ends an internal call, whose `send` then throws `reason`. A worker thread repeats the complete outer call. */
  giveUp(request: FastifyRequest, reason: CostLimitExceeded): void;
}

const HEADER = 'x-framemill-inner-call';

/**
 * Creates the registry of running internal calls.
 * Each call has a random name, by which its caller is found. The names cannot be guessed, so no request from outside
 * can act as an internal call.
 */
export function createInnerCalls(): InnerCalls {
  const calls = new Map<string, { caller: Caller; givenUp: CostLimitExceeded | null }>();
  const callOf = ({ headers }: FastifyRequest) => calls.get(String(headers[HEADER])) ?? null;
  return {
    callerOf: (request) => callOf(request)?.caller ?? null,
    giveUp(request, reason) {
      const call = callOf(request);
      if (call) call.givenUp = reason;
    },
    async send(app, caller, { method, url, body, signal }) {
      const name = randomBytes(24).toString('base64url');
      const call: { caller: Caller; givenUp: CostLimitExceeded | null } = { caller, givenUp: null };
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
