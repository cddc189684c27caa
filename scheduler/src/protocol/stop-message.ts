import type { Redis } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import { parserOf } from './parser.ts';
import { redisChannels, redisKeys } from './redis-keys.ts';

/** Message on `redisChannels.stop`. */
export const StopMessageSchema = Type.Object({ jobId: Type.String({ minLength: 1, maxLength: 128 }) });
export type StopMessage = Type.Static<typeof StopMessageSchema>;
const parse = parserOf('stop message', StopMessageSchema);

/** Long enough for a job that was taken from its queue at that moment. */
const stoppedTtlSec = 60;

/** Reads a message of the stop channel. */
export function parseStopMessage(text: string): StopMessage {
  return parse(JSON.parse(text));
}

/** Tells whichever node has a job to end it: its work is done elsewhere. The key is set first, as for a cancel. */
export async function publishStop(redis: Redis, jobId: string): Promise<void> {
  const message: StopMessage = { jobId };
  await redis
    .pipeline()
    .set(redisKeys.stopped(jobId), '1', 'EX', stoppedTtlSec)
    .publish(redisChannels.stop, JSON.stringify(message))
    .exec();
}
