import { queuePrefix, workQueue } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline';
import { until } from '../../measure/until.ts';
import { call } from '../../stack/call.ts';
import { shapesDocument } from '../documents.ts';
import { pacedFingerprint } from '../paced/paced-child.ts';
import { finished, submit } from '../renders.ts';
import { type ChaosAccount, type ChaosStack, leadsOf } from '../stack/chaos-stack.ts';
import type { Part } from '../stack/part.ts';
import type { Row, Scenario } from './scenario.ts';

const slots = 4;
const msPerFrame = 12;
const framesPerSegment = 30;
/** Number of segments in a job of the maximum size: see the scheduler's `maxSegmentsPerJob`. */
const segmentsPerRange = 8;
const rangeSec = (segmentsPerRange * framesPerSegment * msPerFrame) / 1_000;
/** Allowance for the request itself, planning and one scheduler tick, in seconds. */
const allowanceSec = 0.5;
const floodRenders = 10;
const floodRanges = 1_000;
const guests = 6;

/**
 * Scenario: one account fills the farm with a thousand jobs; other accounts start renders of one job each. Jobs take a
 * fixed time, so that only the dispatch order matters.
 */
export const tenantsScenario: Scenario = {
  name: 'tenants',
  nodes: 0,
  async run({ stack, log }) {
    const node = await stack.startPacedNode(slots, { msPerFrame });
    const flooder = await stack.account('enterprise');
    const seconds = (floodRanges / floodRenders) * segmentsPerRange * (framesPerSegment / 30);
    const flood: string[] = [];
    for (let index = 0; index < floodRenders; index++)
      // Different lengths give different movements: identical segments of an account are rendered only once.
      flood.push(await submit(stack, flooder, shapesDocument(seconds + index)));
    const refused = await isRefused(stack, flooder);
    await until('the flood is planned', 60_000, async () => (await openRanges(stack, flooder)) > 0.9 * floodRanges);
    // Waits for full ranges: the first ones only measure the time of a frame.
    await until('the slots are full', 60_000, async () => (await doneRanges(stack, flooder)) >= 2 * slots);
    const ranges = await openRanges(stack, flooder);
    const under = await autoscale(stack, node);

    const waits: GuestWait[] = [];
    for (let index = 0; index < guests; index++) waits.push(await guestWait(stack));
    const said = waits.map(({ sec, releasedSec }) => `${sec.toFixed(2)} (released after ${releasedSec.toFixed(2)})`);
    log(`tenants: guests waited ${said.join(', ')} s`);
    for (const id of flood) await call(stack.apiHost, flooder.key, 'POST', `/renders/${id}/cancel`);
    for (const id of flood) await finished(stack, id, { status: 'CANCELLED' });
    const idle = await until('no node is wanted', 10_000, async () => {
      const desired = await readDesiredNodes(stack);
      return desired === 0 ? { desired, expected: 0 } : null;
    });
    await stack.stopNodes([node]);

    const maxSec = Math.max(...waits.map(({ sec }) => sec));
    const rows: Row[] = [
      {
        promise: 'Tenants are fair',
        figure:
          `beside ${ranges} ranges of another account, one range started after at most ${maxSec.toFixed(2)} s ` +
          `(${guests} guests; a range takes ${rangeSec.toFixed(1)} s on each of ${slots} slots)`,
        limit: `<= one range's time (+ ${allowanceSec} s for call and planning)`,
        ok: maxSec <= rangeSec + allowanceSec,
        values: { ranges, rangeSec, maxSec, guests },
      },
      {
        promise: 'Plan caps hold',
        figure:
          `render ${floodRenders + 1} of ${floodRenders} was ${refused ? 'refused with 402' : 'ACCEPTED'}; no ` +
          'account above its plan at any sample (see the audit)',
        limit: 'never exceeded',
        ok: refused,
        values: { refused: refused ? 1 : 0 },
      },
      autoscaleRow([under, idle]),
    ];
    return rows;
  },
};

async function isRefused(stack: ChaosStack, account: ChaosAccount): Promise<boolean> {
  try {
    await submit(stack, account, shapesDocument(2));
    return false;
  } catch (error) {
    if (error instanceof FramemillError && error.message.includes(' 402')) return true;
    throw error;
  }
}

function openRanges(stack: ChaosStack, { accountId }: ChaosAccount): Promise<number> {
  return stack.database.client.task.count({
    where: { kind: 'frames', status: { in: ['READY', 'RELEASED'] }, render: { accountId } },
  });
}

