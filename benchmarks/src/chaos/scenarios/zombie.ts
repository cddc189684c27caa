import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf } from '@framemill/testing/processes';
import { FramemillError } from '@framemill/timeline';
import { startLoad } from '../load.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Part } from '../stack/part.ts';
import { untilAtWork, untilProductive } from './at-work.ts';
import type { Scenario } from './scenario.ts';

const mostTries = 10;

/**
 * Scenario: a node and its child processes are frozen in the middle of a job and continue half a minute later
 * (`--away`).
 */
export const zombieScenario: Scenario = {
  name: 'zombie',
  nodes: 2,
  async run({ stack, nodes: [zombie, healthy], references, awaySec, log }) {
    if (zombie === undefined || healthy === undefined)
      throw new FramemillError('internal_error', 'The zombie scenario got fewer than two nodes. Start two.');
    const load = startLoad(stack, references, 2);
    const held = await freezeAtWork(stack, zombie);
    log(`zombie: frozen for ${awaySec} s`);
    await wait(awaySec * 1_000);
    const wokenAtMs = Date.now();
    for (const pid of held.pids) process.kill(pid, 'SIGCONT');
    await untilProductive(stack, [zombie], wokenAtMs, 60_000);
    const figures = await load.stop();
    const tries = await stack.database.client.attempt.findMany({
      where: { id: { in: held.attemptIds } },
      include: { task: { include: { ledger: true } } },
    });
    // A speculative attempt may have completed first: then the attempt was cancelled before the node was declared lost.
    const givenUp = tries.filter(({ outcome }) => ['lost', 'interrupted', 'cancelled'].includes(outcome)).length;
    const elsewhere = tries.filter(({ task }) =>
      task.ledger.some(({ outcome, nodeId }) => outcome === 'done' && nodeId === healthy.name),
    ).length;
    return [
      {
        promise: 'A zombie harms nothing',
        figure:
          `frozen ${awaySec} s: ${givenUp} of ${tries.length} ranges that it held given up, ${elsewhere} run ` +
          `elsewhere; awake again it works on; ${figures.identical} of ${figures.submitted} renders byte-identical`,
        limit: 'its range runs elsewhere, output unchanged',
        ok:
          tries.length > 0 &&
          givenUp === tries.length &&
          elsewhere === tries.length &&
          figures.identical === figures.submitted,
        values: { awaySec, held: tries.length, givenUp, elsewhere, ...figures },
      },
    ];
  },
};

/**
 * Stops a node and its child processes in the middle of a job. Returns their process ids and the ids of the attempts
 * that they are running. If the job's completion was already sent to the scheduler, the node continues and is stopped
 * again in a later job. Throws `unavailable` after `mostTries` tries.
 */
async function freezeAtWork(stack: ChaosStack, node: Part): Promise<{ pids: number[]; attemptIds: string[] }> {
  for (let tries = 1; tries <= mostTries; tries++) {
    await untilAtWork(stack, [node], { frames: true });
    const pids = [node.pid, ...childrenOf(node.pid)];
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    // Long enough for earlier messages to arrive and for the ledger to record the attempts; far too short for the node
    // to be declared lost.
    await wait(1_500);
    const held = await stack.database.client.attempt.findMany({ where: { nodeId: node.name, outcome: 'running' } });
    if (held.length > 0) return { pids, attemptIds: held.map(({ id }) => id) };
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
  throw new FramemillError(
    'unavailable',
    `Node ${node.name} was frozen ${mostTries} times, but never while it rendered frames. Run the scenario again.`,
  );
}
