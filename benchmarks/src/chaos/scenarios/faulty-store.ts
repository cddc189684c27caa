import { readLeases } from '@framemill/scheduler/protocol';
import type { Random } from '@framemill/scheduler/simulator';
import { faultsOf, type S3Request, startFaultyS3 } from '@framemill/testing/faulty-s3';
import { FramemillError } from '@framemill/timeline';
import { until } from '../../measure/until.ts';
import { compare, order } from '../load.ts';
import { finished } from '../renders.ts';
import { addressOf } from '../stack/chaos-stack.ts';
import { s3Of } from '../stack/services.ts';
import { failuresSince } from './at-work.ts';
import type { Row, Scenario } from './scenario.ts';

/** Fraction of object store requests that are answered with a fault. */
const faultRate = 0.1;
const abreast = 10;
const slotsEach = 4;
/** Time limit for one render, in ms. Each request without an answer costs 10 s. */
const mostMs = 240_000;

/**
 * Scenario: API, scheduler and nodes access the object store through a proxy that answers a tenth of all requests
 * wrongly.
 * Its faults are: status 500 or 503, no answer, a late or slow answer, "absent", half a body, flipped bytes, another
 * object's bytes, status 200 with an error inside, and status 200 for an object that was not stored.
 */
export const faultyStoreScenario: Scenario = {
  name: 'faulty-store',
  nodes: 0,
  async run({ stack, references, renders, random, log }) {
    const startedAt = new Date();
    const proxy = await startFaultyS3(s3Of(stack.services).address.endpoint);
    const behind = { S3_ENDPOINT: proxy.endpoint };
    const direct = stack.parts.filter(({ name }) => name.startsWith('scheduler-')).filter((part) => part.isAlive());
    const scheduler = await stack.startScheduler(behind);
    await Promise.all(direct.map((part) => part.stop()));
    const [api, ...nodes] = await Promise.all([
      stack.startApi(behind),
      stack.startNode(slotsEach, behind),
      stack.startNode(slotsEach, behind),
    ]);
    const customer = { ...stack, apiHost: addressOf(api) };
    let requests = 0;
    proxy.choose = ({ operation }) => {
      requests += 1;
      return random.next() < faultRate ? anyFault(operation, random) : null;
    };
    let [begun, identical] = [0, 0];
    const ends: string[] = [];
    const lane = async () => {
      while (begun < renders) {
        const reference = references[begun++ % references.length];
        if (reference === undefined)
          throw new FramemillError('internal_error', 'The list of reference renders is empty. Pass at least one.');
        try {
          await compare(
            stack,
            await finished(stack, await order(customer, reference), { timeoutMs: mostMs }),
            reference,
          );
          identical += 1;
          if (identical % 20 === 0) log(`faulty-store: ${identical} of ${renders}`);
        } catch (error) {
          const end = error instanceof Error ? error.message : String(error);
          ends.push(end);
          log(`faulty-store: ${end}`);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(abreast, renders) }, lane));
    const made = [...proxy.made].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const faults = made.reduce((sum, [, count]) => sum + count, 0);
    log(`faulty-store: ${made.map(([fault, count]) => `${fault} ${count}`).join(', ')}`);
    const { failures, quarantined } = await failuresSince(stack, startedAt);

    // Superseded attempts may still wait for a response that never comes. Without faults everything can end normally.
    proxy.choose = () => null;
    await until('the nodes are idle', 60_000, async () =>
      (await readLeases(stack.redis)).every(({ running }) => running.length === 0),
    );
    await Promise.all([stack.stopNodes([...nodes, api, scheduler]), stack.startScheduler()]);
    await proxy.close();
    const rows: Row[] = [
      {
        promise: 'The object store may answer wrongly',
        figure:
          `${faults} of ${requests} requests answered wrongly in ${made.length} ways: ` +
          `${identical} of ${renders} renders completed byte-identical, ${failures} counted as failures, ` +
          `${quarantined} files in quarantine${ends.map((end) => `; ${end}`).join('')}`,
        limit: 'all complete, all identical, no file found faulty',
        ok: identical === renders && quarantined === 0 && faults > 0,
        values: { requests, faults, renders, identical, failures, quarantined },
      },
    ];
    return rows;
  },
};

function anyFault(operation: S3Request['operation'], random: Random) {
  const possible = faultsOf[operation];
  return possible[random.below(possible.length)] ?? null;
}