function doneRanges(stack: ChaosStack, { accountId }: ChaosAccount): Promise<number> {
  return stack.database.client.task.count({ where: { kind: 'frames', status: 'DONE', render: { accountId } } });
}

/**
 * Waiting times of a new account's render with a single job, in seconds. `sec` is the time from the request until a
 * node has started the job; `releasedSec` is the time until the scheduler had dispatched it.
 */
interface GuestWait {
  readonly sec: number;
  readonly releasedSec: number;
}

async function guestWait(stack: ChaosStack): Promise<GuestWait> {
  const account = await stack.account('studio');
  const calledAtMs = Date.now();
  const renderId = await submit(stack, account, shapesDocument(1));
  const { releasedAtMs, begunAtMs } = await until('the guest is served', 60_000, () => begun(stack, renderId), {
    everyMs: 20,
  });
  await finished(stack, renderId);
  return { sec: (begunAtMs - calledAtMs) / 1_000, releasedSec: (releasedAtMs - calledAtMs) / 1_000 };
}

/**
 * Returns the times at which a render's first job was dispatched and at which a node took it from the queue; null
 * before that.
 */
async function begun(stack: ChaosStack, renderId: string) {
  const where = { task: { renderId, kind: 'frames' } };
  const attempt = await stack.database.client.attempt.findFirst({ where, orderBy: { startedAt: 'asc' } });
  if (attempt === null) return null;
  const queue = workQueue(attempt.express ? 'express' : 'frames-cpu', pacedFingerprint);
  const key = `${queuePrefix}:${queue}:${attempt.jobId}`;
  const processedOn = await stack.redis.hget(key, 'processedOn');
  // Taken and completed between two polls: the end is later than the start, so the wait is at most overestimated.
  const begunAtMs = processedOn === null ? attempt.endedAt?.getTime() : Number(processedOn);
  return begunAtMs === undefined ? null : { releasedAtMs: attempt.startedAt.getTime(), begunAtMs };
}

async function autoscale(stack: ChaosStack, node: Part): Promise<Autoscale> {
  const { _sum } = await stack.database.client.task.aggregate({
    where: { kind: 'frames', status: { in: ['READY', 'RELEASED'] } },
    _sum: { frames: true },
  });
  const workSec = ((_sum.frames ?? 0) * msPerFrame) / 1_000;
  if (!node.isAlive()) throw new FramemillError('internal_error', 'The simulated node has ended. See its log.');
  return { desired: await readDesiredNodes(stack), expected: Math.ceil(workSec / 60 / slots) };
}

/** Value of the autoscale metric, and the value expected from the open work. */
interface Autoscale {
  readonly desired: number;
  /** Expected value: seconds of open work, divided by 60 and by the slots of a node, rounded up. */
  readonly expected: number;
}

const sample = /^\w*desired_nodes\{[^}]*pool="cpu"[^}]*\} (\S+)$/m;

/** Reads the number of desired nodes of the pool `cpu` from the metrics of the leading scheduler. */
async function readDesiredNodes(stack: ChaosStack): Promise<number> {
  const leading = stack.parts.filter((part) => part.isAlive() && leadsOf(part).length > 0).at(-1);
  const port = leading?.logged('scheduler started')[0]?.metricsPort;
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = sample.exec(text)?.[1];
  if (value === undefined)
    throw new FramemillError(
      'internal_error',
      'The metrics of the leading scheduler lack the number of desired nodes of the pool cpu. See its log.',
    );
  return Number(value);
}

/**
 * Returns the result row for the autoscale metric. It passes when every reading is within 10 % of the expected value.
 */
function autoscaleRow(readings: readonly Autoscale[]): Row {
  const worst = Math.max(
    ...readings.map(({ desired, expected }) => Math.abs(desired - expected) / Math.max(1, expected)),
  );
  const pairs = readings.map(({ desired, expected }) => `${desired} nodes where the work needs ${expected}`);
  return {
    promise: 'Scaling is honest',
    figure: `the autoscale metric asks for ${pairs.join(', then ')}`,
    limit: 'within 10 % of the ready work seconds',
    ok: worst <= 0.1,
    values: { ...Object.fromEntries(readings.map(({ desired }, index) => [`desired${index}`, desired])), worst },
  };
}
