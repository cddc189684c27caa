import { type Logger, type Redis, redisReady } from '@framemill/infra';

/** Places where what waits in this process hears from other processes, by Redis publish/subscribe. Nothing is stored. */
export interface Mailboxes {
  /** Calls `onMessage` with what is posted to `name`, until the function that it returns is called. Throws when Redis is away. */
  open(name: string, onMessage: (text: string) => void): Promise<() => void>;
  close(): void;
}

/** How long a mailbox waits for a connection that was lost. */
const READY_MS = 2_000;

const channelOf = (name: string) => `fm:mcp:mailbox:${name}`;

/** Makes those of one process, on a connection of their own: a subscriber can do nothing else. */
export function createMailboxes({ redis, log }: { redis: Redis; log: Logger }): Mailboxes {
  /** What hears, by channel: several may. */
  const opened = new Map<string, Set<(text: string) => void>>();
  const subscriber = redis.duplicate();
  subscriber.on('error', (error) => log.warn({ err: error }, 'mailbox subscription error'));
  subscriber.on('message', (channel: string, text: string) => {
    for (const hear of [...(opened.get(channel) ?? [])]) hear(text);
  });

  /** True when nothing hears the channel any more. */
  function forget(channel: string, onMessage: (text: string) => void): boolean {
    const hearers = opened.get(channel);
    if (!hearers?.delete(onMessage) || hearers.size > 0) return false;
    return opened.delete(channel);
  }

  function shut(channel: string, onMessage: (text: string) => void): void {
    if (!forget(channel, onMessage)) return;
    subscriber.unsubscribe(channel).catch((error: unknown) => log.debug({ err: error }, 'a mailbox stays subscribed'));
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

/** Posts to whoever waits at `name`, in whichever process. False when nobody does. Throws when Redis is away. */
export async function postTo(redis: Redis, name: string, text: string): Promise<boolean> {
  return (await redis.publish(channelOf(name), text)) > 0;
}
