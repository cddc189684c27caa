import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';

/** Consecutive steps of one render through the service. Their times are in ms. */
export const stepNames = ['admit', 'plan', 'dispatch', 'frames', 'join', 'stitch', 'commit', 'seen'] as const;

/**
 * Time of each step in ms.
 * `admit`: from the request until the render is stored. `plan`: until its jobs are in the database. `dispatch`: until
 * its first job is dispatched to a node. `frames`: until all segments and the audio are complete. `join`: until its mux
 * job is dispatched. `stitch`: until that job is complete. `commit`: until the render is COMPLETED. `seen`: until the
 * polling client reads this status.
 */
export type ServiceSteps = Readonly<Record<(typeof stepNames)[number], number>> & {
  /**
   * Estimated time within `frames` in which nodes rendered: segments rendered in rounds, one segment on every slot in
   * each round. The rest of `frames` is waiting, fetching and storing.
   */
  readonly renderMs: number;
  /** Time within `renderMs` in which slots were idle in the last round, averaged over the slots. */
  readonly idleMs: number;
};

/**
 * Reads the steps of a completed render from the ledger (the database's record of all work). `askedAt` and `seenAt` are
 * in ms since the epoch, from the clock of the same machine. Throws `internal_error` when the ledger is incomplete.
 */
export async function stepsOf(
  { client }: Database,
  renderId: string,
  { askedAt, seenAt, slots }: { askedAt: number; seenAt: number; slots: number },
): Promise<ServiceSteps> {
  const render = await client.render.findUniqueOrThrow({
    where: { id: renderId },
    include: { tasks: { include: { ledger: true } } },
  });
  const work = render.tasks.filter(({ kind }) => kind !== 'stitch');
  const stitch = render.tasks.filter(({ kind }) => kind === 'stitch');
  const attempts = work.flatMap(({ ledger }) => ledger);
  const joins = stitch.flatMap(({ ledger }) => ledger);
  const ends = [
    askedAt,
    render.createdAt.getTime(),
    earliest(work.map(({ createdAt }) => createdAt)),
    earliest(attempts.map(({ startedAt }) => startedAt)),
    latest(attempts.map(({ endedAt }) => endedAt)),
    earliest(joins.map(({ startedAt }) => startedAt)),
    latest(joins.map(({ endedAt }) => endedAt)),
    render.completedAt?.getTime() ?? Number.NaN,
    seenAt,
  ];
  const steps = stepNames.map((name, i) => [name, (ends[i + 1] ?? Number.NaN) - (ends[i] ?? Number.NaN)] as const);
  const lacking = steps.find(([, ms]) => !Number.isFinite(ms));
  if (lacking)
    throw new FramemillError(
      'internal_error',
      `The database lacks the time of the step "${lacking[0]}" of render ${renderId}. Use a completed render that ` +
        'reused no segments.',
    );
  return {
    ...(Object.fromEntries(steps) as Record<(typeof stepNames)[number], number>),
    ...roundsOf(render.renderMs, render.totalSegments, slots),
  };
}

/**
 * Estimates the time (`renderMs`) of segments that are rendered in rounds of `slots` segments and all take the same
 * time. `sumMs` is the total time of the segments. For example, five segments take three rounds on two slots. `idleMs`
 * is the part of `renderMs` in which a slot is idle, averaged over the slots.
 */
export function roundsOf(sumMs: number, segments: number, slots: number): { renderMs: number; idleMs: number } {
  const renderMs = segments === 0 ? 0 : (sumMs / segments) * Math.ceil(segments / slots);
  return { renderMs, idleMs: renderMs - sumMs / slots };
}

function earliest(dates: readonly Date[]): number {
  return Math.min(...dates.map((date) => date.getTime()));
}

function latest(dates: readonly (Date | null)[]): number {
  return Math.max(...dates.map((date) => date?.getTime() ?? Number.NaN));
}
