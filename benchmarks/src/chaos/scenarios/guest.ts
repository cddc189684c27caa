import { readLeases } from '@framemill/scheduler/protocol';
import { median } from '../../measure/statistics.ts';
import { until } from '../../measure/until.ts';
import { shapesDocument } from '../documents.ts';
import { finished, submit } from '../renders.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Row } from './scenario.ts';

/** From the order of a guest's render of a second until a process has begun it. */
const mostWaitSec = 10;
/** How many times as long as alone, from order to file, it may take from there. */
const mostLonger = 3;
const guestSeconds = 1;
const lonelyRuns = 3;

/** A guest's render: from its order until a process has begun it, and from there to its file. Seconds. */
export interface GuestTime {
  readonly waitSec: number;
  readonly renderSec: number;
}

/** A render of a second of a new account. */
export async function guest(stack: ChaosStack): Promise<GuestTime> {
  const orderedAt = performance.now();
  const renderId = await submit(stack, await stack.account(), shapesDocument(guestSeconds));
  await until('a node has begun the render', 180_000, async () => (await begunRenders(stack, [renderId])) === 1);
  const begunAt = performance.now();
  await finished(stack, renderId);
  return { waitSec: (begunAt - orderedAt) / 1_000, renderSec: (performance.now() - begunAt) / 1_000 };
}

/** How long it takes from its order to its file when nobody else is there: the median of three, seconds. */
export async function lonelyGuestSec(stack: ChaosStack): Promise<number> {
  const lonely: number[] = [];
  for (let run = 0; run < lonelyRuns; run++) {
    const { waitSec, renderSec } = await guest(stack);
    lonely.push(waitSec + renderSec);
  }
  return median(lonely);
}

/** How many of these renders a process has begun: one that fails or ends at once has been begun, too. */
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

/** The row of a guest who came while `what` was on all slots. */
export function guestRow(promise: string, what: string, { waitSec, renderSec }: GuestTime, lonelySec: number): Row {
  return {
    promise,
    figure: `a render of ${guestSeconds} s began ${waitSec.toFixed(2)} s after its order while all slots had ${what}, and took ${renderSec.toFixed(2)} s from there (alone ${lonelySec.toFixed(2)} s from order to file)`,
    limit: `begins <= ${mostWaitSec} s, ends <= ${mostLonger} x alone`,
    isTiming: true,
    ok: waitSec <= mostWaitSec && renderSec <= mostLonger * lonelySec,
    values: { waitSec, renderSec, lonelySec },
  };
}
