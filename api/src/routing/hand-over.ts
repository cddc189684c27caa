import { finished } from 'node:stream';
import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { callerGone } from '../http/caller-gone.ts';
import { type Bucket, type Limiter, WINDOW_SEC } from '../limiter/limiter.ts';
import { type CallCost, lengthOf } from '../threads/call-length.ts';
import { type HeldAnswer, type ThreadPool, tooMany } from '../threads/thread-pool.ts';
import { addThreadUse } from '../threads/thread-use.ts';
import type { Pass } from './define-route.ts';
import { putRateHeaders } from './gate.ts';

/** Units of heavy calls of an account in 60 s: 30 calls on 10,000 clips, or 3,000 on what is just too large to be light. */
export const HEAVY_BUCKET = { name: 'api_v1_heavy', limit: 3_000 };

/** A call as a thread needs it: a request, or what stands for one. */
export type HandedCall = Pick<FastifyRequest, 'id' | 'method' | 'url' | 'headers' | 'body' | 'longBody'>;

/** The way of heavy calls to the threads. */
export interface HandOver {
  /** Throws `unavailable` when there would be no room for a call: before its long body is read. */
  checkRoom(pass: Pass): Promise<void>;
  /**
   * Has a thread answer. The call counts against a bucket of its account, all keys together; what that bucket or the pool
   * refuses counts against none. `gone`: aborted when the caller takes the call back; a connection that closes does that by itself. Throws `rate_limited`, `unavailable` and what the pool throws.
   */
  answer(
    request: HandedCall,
    reply: FastifyReply,
    pass: Pass,
    cost: CallCost,
    gone?: AbortSignal,
  ): Promise<FastifyReply>;
  /** The same answer, not sent: `reply` is that of the request which it is for. */
  run(request: HandedCall, reply: FastifyReply, pass: Pass, cost: CallCost, gone?: AbortSignal): Promise<HeldAnswer>;
}

/** What the bucket and the pool refuse with. */
const REFUSALS: ReadonlySet<string> = new Set(['rate_limited', 'unavailable']);

/** Makes it. */
export function createHandOver(deps: ApiDeps, threads: ThreadPool, limiter: Limiter): HandOver {
  const uncount = ({ limiterKey, requestsPerMinute }: Caller) =>
    limiter.giveBack(limiterKey, { name: 'api_v1', limit: requestsPerMinute });

  async function admit(caller: Caller, bucket: Bucket, reply: FastifyReply): Promise<void> {
    const { refusedBy, retryAfterSec } = await limiter.take(caller.accountId, [bucket]);
    if (!refusedBy) return;
    deps.metrics.rateLimited.inc({ bucket: bucket.name });
    putRateHeaders(reply, bucket.limit, 0);
    reply.header('Retry-After', retryAfterSec);
    const message = `Requests on large projects have used up their share of ${WINDOW_SEC} s. Try again in ${retryAfterSec} s.`;
    throw new FramemillError('rate_limited', message, { retryAfterSec });
  }

  const run: HandOver['run'] = async (request, reply, { caller }, cost, gone) => {
    const { accountId, plan } = caller;
    const bucket = { ...HEAVY_BUCKET, cost: Math.min(cost.units, HEAVY_BUCKET.limit) };
    await admit(caller, bucket, reply);
    const { method, url, id: requestId, longBody, body } = request;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        (header): header is [string, string] => typeof header[1] === 'string' && /^(accept|mcp-.*)$/.test(header[0]),
      ),
    );
    const bytes = longBody ?? (body === undefined ? null : Buffer.from(JSON.stringify(body)));
    try {
      const answer = await threads.run(
        { method, url, requestId, caller, headers, body: bytes, length: lengthOf(cost) },
        AbortSignal.any([callerGone(reply), ...(gone ? [gone] : [])]),
      );
      finished(reply.raw, answer.release);
      void addThreadUse(deps.redis, accountId, answer.seconds).catch((error: unknown) => {
        deps.log.warn({ err: error, accountId }, 'the use of threads could not be counted');
      });
      return answer;
    } catch (error) {
      if (error instanceof FramemillError && error.code === 'unavailable') {
        deps.log.warn({ accountId, plan: plan.id, ...cost }, 'a heavy call was refused');
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
      return reply.code(answer.status).headers(answer.headers).send(Buffer.from(answer.body.buffer));
    },
  };
}
