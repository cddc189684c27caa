import type { NodeRelease } from '@framemill/farm';
import { OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION, readLeases, WRITTEN_VERSION } from '@framemill/scheduler/protocol';
import { compare, order, type Reference } from '../load.ts';
import { finished } from '../renders.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Part } from '../stack/part.ts';
import type { Scenario } from './scenario.ts';

/**
 * Simulated older node release. Its leases contain only the oldest protocol version and none of the fields added later.
 */
const older: NodeRelease = { version: '0.0.1', protocolVersion: OLDEST_PROTOCOL_VERSION };
/** Node release with a newer protocol version that still supports the current one. */
const newer: NodeRelease = {
  version: '99.0.0',
  protocolVersion: PROTOCOL_VERSION + 1,
  oldestProtocolVersion: WRITTEN_VERSION,
  copies: true,
};

/**
 * Scenario: a scheduler of this release works with a node that supports only the oldest protocol version. Then a node
 * of a newer release joins, and finally the newer node works alone. The nodes run this release's code; only their
 * leases (the states that they publish in Redis) differ. The scenario shows that the scheduler parses each lease,
 * dispatches work to each node, and respects the protocol versions in the lease.
 */
export const releasesScenario: Scenario = {
  name: 'releases',
  nodes: 0,
  async run({ stack, references }) {
    const old = await stack.startNodeOfRelease(1, older);
    const shortest = references.slice(-1);
    const early = await renderAll(stack, shortest);
    const young = await stack.startNodeOfRelease(1, newer);
    const said = await spoken(stack, [old, young]);
    const mixed = await renderAll(stack, references);
    await stack.stopNodes([old]);
    const late = await renderAll(stack, shortest);
    const ranges = { old: await rangesDone(stack, old, mixed), young: await rangesDone(stack, young, mixed) };
    await stack.stopNodes([young]);

    const renders = early.length + mixed.length + late.length;
    const expected = [`${OLDEST_PROTOCOL_VERSION}`, `${WRITTEN_VERSION}-${PROTOCOL_VERSION + 1}`];
    return [
      {
        promise: 'Old and new versions together',
        figure:
          `a scheduler of protocol ${PROTOCOL_VERSION} with a node that says ${said[0]}, one that says ${said[1]}, ` +
          `and both at once (${ranges.old} and ${ranges.young} ranges): ${renders} of ${renders} renders ` +
          'byte-identical',
        limit: 'each finishes renders, alone and together',
        ok: ranges.old > 0 && ranges.young > 0 && said.join() === expected.join(),
        values: { renders, rangesOfOlder: ranges.old, rangesOfNewer: ranges.young },
      },
    ];
  },
};

/**
 * Renders references concurrently and compares each output with that of the run without faults. Returns the renders'
 * ids.
 */
async function renderAll(stack: ChaosStack, references: readonly Reference[]): Promise<string[]> {
  const ids: string[] = [];
  for (const reference of references) ids.push(await order(stack, reference));
  for (const [index, reference] of references.entries())
    await compare(stack, await finished(stack, ids[index] ?? ''), reference);
  return ids;
}

/** Returns the protocol versions that the nodes state in their leases, such as `1` or `1-2`. */
async function spoken(stack: ChaosStack, nodes: readonly Part[]): Promise<string[]> {
  const leases = await readLeases(stack.redis);
  return nodes.map(({ name }) => {
    const lease = leases.find(({ nodeId }) => nodeId === name);
    return [lease?.oldestProtocolVersion, lease?.protocolVersion].filter((version) => version !== undefined).join('-');
  });
}

/** Returns the number of jobs of these renders that a node has completed. */
function rangesDone(stack: ChaosStack, { name }: Part, renderIds: readonly string[]): Promise<number> {
  const task = { kind: 'frames', renderId: { in: [...renderIds] } };
  return stack.database.client.attempt.count({ where: { nodeId: name, outcome: 'done', task } });
}
