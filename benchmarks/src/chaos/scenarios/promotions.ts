import { setTimeout as wait } from 'node:timers/promises';
import { firstOf } from '../audit/checks.ts';
import type { Promotion } from '../clusters/lost-commits.ts';
import { onClusters, pollRow, renderRow, timeRow } from '../clusters/on-clusters.ts';
import type { PrimaryEnd } from '../clusters/postgres-pair.ts';
import type { ReplicaKind, Row, Scenario, ScenarioContext } from './scenario.ts';

/** Time in ms for which an asynchronous replica gets no data before its primary is killed. */
const behindMs = 1_500;

/**
 * Scenario: a PostgreSQL replica is promoted (`--promotions` times, for each kind of `--replica`) while renders end.
 * The old primary comes back as a replica, so that the next promotion goes the other way.
 */
export const promotionsScenario: Scenario = {
  name: 'promotions',
  nodes: 0,
  async run(context) {
    const rows: Row[] = [];
    for (const kind of context.replicas) rows.push(...(await promoteOften(context, kind)));
    return rows;
  },
};

function promoteOften(context: ScenarioContext, kind: ReplicaKind): Promise<Row[]> {
  return onClusters(context, async ({ services, failOver, end }) => {
    const { postgresPair, databaseAddress } = services;
    const { promotions, log } = context;
    await postgresPair.setReplica(kind);
    const seconds: number[] = [];
    const found: Promotion[] = [];
    for (let round = 0; round < promotions; round++) {
      // Every fourth promotion is planned, as for the maintenance of a machine.
      const way: PrimaryEnd = round % 4 === 3 ? 'shutdown' : 'crash';
      const isBehind = kind === 'asynchronous' && way === 'crash';
      const tookSec = await failOver(async () => {
        if (isBehind) {
          postgresPair.holdBack();
          await wait(behindMs);
        }
        await postgresPair.promote(way);
      });
      seconds.push(tookSec - (isBehind ? behindMs / 1_000 : 0));
      const promotion = await postgresPair.compare();
      found.push(promotion);
      await postgresPair.rejoin();
      log(
        `promotions: ${round + 1} of ${promotions} (${kind}, ${way}): back after ${seconds.at(-1)?.toFixed(1)} s, ` +
          `${promotion.lostCommits} commits lost, ${promotion.faults.length} faults`,
      );
    }
    // A synchronous replica may lose nothing.
    const lossy = kind === 'asynchronous' ? found : [];
    const { renders, polls } = await end(new Set(lossy.flatMap(({ lostJobs }) => lostJobs)));
    const promise = `PostgreSQL may fail over to its ${kind} replica`;
    return [
      renderRow(`${promise}: renders`, renders, new Set(lossy.flatMap(({ lostRenders }) => lostRenders))),
      lostRow(promise, kind, found),
      pollRow(`${promise}: polls`, polls),
      timeRow(promise, `${promotions} promotions through ${databaseAddress}`, seconds),
    ];
  });
}

/** Returns the row about the rows of the old primaries that the promoted replicas have not. */
function lostRow(promise: string, kind: ReplicaKind, found: readonly Promotion[]): Row {
  const sum = (of: (promotion: Promotion) => number) => found.reduce((total, promotion) => total + of(promotion), 0);
  const commits = sum(({ lostCommits }) => lostCommits);
  const rows = sum((promotion) => promotion.rows);
  const renders = sum(({ lostRenders }) => lostRenders.length);
  const faults = found.flatMap((promotion) => promotion.faults);
  const isAsynchronous = kind === 'asynchronous';
  return {
    promise: `${promise}: what is lost`,
    figure:
      `${commits} commits came after the last replayed position, with ${renders} renders` +
      `${isAsynchronous ? '' : ' (nobody was answered)'}; of ${rows} rows ${faults.length} are lost or kept ` +
      `otherwise${firstOf(faults)}`,
    limit: 'exactly the rows of these commits',
    // Without a lost commit, the check of an asynchronous replica has shown nothing.
    ok: faults.length === 0 && (commits > 0 || !isAsynchronous),
    values: { commits, renders, rows, faults: faults.length },
  };
}
