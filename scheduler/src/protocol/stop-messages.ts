import type { Redis } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import { cancelledTtlSec, redisChannels, redisKeys } from './redis-keys.ts';
import { id, parserOf } from './schema.ts';

/** Schema of a message on `redisChannels.cancel`. */
const CancelMessageSchema = Type.Object({ renderId: id });
/** Message to all nodes that a render is cancelled. */
export type CancelMessage = Type.Static<typeof CancelMessageSchema>;
const parseCancel = parserOf('cancel message', CancelMessageSchema);

/** Parses a message of the cancel channel. Throws `ProtocolError` or a SyntaxError when it is not valid. */
export function parseCancelMessage(text: string): CancelMessage {
  return parseCancel(JSON.parse(text));
}

/**
 * Notifies every node to stop all work for a render. The Redis key is set before the message: a node that takes a
 * waiting job after the message reads the key.
 */
export async function publishCancel(redis: Redis, renderId: string): Promise<void> {
  const message: CancelMessage = { renderId };
  await redis
    .pipeline()
    .set(redisKeys.cancelled(renderId), '1', 'EX', cancelledTtlSec)
    .publish(redisChannels.cancel, JSON.stringify(message))
    .exec();
}

/**
 * Whether a node must not start a job, because its render was cancelled or the job itself was stopped. `renderId` is
 * null for a job that belongs to no render.
 */
export async function isCancelled(redis: Redis, renderId: string | null, jobId?: string): Promise<boolean> {
  const keys = jobId === undefined ? [] : [redisKeys.stopped(jobId)];
  if (renderId !== null) keys.push(redisKeys.cancelled(renderId));
  return keys.length > 0 && (await redis.exists(...keys)) > 0;
}

/**
 * Schema of a message on `redisChannels.stop`. With the reason `for-others`, the range continues later, so the node
 * delivers its completed segments. Without a reason, another attempt has done the job's work, or no caller waits for
 * it.
 */
const StopMessageSchema = Type.Object({
  jobId: Type.String({ minLength: 1, maxLength: 128 }),
  why: Type.Optional(Type.Literal('for-others')),
});
/** Message that tells the node with a certain job to end that job. */
export type StopMessage = Type.Static<typeof StopMessageSchema>;
const parseStop = parserOf('stop message', StopMessageSchema);

/**
 * Lifetime in seconds of the flag that a job must stop: long enough for a job that a node is just taking from its
 * queue.
 */
const stoppedTtlSec = 60;

/** Parses a message of the stop channel. Throws `ProtocolError` or a SyntaxError when it is not valid. */
export function parseStopMessage(text: string): StopMessage {
  return parseStop(JSON.parse(text));
}

/**
 * Sends the node that runs a job a message to stop this job. Like a cancel, this sets the job's Redis key before it
 * publishes the message, so that a node that takes the job only now does not start it. A node with an older software
 * version discards the completed segments.
 */
export async function publishStop(redis: Redis, jobId: string, why?: StopMessage['why']): Promise<void> {
  const message: StopMessage = { jobId, ...(why === undefined ? {} : { why }) };
  await redis
    .pipeline()
    .set(redisKeys.stopped(jobId), '1', 'EX', stoppedTtlSec)
    .publish(redisChannels.stop, JSON.stringify(message))
    .exec();
}
