import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';

/** Where the time of one render through the service goes, ms, one after the other. */
export const stepNames = ['admit', 'plan', 'dispatch', 'frames', 'join', 'stitch', 'commit', 'seen'] as const;

/**
 * `admit`: the request, until the render is stored. `plan`: until its work is in the ledger. `dispatch`: until its first range is given out.
 * `frames`: until its last range and its sound are in. `join`: until its stitch is given out. `stitch`: until that is in. `commit`: until it is
 * COMPLETED. `seen`: until who asks sees that.
 */
export type ServiceSteps = Readonly<Record<(typeof stepNames)[number], number>> & {
  /** Of `frames` what nodes rendered, in as many rounds of whole segments as the slots take for them: the rest is waiting, fetching and storing. */
  readonly renderMs: number;
  /** Of `renderMs` what a slot was idle in the last round, on an average over the slots. */
  readonly idleMs: number;
};

/** Reads from the ledger when each step of a completed render ended. `askedAt`, `seenAt`: ms since 1970, of the same machine. Throws when the ledger lacks something. */
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
  if (lacking) throw new FramemillError('internal_error', `The ledger of ${renderId} does not say: ${lacking[0]}.`);
  return {
    ...(Object.fromEntries(steps) as Record<(typeof stepNames)[number], number>),
    ...roundsOf(render.renderMs, render.totalSegments, slots),
  };
}

/** Segments of equal cost, `slots` at a time: five of them take two slots three rounds. */
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
