import { createOutageLog, type Logger, type Redis, type RedisReport } from '@framemill/infra/process';
import {
  isCancelled,
  leaseRefreshMs,
  parseCancelMessage,
  parseStopMessage,
  redisChannels,
  type StopMessage,
} from '@framemill/scheduler/protocol';
import { every, type Repeated } from '../queue/every.ts';
import { within } from '../queue/within.ts';

/**
 * Calls `onCancel` with the render id of each cancellation, and `onStop` with each job that is stopped alone.
 * Subscribes on a connection of its own. Messages only make it fast: they are lost while that connection is closed, or
 * open but dead. Once a second the cancel flags of all running renders (`runningRenders`) are read, so that no
 * cancellation is lost with its message.
 */
export async function listenForCancel(options: {
  redis: Redis;
  runningRenders: () => string[];
  onCancel: (renderId: string) => void;
  onStop: (message: StopMessage) => void;
  report: RedisReport;
  log: Logger;
}): Promise<Repeated> {
  const { redis, log } = options;
  const subscriber = redis.duplicate();
  subscriber.on('error', options.report.onError);
  subscriber.on('message', (channel: string, text: string) => {
    try {
      if (channel === redisChannels.stop) options.onStop(parseStopMessage(text));
      else options.onCancel(parseCancelMessage(text).renderId);
    } catch (error) {
      log.warn({ err: error, text }, 'a message on the cancel channel could not be read');
    }
  });
  await subscriber.subscribe(redisChannels.cancel, redisChannels.stop);
  const look = async () => {
    for (const renderId of options.runningRenders()) {
      if (await within(1_500, 'Reading cancellations', isCancelled(redis, renderId))) options.onCancel(renderId);
    }
  };
  const looking = every(leaseRefreshMs, look, createOutageLog(log, 'cancellations could not be read'));
  return {
    stop: () => {
      looking.stop();
      subscriber.disconnect();
    },
  };
}
