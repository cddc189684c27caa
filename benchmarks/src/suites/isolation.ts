import { createRandom } from '@framemill/scheduler/simulator';
import { openChaosStack } from '../chaos/stack/chaos-stack.ts';
import { openCrowd } from '../crowding/crowd.ts';
import { stepBack } from '../crowding/processor-share.ts';
import { type CrowdingFigures, searchCrowding } from '../crowding/search.ts';

/**
 * Looks for `seconds` for the calls of one account that are worst for another, whose `GET /v1/me` is measured from a process of
 * its own. What sends the attack has the lowest priority: on a real service it runs on other machines. Linux only.
 */
export async function measureIsolation(
  root: string,
  { seconds, seed }: { seconds: number; seed: number },
  log: (line: string) => void,
): Promise<CrowdingFigures> {
  const stack = await openChaosStack(root);
  try {
    const crowd = await openCrowd(stack.crowded());
    stepBack();
    try {
      return await searchCrowding(crowd, { seconds, seed, random: createRandom(seed), log });
    } finally {
      crowd.close();
    }
  } finally {
    await stack.close();
  }
}
