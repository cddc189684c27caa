import { findBrowser } from '@framemill/compositor/chromium';
import { createRandom } from '@framemill/scheduler/simulator';
import { FramemillError } from '@framemill/timeline';
import { openChaosStack } from '../chaos/stack/chaos-stack.ts';
import { allAttacks, describedRoutes } from '../crowding/all-attacks.ts';
import { openCrowd } from '../crowding/crowd.ts';
import { watchMemory } from '../crowding/crowded-service.ts';
import { type Plant, plantedPath } from '../crowding/plant.ts';
import { stepBack } from '../crowding/processor-share.ts';
import type { ObservedRoute } from '../crowding/route-attacks.ts';
import { type CrowdingFigures, searchCrowding } from '../crowding/search.ts';
import { startSlowServers } from '../crowding/slow-servers.ts';

/** Options of the search for ways in which one account can slow down another. */
export interface IsolationOptions {
  readonly seconds: number;
  readonly seed: number;
  /** Name of a fault added to the API on purpose, which the search must find; null for no fault. */
  readonly plant: Plant | null;
  /** Only attacks whose name contains this text are run; null runs all attacks. */
  readonly attacks: string | null;
}

/**
 * Searches for ways in which one account can affect another. The search takes `seconds`. Measures the calls, renders,
 * deliveries and previews of the affected account in a separate process. Linux only. The process that sends the attacks
 * gets the lowest priority, because attackers of a real service run on other machines.
 */
export async function measureIsolation(
  root: string,
  { seconds, seed, plant, attacks: text }: IsolationOptions,
  log: (line: string) => void,
): Promise<CrowdingFigures> {
  const slowServers = await startSlowServers();
  const hasBrowser = findBrowser() !== null;
  try {
    const stack = await openChaosStack(root, {
      objectsIn: 'folder',
      apiEnvironment: {
        NODE_OPTIONS: `--import=${new URL('../crowding/observe-api.ts', import.meta.url).href}`,
        ...(plant === null ? {} : { CROWDING_PLANT: plant }),
        ...{ OUTBOUND_PORTS: 'any', OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' },
        // Servers of external providers that do not respond.
        ...{ TELEGRAM_API: `${slowServers.url}/silent`, OPENAI_BASE_URL: `${slowServers.url}/silent` },
        OPENAI_API_KEY: 'crowd',
      },
    });
    try {
      await stack.startScheduler();
      await (hasBrowser ? stack.startBrowserNode(2) : stack.startNode(2));
      if (!hasBrowser) log('isolation: this machine has no Chromium: no frames of html clips');
      const service = stack.crowded();
      const observed = stack.parts.flatMap((part) => part.logged('routes observed')).flatMap(routesIn);
      const attacks = allAttacks(observed, describedRoutes).filter(({ name }) => text === null || name.includes(text));
      if (attacks.length === 0)
        throw new FramemillError('invalid_request', `No attack has "${text}" in its name. Change --attacks.`);
      const crowd = await openCrowd(service, slowServers, { hasBrowser });
      const comeForward = stepBack();
      const memory = watchMemory(service.apiPid);
      try {
        return await searchCrowding(crowd, attacks, {
          ...{ seconds, seed, random: createRandom(seed), log, memory },
          ...(plant === null ? {} : { until: (attack) => attack.includes(plantedPath) }),
        });
      } finally {
        comeForward();
        memory.stop();
        await crowd.close();
      }
    } finally {
      await stack.close();
    }
  } finally {
    await slowServers.close();
  }
}

function routesIn({ routes }: Record<string, unknown>): ObservedRoute[] {
  return Array.isArray(routes) ? routes : [];
}
