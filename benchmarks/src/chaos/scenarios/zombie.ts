import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf } from '../house/processes.ts';
import { startLoad } from '../load.ts';
import { untilAtWork, untilProductive } from './at-work.ts';
import type { Scenario } from './scenario.ts';

/** A node and its children are frozen in the middle of a range, and go on half a minute later (`--away`) as if nothing had been. */
export const zombieScenario: Scenario = {
  name: 'zombie',
  async run({ house, pieces, awaySec, log }) {
    const zombie = await house.startNode(1);
    const healthy = await house.startNode(1);
    const load = startLoad(house, pieces, 2);
    await untilAtWork(house, [zombie], { frames: true });
    const frozen = [zombie.pid, ...childrenOf(zombie.pid)];
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    const frozenAtMs = Date.now();
    log(`zombie: frozen for ${awaySec} s`);
    await wait(awaySec * 1_000);
    const wokenAtMs = Date.now();
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
    await untilProductive(house, [zombie], wokenAtMs, 60_000);
    const figures = await load.stop();
    const overtaken = await house.database.client.attempt.findMany({
      where: {
        nodeId: zombie.name,
        outcome: { in: ['lost', 'interrupted'] },
        startedAt: { lte: new Date(frozenAtMs) },
      },
      include: { task: { include: { ledger: true } } },
    });
    const elsewhere = overtaken.filter(({ task }) =>
      task.ledger.some(({ outcome, nodeId }) => outcome === 'done' && nodeId === healthy.name),
    ).length;
    await house.stopNodes([zombie, healthy]);
    return [
      {
        promise: 'A zombie harms nothing',
        figure: `frozen ${awaySec} s: ${overtaken.length} of its ranges given up, ${elsewhere} run elsewhere; awake again it works on; ${figures.identical} of ${figures.submitted} renders byte-identical`,
        limit: 'its range runs elsewhere, output unchanged',
        ok: overtaken.length > 0 && elsewhere === overtaken.length && figures.identical === figures.submitted,
        values: { awaySec, overtaken: overtaken.length, elsewhere, ...figures },
      },
    ];
  },
};
