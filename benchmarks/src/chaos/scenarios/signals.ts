import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf } from '@framemill/testing/processes';
import { startLoad } from '../load.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import { type Part, slotChildrenOf } from '../stack/part.ts';
import { countCommits, failuresSince } from './at-work.ts';
import type { Scenario, ScenarioContext } from './scenario.ts';

const rendersAbreast = 4;
/** Mean time between two kills, in ms. At this rate the processes of three nodes live about a second. */
const pauseMs = 300;
/**
 * Time in ms for which a render process is stopped (SIGSTOP); `nodeStoppedMs` is the time for a node. They exceed the
 * time in which a node notices a stopped process, and the lifetime of a lease.
 */
const childStoppedMs = 7_000;
const nodeStoppedMs = 9_000;

/**
 * Whether the kill with this number kills a node, not a render process. The next two functions return whether a render
 * process or a node is also stopped at this kill.
 */
const nodeIsKilled = (kill: number) => kill % 40 === 10;
const childIsStopped = (kill: number) => kill % 10 === 5;
const nodeIsStopped = (kill: number) => kill % 100 === 15;

/**
 * Scenario: during renders of ordinary files, render processes of three nodes, and sometimes the nodes themselves, are
 * killed from outside. Other processes are stopped for a while.
 */
export const signalsScenario: Scenario = {
  name: 'signals',
  nodes: 3,
  async run({ stack, nodes: first, references, kills, random, log }) {
    const startedAt = new Date();
    const commits = await countCommits(stack);
    const load = startLoad(stack, references, rendersAbreast);
    const farm = createFarm(stack, first, random);
    const beside: Promise<void>[] = [];
    const killed = { children: 0, nodes: 0 };
    const stopped = { children: 0, nodes: 0 };
    while (killed.children + killed.nodes < kills) {
      await wait(random.next() * 2 * pauseMs);
      const number = killed.children + killed.nodes;
      if (nodeIsKilled(number)) {
        if (await farm.killNode()) killed.nodes += 1;
        continue;
      }
      if (childIsStopped(number) && stopped.children <= Math.floor(number / 10)) {
        const pid = farm.anyChild();
        if (pid === null) continue;
        stopped.children += 1;
        beside.push(farm.stopFor([pid], childStoppedMs));
      }
      if (nodeIsStopped(number) && stopped.nodes <= Math.floor(number / 100)) {
        stopped.nodes += 1;
        beside.push(farm.stopNode(nodeStoppedMs));
      }
      const pid = farm.anyChild();
      if (pid === null || !kill(pid, 'SIGKILL')) continue;
      killed.children += 1;
      if (killed.children % 50 === 0) log(`signals: ${killed.children + killed.nodes} of ${kills}`);
    }
    await Promise.all(beside);
    const figures = await load.stop();
    const { completed, doubled } = await commits.stop();
    const { failures, faulty, quarantined } = await failuresSince(stack, startedAt);
    const interrupted = await stack.database.client.attempt.count({
      where: { startedAt: { gte: startedAt }, outcome: { in: ['interrupted', 'lost'] } },
    });
    const total = killed.children + killed.nodes;
    return [
      {
        promise: 'Signals from outside harm no render',
        figure:
          `${total} kills (${killed.children} render processes, ${killed.nodes} nodes), ${stopped.children} render ` +
          `processes and ${stopped.nodes} nodes stopped for a while: ${interrupted} attempts interrupted, ` +
          `${failures} counted as failures, ${faulty} files found faulty, ${quarantined} in quarantine; ` +
          `${figures.identical} of ${figures.submitted} renders byte-identical, ${doubled} of ${completed} ` +
          'committed twice',
        limit: 'all identical, none twice, no file found faulty',
        ok:
          figures.identical === figures.submitted && doubled + failures + faulty + quarantined === 0 && interrupted > 0,
        values: {
          ...{
            kills: total,
            killedNodes: killed.nodes,
            stoppedChildren: stopped.children,
            stoppedNodes: stopped.nodes,
          },
          ...{ interrupted, failures, faulty, quarantined, committed: completed, doubled, ...figures },
        },
      },
    ];
  },
};

/**
 * Returns functions that send signals to the attacked nodes and their processes. A stopped process gets no further
 * signal until it continues.
 */
function createFarm(stack: ChaosStack, first: readonly Part[], random: ScenarioContext['random']) {
  const nodes = [...first];
  const still = new Set<number>();
  const any = <T>(items: readonly T[]): T | null => items[random.below(items.length)] ?? null;
  const awake = () => nodes.filter(({ pid }) => !still.has(pid));

  async function stopFor(pids: readonly number[], ms: number): Promise<void> {
    for (const pid of pids) {
      still.add(pid);
      kill(pid, 'SIGSTOP');
    }
    await wait(ms);
    for (const pid of pids) {
      still.delete(pid);
      kill(pid, 'SIGCONT');
    }
  }

  return {
    stopFor,
    /** Returns the id of a process that renders or is about to render; null when there is none. */
    anyChild: () =>
      any(
        awake()
          .flatMap(({ pid }) => slotChildrenOf(pid))
          .filter((pid) => !still.has(pid)),
      ),
    /** Kills a node and starts a replacement. Returns false when all nodes are stopped. */
    async killNode(): Promise<boolean> {
      const victim = any(awake());
      if (victim === null) return false;
      const next = stack.startNode(1);
      victim.signal('SIGKILL');
      nodes.splice(nodes.indexOf(victim), 1);
      nodes.push(await next);
      return true;
    },
    async stopNode(ms: number): Promise<void> {
      const victim = any(awake());
      if (victim !== null) await stopFor([victim.pid, ...childrenOf(victim.pid)], ms);
    },
  };
}

/** Sends a signal to a process. Returns false when the process no longer exists. */
function kill(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
