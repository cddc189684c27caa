import type { Logger, Redis, RedisReport } from '@framemill/infra';
import {
  isCancelled,
  parseCancelMessage,
  parseStopMessage,
  redisChannels,
  type StopMessage,
} from '@framemill/scheduler/protocol';

/** Hears cancellations; `stop` ends it. */
export interface CancelListener {
  stop(): void;
}

/**
 * Calls `onCancel` with the render id of each cancellation, `onStop` with each job that is to end alone. A connection of its own: a subscriber can do nothing else.
 * Messages sent while it was reconnecting are lost, so it then asks for each running render (`runningRenders`).
 */
export async function listenForCancel(options: {
  redis: Redis;
  runningRenders: () => string[];
  onCancel: (renderId: string) => void;
  onStop: (message: StopMessage) => void;
  report: RedisReport;
  log: Logger;
}): Promise<CancelListener> {
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
  const catchUp = async () => {
    for (const renderId of options.runningRenders()) {
      if (await isCancelled(redis, renderId)) options.onCancel(renderId);
    }
  };
  await subscriber.subscribe(redisChannels.cancel, redisChannels.stop);
  subscriber.on('ready', () => {
    catchUp().catch((error: unknown) => log.warn({ err: error }, 'missed cancellations could not be read'));
  });
  return { stop: () => subscriber.disconnect() };
}
