import { Prisma } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import { parserOf } from '../protocol/schema.ts';
import { removeRenderRows } from './remove-renders.ts';
import { limited, removeObjects, type Sweep, type SweepPart, storePosition } from './sweep.ts';

const name = 'kept-exports';
const dayMs = 86_400_000;
/** Number of ended renders that one statement examines. */
const pageSize = 500;
/** Number of renders that one transaction removes. A render may have thousands of segments. */
const removedAtOnce = 50;
/** Overlap of two runs: longest time from the change of an account's limits to the commit of its row. */
const overlapMs = 10 * 60_000;

/** Part of the sweep that removes renders which their account no longer keeps, by the limit `exportsKeptDays`. */
export const exportParts: readonly SweepPart[] = [{ name, run: sweepKeptExports }];

/**
 * Position of the part. `since`: the part examines accounts whose limits changed later. `walks`: end time and id of the
 * last render that was examined for a plan, by `<plan>:<days>`.
 */
const PositionSchema = Type.Object({
  since: Type.String(),
  walks: Type.Record(Type.String(), Type.Object({ endedAt: Type.String(), id: Type.String() })),
});
type Position = Type.Static<typeof PositionSchema>;

const parsePosition = parserOf('stored position of a sweep', PositionSchema);
const start: Position = { since: new Date(0).toISOString(), walks: {} };

/**
 * Removes ended renders, with their files, that are older than their account keeps them.
 *
 * - For each plan with a limit it examines every ended render once, when the render reaches that age. A plan whose
 *   limit changed is a new one here, so that all renders are examined for it again.
 * - Accounts with a limit of their own, and accounts whose plan or limits changed since the last run, are examined
 *   alone: an index leads to their old renders.
 */
async function sweepKeptExports(sweep: Sweep, stored: string | null): Promise<void> {
  const begunMs = Date.now();
  let position = stored === null ? start : parsePosition(JSON.parse(stored));
  await sweepAccounts(sweep, new Date(position.since));
  const walks: Position['walks'] = {};
  for (const { id: plan, exportsKeptDays: days } of sweep.plans.list) {
    if (days === null) continue;
    const key = `${plan}:${days}`;
    let walk = position.walks[key] ?? { endedAt: new Date(0).toISOString(), id: '' };
    for (let examined = pageSize; examined === pageSize && !sweep.stopped(); ) {
      const page = await nextEnded(sweep, plan, ageOf(days), walk);
      await removeRenders(
        sweep,
        page.filter(({ isDue }) => isDue).map(({ id }) => id),
      );
      const last = page.at(-1);
      if (last !== undefined) walk = { endedAt: last.completedAt.toISOString(), id: last.id };
      position = { ...position, walks: { ...position.walks, [key]: walk } };
      if (last !== undefined) await store(sweep, position);
      examined = page.length;
    }
    walks[key] = walk;
  }
  // Walks of plans that have lost their limit are dropped here.
  if (!sweep.stopped()) await store(sweep, { since: new Date(begunMs - overlapMs).toISOString(), walks });
}

const ageOf = (days: number) => new Date(Date.now() - days * dayMs);

const store = (sweep: Sweep, position: Position) =>
  limited(sweep, (tx) => storePosition(tx, name, JSON.stringify(position)));

/** Condition: the account `a` has a limit of its own. The index `Account_own_kept_days_idx` has the same text. */
const hasOwn = Prisma.sql`jsonb_exists(a.limits, 'exportsKeptDays'::text)`;

/** Returns the next ended renders after a place of the walk, and whether their accounts have the plan's limit. */
function nextEnded(sweep: Sweep, plan: string, before: Date, after: { endedAt: string; id: string }) {
  return limited(
    sweep,
    (tx) => tx.$queryRaw<{ id: string; completedAt: Date; isDue: boolean }[]>`
      SELECT r.id, r."completedAt",
        r."parentId" IS NULL AND a.plan = ${plan} AND NOT coalesce(${hasOwn}, false) AS "isDue"
      FROM "Render" r JOIN "Account" a ON a.id = r."accountId"
      WHERE r.status IN ('COMPLETED', 'FAILED', 'CANCELLED') AND r."completedAt" <= ${before}
        AND (r."completedAt", r.id) > (${new Date(after.endedAt)}::timestamp, ${after.id})
      ORDER BY r."completedAt", r.id LIMIT ${pageSize}`,
  );
}

async function sweepAccounts(sweep: Sweep, since: Date): Promise<void> {
  const known = sweep.plans.list.map(({ id }) => id);
  const accounts = await limited(
    sweep,
    (tx) => tx.$queryRaw<{ id: string; plan: string; limits: unknown }[]>`
      SELECT a.id, a.plan, a.limits FROM "Account" a
      WHERE (${hasOwn} OR a."limitsChangedAt" > ${since}) AND a.plan = ANY(${known}::text[])`,
  );
  for (const { id, ...planned } of accounts) {
    const days = sweep.plans.of(planned).exportsKeptDays;
    if (days === null) continue;
    const before = ageOf(days);
    for (let removed = 1; removed > 0 && !sweep.stopped(); ) {
      // The age of the row is tested too, because the index has only this time.
      const due = await limited(
        sweep,
        (tx) => tx.$queryRaw<{ id: string }[]>`
          SELECT id FROM "Render" WHERE "accountId" = ${id} AND "createdAt" <= ${before} AND "completedAt" <= ${before}
            AND "parentId" IS NULL AND status IN ('COMPLETED', 'FAILED', 'CANCELLED')
          ORDER BY "createdAt", id LIMIT ${removedAtOnce}`,
      );
      removed = await removeRenders(
        sweep,
        due.map((render) => render.id),
      );
    }
  }
}

/**
 * Removes renders and their files, and returns the number of removed renders. Their documents are left to the part of
 * the sweep that removes documents without a row.
 */
async function removeRenders(sweep: Sweep, ids: readonly string[]): Promise<number> {
  let count = 0;
  for (let from = 0; from < ids.length && !sweep.stopped(); from += removedAtOnce) {
    const some = ids.slice(from, from + removedAtOnce);
    const { renders, objects } = await limited(sweep, (tx) => removeRenderRows(tx, some));
    count += renders.length;
    sweep.report.rows.removedRenders += renders.length;
    await removeObjects(
      sweep,
      'exports',
      objects.filter(({ kind }) => kind === 'exports'),
    );
  }
  return count;
}
