import type { Redis } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import { id } from './fields.ts';
import { parserOf } from './parser.ts';
import { cancelledTtlSec, redisChannels, redisKeys } from './redis-keys.ts';

/** Schema of a message on `redisChannels.cancel`. */
export const CancelMessageSchema = Type.Object({ renderId: id });
/** Message to all nodes that a render is cancelled. */
export type CancelMessage = Type.Static<typeof CancelMessageSchema>;
const parse = parserOf('cancel message', CancelMessageSchema);

/** Parses a message of the cancel channel. Throws `ProtocolError` or a SyntaxError when it is not valid. */
export function parseCancelMessage(text: string): CancelMessage {
  return parse(JSON.parse(text));
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

/** Whether a node must not start a job of this render (null: it belongs to none), or must not start this job. */
export async function isCancelled(redis: Redis, renderId: string | null, jobId?: string): Promise<boolean> {
  const keys = jobId === undefined ? [] : [redisKeys.stopped(jobId)];
  if (renderId !== null) keys.push(redisKeys.cancelled(renderId));
  return keys.length > 0 && (await redis.exists(...keys)) > 0;
}
