import { setTimeout as wait } from 'node:timers/promises';
import { readLeases } from '@framemill/scheduler/protocol';
import { percentile } from '../../measure/statistics.ts';
import { until } from '../../measure/until.ts';
import { call } from '../../stack/call.ts';
import { rangesOf } from '../audit/sampler.ts';
import { shapesDocument } from '../documents.ts';
import { finished, submit } from '../renders.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import { type Part, slotChildrenOf } from '../stack/part.ts';
import { untilAtWork } from './at-work.ts';
import type { Scenario } from './scenario.ts';

/** Time limit for a cancel to end a child process, in ms. */
const givenUpMs = 5_000;

/** Scenario: a render that keeps two nodes busy is cancelled over HTTP while all its child processes work. */
export const cancelsScenario: Scenario = {
  name: 'cancels',
  nodes: 2,
  async run({ stack, nodes, kills, log }) {
    const account = await stack.account();
    // Ranges of 4K frames take seconds, so that a lease's list of children is still true a second later.
    const document = shapesDocument(600, { width: 3840, height: 2160 });
    const rounds = Math.max(8, Math.round(kills / 5));
    const tookMs: number[] = [];
    let between = 0;
    for (let round = 0; round < rounds; round++) {
      const renderId = await submit(stack, account, document);
      await untilAtWork(stack, nodes, { frames: true });
      const times = await cancelOne(stack, nodes, account.key, renderId);
      if (times.length > 0) tookMs.push(Math.max(...times));
      between += nodes.length - times.length;
      await finished(stack, renderId, { status: 'CANCELLED' });
      // A lease is up to a second old: its entries for this render must not be mistaken for the next one's.
      await until('the nodes are idle', 10_000, async () => rangesOf(await readLeases(stack.redis)).length === 0);
    }
    log(`cancels: ${tookMs.map((ms) => Math.round(ms)).join(' ')} ms`);
    const p95Ms = percentile(tookMs, 0.95);
    return [
      {
        promise: 'Cancel means cancel',
        figure:
          `p95 ${Math.round(p95Ms)} ms, median ${Math.round(percentile(tookMs, 0.5))} ms from the call until no ` +
          `child of the render lived on any node (${rounds} cancels; ${between} children were between two ranges)`,
        limit: 'p95 <= 1 s',
        ok: p95Ms <= 1_000 && tookMs.length >= rounds / 2,
        values: { rounds, between, p95Ms, maxMs: Math.max(...tookMs) },
      },
    ];
  },
};

/**
 * Cancels a render. Returns for each child process that worked on it the time from the call to the end of the process,
 * in ms. A process that kept working counts as infinite.
 */
async function cancelOne(stack: ChaosStack, nodes: readonly Part[], key: string, renderId: string): Promise<number[]> {
  const children = nodes.flatMap((node) => slotChildrenOf(node.pid).map((pid) => ({ pid, node })));
  const startedAt = performance.now();
  const called = call(stack.apiHost, key, 'POST', `/renders/${renderId}/cancel`);
  // Awaited below: an earlier rejection must not end the process.
  called.catch(() => undefined);
  const times: number[] = [];
  let waiting = children;
  while (waiting.length > 0 && performance.now() - startedAt < givenUpMs) {
    const gone = waiting.filter(({ pid }) => !exists(pid));
    times.push(...gone.map(() => performance.now() - startedAt));
    waiting = waiting.filter((child) => !gone.includes(child));
    await wait(5);
  }
  await called;
  const busy = (await readLeases(stack.redis)).filter((lease) => rangesOf([lease]).length > 0);
  // A living child without work was between two ranges; one that still works was not cancelled.
  const missed = waiting.filter(({ node }) => busy.some(({ nodeId }) => nodeId === node.name));
  return [...times, ...missed.map(() => Number.POSITIVE_INFINITY)];
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
