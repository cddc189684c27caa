import { type Logger, type Redis, redisReady } from '@framemill/infra';

/**
 * Mailboxes through which a waiting call receives messages from other processes, by Redis publish/subscribe. Nothing is
 * stored.
 */
export interface Mailboxes {
  /**
   * Calls `onMessage` with each text posted to `name`, until the returned function is called. Throws when Redis is
   * unavailable.
   */
  open(name: string, onMessage: (text: string) => void): Promise<() => void>;
  close(): void;
}

/** Maximum time to wait for a lost connection when a mailbox is opened, in milliseconds. */
const READY_MS = 2_000;

const channelOf = (name: string) => `fm:mcp:mailbox:${name}`;

/**
 * Creates the mailboxes of one process. They use a Redis connection of their own, because a subscribed connection
 * cannot run other commands.
 */
export function createMailboxes({ redis, log }: { redis: Redis; log: Logger }): Mailboxes {
  /** Subscribers by channel. A channel may have several. */
  const opened = new Map<string, Set<(text: string) => void>>();
  const subscriber = redis.duplicate();
  subscriber.on('error', (error) => log.warn({ err: error }, 'mailbox subscription error'));
  subscriber.on('message', (channel: string, text: string) => {
    for (const hear of [...(opened.get(channel) ?? [])]) hear(text);
  });

  /** Removes a subscriber. Returns whether the channel has no subscribers left. */
  function forget(channel: string, onMessage: (text: string) => void): boolean {
    const hearers = opened.get(channel);
    if (!hearers?.delete(onMessage) || hearers.size > 0) return false;
    return opened.delete(channel);
  }

  function shut(channel: string, onMessage: (text: string) => void): void {
    if (!forget(channel, onMessage)) return;
    subscriber.unsubscribe(channel).catch((error: unknown) => log.debug({ err: error }, 'a mailbox stayed subscribed'));
  }

  return {
    async open(name, onMessage) {
      const channel = channelOf(name);
      opened.set(channel, (opened.get(channel) ?? new Set()).add(onMessage));
      try {
        await redisReady(subscriber, READY_MS, READY_MS);
        await subscriber.subscribe(channel);
      } catch (error) {
        forget(channel, onMessage);
        throw error;
      }
      return () => shut(channel, onMessage);
    },
    close: () => subscriber.disconnect(),
  };
}

/**
 * Posts a text to the mailbox `name` in any process. Returns `false` when no process has it open. Throws when Redis is
 * unavailable.
 */
export async function postTo(redis: Redis, name: string, text: string): Promise<boolean> {
  return (await redis.publish(channelOf(name), text)) > 0;
}
