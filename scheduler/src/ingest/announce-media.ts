import type { Redis } from '@framemill/infra';
import { redisChannels } from '../protocol/index.ts';

/**
 * Publishes to the account's open pages that one of its media was added, changed or removed. Best effort: errors of
 * Redis are ignored, and pages that miss the message are up to date again a moment later.
 */
export async function announceMedia(redis: Redis, accountId: string, mediaId: string): Promise<void> {
  const event = JSON.stringify({ type: 'media', mediaId });
  await redis.publish(redisChannels.accountEvents(accountId), event).catch(() => undefined);
}
