import { createRedis } from '@framemill/infra';
import { redisChannels } from '@framemill/scheduler/protocol';
import type { ChaosStack } from '../stack/chaos-stack.ts';

/** Counter of the render completions that the database commits. */
export interface CommitCount {
  /**
   * Ends the count. `completed` is the number of renders committed; `doubled` is the number of those committed more
   * than once.
   */
  stop(): Promise<{ completed: number; doubled: number }>;
}

/** Counts from now on how often each render is announced as completed. The announcement follows the commit. */
export async function countCommits(stack: ChaosStack): Promise<CommitCount> {
  const subscriber = createRedis(stack.services.redisUrl, 'worker');
  const counts = new Map<string, number>();
  await subscriber.subscribe(redisChannels.events);
  subscriber.on('message', (_channel, text) => {
    const { type, renderId }: { type?: string; renderId?: string } = JSON.parse(text);
    if (type === 'render.completed' && renderId !== undefined) counts.set(renderId, (counts.get(renderId) ?? 0) + 1);
  });
  return {
    async stop() {
      await subscriber.quit();
      return { completed: counts.size, doubled: [...counts.values()].filter((count) => count > 1).length };
    },
  };
}
