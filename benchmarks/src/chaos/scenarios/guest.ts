import { readLeases } from '@framemill/scheduler/protocol';
import { median } from '../../measure/statistics.ts';
import { until } from '../../measure/until.ts';
import { shapesDocument } from '../documents.ts';
import { finished, submit } from '../renders.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Row } from './scenario.ts';

/**
 * Maximum time from the request of the other account's one-second render until a process has started it, in seconds.
 */
const mostWaitSec = 10;
/**
 * Maximum time from the start of the other account's render to its file, as a multiple of the time from request to file
 * on an idle farm.
 */
const mostLonger = 3;
const guestSeconds = 1;
const lonelyRuns = 3;

/**
 * Times of a small render of another account (a "guest") in seconds: from its request until a render process has
 * started it, and from then until its file exists.
 */
export interface GuestTime {
  readonly waitSec: number;
  readonly renderSec: number;
}

/** Renders one second of video in a new account on a busy farm, and returns the times. */
export async function guest(stack: ChaosStack): Promise<GuestTime> {
  const orderedAt = performance.now();
  const renderId = await submit(stack, await stack.account(), shapesDocument(guestSeconds));
  await until('a node has begun the render', 180_000, async () => (await begunRenders(stack, [renderId])) === 1);
  const begunAt = performance.now();
  await finished(stack, renderId);
  return { waitSec: (begunAt - orderedAt) / 1_000, renderSec: (performance.now() - begunAt) / 1_000 };
}

/**
 * Returns the time from request to file of a new account's one-second render on an idle farm, in seconds: the median of
 * three.
 */
export async function lonelyGuestSec(stack: ChaosStack): Promise<number> {
  const lonely: number[] = [];
  for (let run = 0; run < lonelyRuns; run++) {
    const { waitSec, renderSec } = await guest(stack);
    lonely.push(waitSec + renderSec);
  }
  return median(lonely);
}

/**
 * Returns how many of the renders have been started by a render process, including those that failed or ended at once.
 */
export async function begunRenders(stack: ChaosStack, renderIds: readonly string[]): Promise<number> {
  const leases = await readLeases(stack.redis);
  const waiting = leases.flatMap((lease) => lease.running.filter((job) => job.waiting === true));
  const begun = await stack.database.client.attempt.findMany({
    where: {
      task: { renderId: { in: [...renderIds] }, kind: 'frames' },
      OR: [
        { nodeId: { not: null }, jobId: { notIn: waiting.map(({ jobId }) => jobId) } },
        { endedAt: { not: null }, outcome: { not: 'interrupted' } },
      ],
    },
    select: { task: { select: { renderId: true } } },
  });
  return new Set(begun.map(({ task }) => task.renderId)).size;
}

/** Returns the result row of a new account's render that was requested while `what` occupied all slots. */
export function guestRow(promise: string, what: string, { waitSec, renderSec }: GuestTime, lonelySec: number): Row {
  return {
    promise,
    figure:
      `a render of ${guestSeconds} s began ${waitSec.toFixed(2)} s after its order while all slots had ${what}, ` +
      `and took ${renderSec.toFixed(2)} s from there (alone ${lonelySec.toFixed(2)} s from order to file)`,
    limit: `begins <= ${mostWaitSec} s, ends <= ${mostLonger} x alone`,
    isTiming: true,
    ok: waitSec <= mostWaitSec && renderSec <= mostLonger * lonelySec,
    values: { waitSec, renderSec, lonelySec },
  };
}
