import { type Logger, type Redis, redisReady } from '@framemill/infra';

/** Where this process hears what other processes publish, on one connection to Redis however many listen. */
export interface EventHub {
  /**
   * Calls `onEvent` with what is published on a channel, parsed, until the function that it gives is called. null: the connection
   * was lost for a while, so that something may have been missed. Throws when Redis is away.
   */
  listen(channel: string, onEvent: (event: unknown) => void): Promise<() => void>;
  close(): void;
}

/** How long a listener waits for a connection that was lost, in milliseconds. */
const READY_MS = 2_000;

/** Makes that of one process. */
export function createEventHub({ redis, log }: { redis: Redis; log: Logger }): EventHub {
  const listeners = new Map<string, Set<(event: unknown) => void>>();
  const subscriber = redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null });
  let wasReady = false;
  subscriber.on('error', (error) => log.warn({ err: error }, 'event subscription error'));
  subscriber.on('message', (channel: string, text: string) => {
    const event = parsed(text);
    if (event === undefined) return log.warn({ channel }, 'what was published is no JSON');
    for (const hear of listeners.get(channel) ?? []) hear(event);
  });
  subscriber.on('ready', () => {
    if (wasReady) for (const ears of listeners.values()) for (const hear of ears) hear(null);
    wasReady = true;
  });

  return {
    async listen(channel, onEvent) {
      await redisReady(subscriber, READY_MS, READY_MS);
      const ears = listeners.get(channel) ?? new Set();
      listeners.set(channel, ears.add(onEvent));
      // For each listener: when two come at once, the second must not begin before the channel is open.
      await subscriber.subscribe(channel);
      return () => {
        ears.delete(onEvent);
        if (ears.size > 0 || listeners.get(channel) !== ears) return;
        listeners.delete(channel);
        subscriber
          .unsubscribe(channel)
          .catch((error: unknown) => log.debug({ err: error }, 'a channel stays subscribed'));
      };
    },
    close: () => subscriber.disconnect(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
