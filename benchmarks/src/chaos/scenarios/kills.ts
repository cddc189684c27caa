import { setTimeout as wait } from 'node:timers/promises';
import { readLeases } from '@framemill/scheduler/protocol';
import { percentile } from '../../measure/statistics.ts';
import { until } from '../../measure/until.ts';
import { startLoad } from '../load.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Part } from '../stack/part.ts';
import type { Row, Scenario, ScenarioContext } from './scenario.ts';

const rendersAbreast = 3;

interface Kill {
  readonly nodeId: string;
  readonly atMs: number;
}

/** Scenario: one or two of three nodes are repeatedly killed while they work, and replaced. */
export const killsScenario: Scenario = {
  name: 'kills',
  nodes: 3,
  async run(context) {
    const { stack, references, kills, random, log } = context;
    const nodes = [...context.nodes];
    const load = startLoad(stack, references, rendersAbreast);
    const done: Kill[] = [];
    while (done.length < kills) {
      await wait(random.next() * 800);
      const victims = takeVictims(nodes, random, Math.min(kills - done.length, 1 + random.below(nodes.length - 1)));
      const kill = async () => {
        await Promise.all(victims.map((victim) => untilWorking(stack, victim)));
        for (const victim of victims) {
          victim.signal('SIGKILL');
          done.push({ nodeId: victim.name, atMs: Date.now() });
        }
        await Promise.all(victims.map((victim) => victim.exited));
      };
      // Replacements start concurrently, because a process takes some seconds to become a node.
      const [, ...replacements] = await Promise.all([kill(), ...victims.map(() => stack.startNode(1))]);
      nodes.push(...replacements);
      log(`kills: ${done.length} of ${kills}`);
    }
    const figures = await load.stop();
    return [
      {
        promise: 'A node may die at any moment',
        figure:
          `${done.length} nodes killed; ${figures.completed} of ${figures.submitted} renders completed, ` +
          `${figures.identical} byte-identical to the undisturbed run`,
        limit: 'all complete, all identical',
        ok: figures.identical === figures.submitted,
        values: { kills: done.length, ...figures },
      },
      ...(await noticed(stack, done)),
    ];
  },
};

function takeVictims(nodes: Part[], random: ScenarioContext['random'], count: number): Part[] {
  return Array.from({ length: count }, () => nodes.splice(random.below(nodes.length), 1)).flat();
}

/**
 * Waits up to 4 s until the node has a job, so that it is killed while working. If it gets no job, it is killed idle.
 */
async function untilWorking(stack: ChaosStack, { name }: Part): Promise<void> {
  const working = until('the node works', 4_000, async () =>
    (await readLeases(stack.redis)).some(({ nodeId, running }) => nodeId === name && running.length > 0),
  );
  await working.catch(() => undefined);
}

/**
 * Returns two result rows about the jobs that were lost with each killed node: the time from the kill until a job was
 * ready again, and until it was dispatched again.
 */
async function noticed(stack: ChaosStack, kills: readonly Kill[]): Promise<Row[]> {
  const lost = await stack.database.client.attempt.findMany({
    where: { outcome: { in: ['lost', 'interrupted'] }, startedAt: { gte: new Date((kills[0]?.atMs ?? 0) - 60_000) } },
    include: { task: { include: { ledger: true } } },
  });
  const noticedSec: number[] = [];
  const releasedSec: number[] = [];
  for (const attempt of lost) {
    const kill = kills.find(
      ({ nodeId, atMs }) => attempt.startedAt.getTime() <= atMs && (attempt.nodeId ?? nodeId) === nodeId,
    );
    if (kill === undefined || attempt.endedAt === null) continue;
    noticedSec.push((attempt.endedAt.getTime() - kill.atMs) / 1000);
    const next = attempt.task.ledger.find(({ number }) => number === attempt.number + 1);
    if (next !== undefined) releasedSec.push((next.startedAt.getTime() - kill.atMs) / 1000);
  }
  return [
    timesRow('A lost node is noticed', 'until its range was ready again', noticedSec, {}),
    // When every slot is busy, a range waits for one, however early the loss was noticed.
    timesRow('Lost work is given out again', 'until its range was given out again', releasedSec, { isTiming: true }),
  ];
}

function timesRow(promise: string, until: string, seconds: readonly number[], options: { isTiming?: true }): Row {
  const limit = 'p99 < 10 s';
  if (seconds.length === 0)
    return { promise, figure: 'no killed node had work', limit, ok: false, values: {}, ...options };
  const [p50Sec, p99Sec, maxSec] = [percentile(seconds, 0.5), percentile(seconds, 0.99), Math.max(...seconds)];
  return {
    promise,
    figure:
      `p99 ${p99Sec.toFixed(1)} s, median ${p50Sec.toFixed(1)} s, longest ${maxSec.toFixed(1)} s from the kill ` +
      `${until} (${seconds.length} attempts)`,
    limit,
    ok: p99Sec < 10,
    values: { attempts: seconds.length, p50Sec, p99Sec, maxSec },
    ...options,
  };
}
