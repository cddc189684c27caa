import type { Redis } from '@framemill/infra';
import { redisChannels } from '../protocol/index.ts';

/** Tells pages of an account that one of its media changed, came or went. A hint: Redis may be away, and nobody misses more than a moment. */
export async function announceMedia(redis: Redis, accountId: string, mediaId: string): Promise<void> {
  const event = JSON.stringify({ type: 'media', mediaId });
  await redis.publish(redisChannels.accountEvents(accountId), event).catch(() => undefined);
}
