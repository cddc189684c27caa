import type { Redis } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import { parserOf } from './parser.ts';
import { redisChannels, redisKeys } from './redis-keys.ts';

/**
 * Schema of a message on `redisChannels.stop`. `for-others`: the range continues later, so its completed segments are
 * kept. Absent: another attempt has done its work, or it has no caller.
 */
export const StopMessageSchema = Type.Object({
  jobId: Type.String({ minLength: 1, maxLength: 128 }),
  why: Type.Optional(Type.Literal('for-others')),
});
/** Message to the node that has a job to end it. */
export type StopMessage = Type.Static<typeof StopMessageSchema>;
const parse = parserOf('stop message', StopMessageSchema);

/** Lifetime of the flag in seconds: long enough for a job that a node takes from its queue at that moment. */
const stoppedTtlSec = 60;

/** Parses a message of the stop channel. Throws `ProtocolError` or a SyntaxError when it is not valid. */
export function parseStopMessage(text: string): StopMessage {
  return parse(JSON.parse(text));
}

/**
 * Notifies the node that has a job to end it. The Redis key is set before the message, as for a cancel. A node of an
 * older software version keeps no segments.
 */
export async function publishStop(redis: Redis, jobId: string, why?: StopMessage['why']): Promise<void> {
  const message: StopMessage = { jobId, ...(why === undefined ? {} : { why }) };
  await redis
    .pipeline()
    .set(redisKeys.stopped(jobId), '1', 'EX', stoppedTtlSec)
    .publish(redisChannels.stop, JSON.stringify(message))
    .exec();
}
