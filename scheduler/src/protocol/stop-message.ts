import type { Redis } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import { parserOf } from './parser.ts';
import { redisChannels, redisKeys } from './redis-keys.ts';

/**
 * Message on `redisChannels.stop`. `for-others`: the range goes on later, so what it has finished is kept. Absent: its work is
 * done elsewhere.
 */
export const StopMessageSchema = Type.Object({
  jobId: Type.String({ minLength: 1, maxLength: 128 }),
  why: Type.Optional(Type.Literal('for-others')),
});
/** Tells the node that has a job to end it. */
export type StopMessage = Type.Static<typeof StopMessageSchema>;
const parse = parserOf('stop message', StopMessageSchema);

/** Long enough for a job that was taken from its queue at that moment. */
const stoppedTtlSec = 60;

/** Reads a message of the stop channel. */
export function parseStopMessage(text: string): StopMessage {
  return parse(JSON.parse(text));
}

/** Tells whichever node has a job to end it. The key is set first, as for a cancel. A node of an older release keeps nothing. */
export async function publishStop(redis: Redis, jobId: string, why?: StopMessage['why']): Promise<void> {
  const message: StopMessage = { jobId, ...(why === undefined ? {} : { why }) };
  await redis
    .pipeline()
    .set(redisKeys.stopped(jobId), '1', 'EX', stoppedTtlSec)
    .publish(redisChannels.stop, JSON.stringify(message))
    .exec();
}
