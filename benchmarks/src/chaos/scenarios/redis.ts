import { startLoad } from '../load.ts';
import { untilAtWork, untilProductive } from './at-work.ts';
import type { Scenario } from './scenario.ts';

const limitSec = 30;

/** Scenario: Redis shuts down without saving during renders, and restarts empty. */
export const redisScenario: Scenario = {
  name: 'redis',
  nodes: 2,
  async run({ stack, nodes, references, kills, log }) {
    const load = startLoad(stack, references, 3);
    const rounds = Math.max(1, Math.round(kills / 40));
    const aliveSec: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await untilAtWork(stack, nodes);
      await stack.services.redis.stop();
      await stack.services.redis.start();
      const backAtMs = Date.now();
      const productiveAtMs = await untilProductive(stack, nodes, backAtMs, 90_000);
      aliveSec.push((productiveAtMs - backAtMs) / 1000);
      log(`redis: all nodes have finished a range ${aliveSec.at(-1)?.toFixed(1)} s after its return`);
    }
    const figures = await load.stop();
    const maxSec = Math.max(...aliveSec);
    return [
      {
        promise: 'Redis may die',
        figure: `${rounds} x SHUTDOWN NOSAVE and empty again: every worker had finished a range ${maxSec.toFixed(1)} s after its return; ${figures.identical} of ${figures.submitted} renders byte-identical`,
        limit: `<= ${limitSec} s, nothing lost`,
        ok: maxSec <= limitSec && figures.identical === figures.submitted,
        values: { rounds, maxSec, ...figures },
      },
    ];
  },
};
