import { randomUUID } from 'node:crypto';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type, Value } from '@framemill/timeline/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps, MainDeps } from '../deps.ts';
import { addThreadUse } from '../threads/thread-use.ts';
import { withOwner } from './bot-owner.ts';
import { Overtaken, oneStage } from './run-updates.ts';
import { botServices } from './start-telegram.ts';
import type { Next, UpdateRow } from './work.ts';

/**
 * Internal path, and header, of the requests that run a stage (one step of answering a message) on a worker thread.
 * External requests cannot use them.
 */
const PATH = '/bots/stage';
const HEADER = 'x-bot-stage';

/**
 * Schema of a reference to a leased message: the bot, the update's id, and `takes`, the number of its current lease.
 */
const TakeSchema = Type.Object({ bot: Type.String(), updateId: Type.String(), takes: Type.Integer() });

/**
 * Result of a stage (one step of answering a message) on a worker thread: the next step, or `null` when another process
 * has taken the message.
 */
interface Outcome {
  next: Next | null;
}

/**
 * Returns a function that runs the current stage (step) of answering a message on a worker thread. Stages share the
 * thread pool with expensive API calls; the pool is scheduled fairly between accounts. The function throws `Overtaken`
 * and the errors of the pool: `unavailable` when the queue is full, `invalid_request` when the stage used too much time
 * or memory.
 */
export function stagesInThreads({ threads, redis, log }: Pick<MainDeps, 'threads' | 'redis' | 'log'>) {
  return async ({ bot, updateId, takes }: UpdateRow, caller: Caller, stopping: AbortSignal): Promise<Next> => {
    const take: Static<typeof TakeSchema> = { bot, updateId: String(updateId), takes };
    const answer = await threads.run(
      {
        ...{ method: 'POST', url: PATH, headers: { [HEADER]: 'yes' }, requestId: `bot_${randomUUID()}`, caller },
        body: Buffer.from(JSON.stringify(take)),
        // No client waits for the result on an open connection.
        length: 'long',
      },
      stopping,
    );
    answer.release();
    addThreadUse(redis, caller.accountId, answer.seconds).catch((error: unknown) => {
      log.warn({ err: error, accountId: caller.accountId }, 'the use of threads could not be counted');
    });
    if (answer.status !== 200)
      throw new Error(`A worker thread answered with status ${answer.status} to a step of a bot message.`);
    const { next }: Outcome = JSON.parse(Buffer.from(answer.body).toString());
    if (next === null) throw new Overtaken();
    return next;
  };
}

/**
 * Installs the route through which a worker thread receives stages (steps of answering a message) to run. `callerOf`
 * returns the API caller of a request that came from the thread pool.
 */
export function installBotStages(
  app: FastifyInstance,
  deps: ApiDeps,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  const services = botServices(deps, null);
  app.post(PATH, async (request): Promise<Outcome> => {
    if (request.headers[HEADER] === undefined)
      throw new FramemillError('not_found', 'There is no resource at this path. Check the path.');
    const { bot, updateId, takes } = Value.Parse(TakeSchema, request.body);
    const where = { bot, updateId: BigInt(updateId), takes };
    const row = await deps.database.client.telegramUpdate.findFirst({
      where,
      include: { botRow: { include: withOwner } },
    });
    if (!row) return { next: null };
    try {
      return { next: await oneStage(services, row, callerOf(request), new AbortController().signal) };
    } catch (error) {
      if (error instanceof Overtaken) return { next: null };
      throw error;
    }
  });
}
