import { finished } from 'node:stream';
import { currentTrace } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { disconnected } from '../http/disconnected.ts';
import { type Bucket, type Limiter, WINDOW_SEC } from '../limiter/limiter.ts';
import { failureIn } from '../request-log/install-request-log.ts';
import { type CallCost, lengthOf } from '../threads/call-length.ts';
import { type HeldAnswer, type ThreadPool, tooMany } from '../threads/thread-pool.ts';
import { addThreadUse } from '../threads/thread-use.ts';
import type { Pass } from './define-route.ts';
import { putRateHeaders } from './guard.ts';

/**
 * Rate limit for expensive calls of one account in 60 s, in cost units (see `unitsOf`).
 * It allows 30 calls on documents of 10,000 clips (100 units each), or 3,000 calls of one unit.
 */
export const EXPENSIVE_BUCKET = { name: 'api_v1_heavy', limit: 3_000 };

/** Parts of a request that a worker thread needs. */
export type OffloadedCall = Pick<FastifyRequest, 'id' | 'method' | 'url' | 'headers' | 'body' | 'longBody'>;

/** Functions that run expensive calls on worker threads instead of the main thread. */
export interface Offloader {
  /**
   * Throws `unavailable` when the thread pool would not accept another call of the account. It is used before a long
   * body is read.
   */
  checkRoom(pass: Pass): Promise<void>;
  /**
   * Runs a call on a worker thread and sends the response.
   * The call counts against a rate limit of its account that all keys share. A call that this limit or the thread pool
   * refuses is not counted. `gone` is aborted when the caller cancels the call; a closed connection has the same
   * effect. Throws `rate_limited`, `unavailable` and the errors of the pool.
   */
  answer(
    request: OffloadedCall,
    reply: FastifyReply,
    pass: Pass,
    cost: CallCost,
    gone?: AbortSignal,
  ): Promise<FastifyReply>;
  /**
   * Runs a call on a worker thread and returns the response without sending it. `reply` is the reply of the original
   * request.
   */
  run(request: OffloadedCall, reply: FastifyReply, pass: Pass, cost: CallCost, gone?: AbortSignal): Promise<HeldAnswer>;
}

/** Error codes with which the rate limit and the thread pool refuse a call. */
const REFUSALS: ReadonlySet<string> = new Set(['rate_limited', 'unavailable']);

/** Creates the functions that run expensive calls on worker threads. */
export function createOffloader(deps: ApiDeps, threads: ThreadPool, limiter: Limiter): Offloader {
  const uncount = ({ limiterKey, requestsPerMinute }: Caller) =>
    limiter.giveBack(limiterKey, { name: 'api_v1', limit: requestsPerMinute });

  async function admit(caller: Caller, bucket: Bucket, reply: FastifyReply): Promise<void> {
    const { refusedBy, retryAfterSec } = await limiter.take(caller.accountId, [bucket]);
    if (!refusedBy) return;
    deps.metrics.rateLimited.inc({ bucket: bucket.name });
    putRateHeaders(reply, bucket.limit, 0);
    reply.header('Retry-After', retryAfterSec);
    const message = `Too many requests on large projects within ${WINDOW_SEC} s. Try again in ${retryAfterSec} s.`;
    throw new FramemillError('rate_limited', message, { retryAfterSec });
  }

  const run: Offloader['run'] = async (request, reply, { caller }, cost, gone) => {
    const { accountId, plan } = caller;
    const bucket = { ...EXPENSIVE_BUCKET, cost: Math.min(cost.units, EXPENSIVE_BUCKET.limit) };
    await admit(caller, bucket, reply);
    const { method, url, id: requestId, longBody, body } = request;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        (header): header is [string, string] => typeof header[1] === 'string' && /^(accept|mcp-.*)$/.test(header[0]),
      ),
    );
    // A worker thread stores the trace with the renders that it admits.
    const trace = currentTrace();
    const bytes = longBody ?? (body === undefined ? null : Buffer.from(JSON.stringify(body)));
    try {
      const answer = await threads.run(
        { method, url, requestId, caller, headers, trace, body: bytes, length: lengthOf(cost) },
        AbortSignal.any([disconnected(reply), ...(gone ? [gone] : [])]),
      );
      finished(reply.raw, answer.release);
      void addThreadUse(deps.redis, accountId, answer.seconds).catch((error: unknown) => {
        deps.log.warn({ err: error, accountId }, 'the use of threads could not be counted');
      });
      return answer;
    } catch (error) {
      if (error instanceof FramemillError && error.code === 'unavailable') {
        deps.log.warn({ accountId, plan: plan.id, ...cost }, 'an expensive call was refused');
        await limiter.giveBack(accountId, bucket);
      }
      throw error;
    }
  };

  return {
    run,
    async checkRoom({ caller }) {
      if (threads.hasRoom(caller.accountId)) return;
      await uncount(caller);
      throw tooMany();
    },
    async answer(request, reply, pass, cost, gone) {
      const answer = await run(request, reply, pass, cost, gone).catch(async (error: unknown) => {
        const isRefused = error instanceof FramemillError && REFUSALS.has(error.code);
        if (isRefused) await uncount(pass.caller);
        throw error;
      });
      reply.request.failure = failureIn(answer.status, answer.body);
      return reply.code(answer.status).headers(answer.headers).send(Buffer.from(answer.body.buffer));
    },
  };
}
