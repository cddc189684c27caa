import { setTimeout as wait } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline';
import { compare, order, type Reference, startLoad } from '../load.ts';
import { finished } from '../renders.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Part } from '../stack/part.ts';
import { type Outage, s3Of } from '../stack/services.ts';
import { untilAtWork, untilProductive } from './at-work.ts';
import type { Row, Scenario, ScenarioContext } from './scenario.ts';

const renders = 6;
/** Maximum number of times that two more renders are started until both nodes are working. */
const mostTries = 20;

/** Scenario: PostgreSQL, then the object store, is unavailable for half a minute (`--away`) during renders. */
export const outagesScenario: Scenario = {
  name: 'outages',
  nodes: 2,
  async run(context) {
    const { stack } = context;
    return [
      await outage(context, 'Postgres may be away for a while', stack.services.postgres),
      await outage(context, 'The object store may be away for a while', s3Of(stack.services)),
    ];
  },
};

async function outage(
  { stack, nodes, references, awaySec, log }: ScenarioContext,
  promise: string,
  service: Outage,
): Promise<Row> {
  const wanted: Reference[] = [];
  const ids: string[] = [];
  const orderMore = async (count: number) => {
    for (let ordered = 0; ordered < count; ordered++) {
      const reference = references[ids.length % references.length];
      if (reference === undefined)
        throw new FramemillError('internal_error', 'The list of reference renders is empty. Pass at least one.');
      ids.push(await order(stack, reference));
      wanted.push(reference);
    }
  };
  await orderMore(renders);
  for (let tries = 1; !(await areAtWork(stack, nodes)); tries++) {
    if (tries === mostTries)
      throw new FramemillError(
        'unavailable',
        `The nodes were not busy at the same time in ${mostTries} tries. Use longer renders.`,
      );
    await orderMore(nodes.length);
  }
  await service.stop();
  log(`outages: away for ${awaySec} s`);
  await wait(awaySec * 1_000);
  await service.start();
  const backAtMs = Date.now();
  const againSec = ((await untilProductive(stack, nodes, backAtMs, 120_000)) - backAtMs) / 1000;
  let identical = 0;
  for (const [index, reference] of wanted.entries()) {
    await compare(stack, await finished(stack, ids[index] ?? ''), reference);
    identical += 1;
  }
  const failures = await failuresOf(stack, ids);
  return {
    promise,
    figure:
      `${awaySec} s away: ${identical} of ${ids.length} renders completed byte-identical, ${failures} counted as ` +
      `failures; all nodes had finished a range ${againSec.toFixed(1)} s after its return`,
    limit: 'renders pause and finish, nothing lost',
    ok: identical === ids.length && failures === 0,
    values: { awaySec, submitted: ids.length, identical, failures, againSec },
  };
}

/**
 * Waits up to 3 s until both nodes are working at the same time, and returns whether they are. Small renders may end
 * before both have a job.
 */
function areAtWork(stack: ChaosStack, nodes: readonly Part[]): Promise<boolean> {
  return untilAtWork(stack, nodes, { timeoutMs: 3_000 }).then(
    () => true,
    () => false,
  );
}

async function failuresOf(stack: ChaosStack, renderIds: readonly string[]): Promise<number> {
  const where = { renderId: { in: [...renderIds] } };
  const { _sum } = await stack.database.client.task.aggregate({ where, _sum: { failures: true } });
  return _sum.failures ?? 0;
}

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
        figure:
          `${rounds} x SHUTDOWN NOSAVE and empty again: every worker had finished a range ${maxSec.toFixed(1)} s ` +
          `after its return; ${figures.identical} of ${figures.submitted} renders byte-identical`,
        limit: `<= ${limitSec} s, nothing lost`,
        ok: maxSec <= limitSec && figures.identical === figures.submitted,
        values: { rounds, maxSec, ...figures },
      },
    ];
  },
};
