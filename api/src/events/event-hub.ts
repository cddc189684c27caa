import { type Logger, type Redis, redisReady } from '@framemill/infra';

/** Subscriptions of this process to Redis channels. All subscribers share one connection. */
export interface EventHub {
  /**
   * Subscribes to a channel and returns the function that unsubscribes. Throws when Redis is unavailable.
   * `onEvent` receives each published message, parsed as JSON. It receives null after a lost connection, when messages
   * may have been missed.
   */
  listen(channel: string, onEvent: (event: unknown) => void): Promise<() => void>;
  close(): void;
}

/** Maximum time that a new subscription waits for a lost connection, in ms. */
const READY_MS = 2_000;

/** Creates the event hub of this process. */
export function createEventHub({ redis, log }: { redis: Redis; log: Logger }): EventHub {
  const listeners = new Map<string, Set<(event: unknown) => void>>();
  const subscriber = redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null });
  let wasReady = false;
  subscriber.on('error', (error) => log.warn({ err: error }, 'event subscription error'));
  subscriber.on('message', (channel: string, text: string) => {
    const event = parsed(text);
    if (event === undefined) return log.warn({ channel }, 'a published event is not JSON');
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
      // Awaited for every subscriber: of two concurrent ones, the second must not return before the channel is
      // subscribed.
      await subscriber.subscribe(channel);
      return () => {
        ears.delete(onEvent);
        if (ears.size > 0 || listeners.get(channel) !== ears) return;
        listeners.delete(channel);
        subscriber
          .unsubscribe(channel)
          .catch((error: unknown) => log.debug({ err: error }, 'a channel could not be unsubscribed'));
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
