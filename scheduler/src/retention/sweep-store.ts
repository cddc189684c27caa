import type { Database } from '@framemill/infra';
import { defaultPlans } from '../plans/index.ts';
import { type Ages, defaultAges } from './ages.ts';
import { emptyReport, type SweepReport } from './object-kinds.ts';
import { totalsPart } from './reconcile-totals.ts';
import { limited, type Sweep, type SweepDeps, type SweepPart } from './sweep.ts';
import { artifactParts } from './sweep-artifacts.ts';
import { exportParts } from './sweep-exports.ts';
import { objectParts } from './sweep-objects.ts';
import { rowParts } from './sweep-rows.ts';

/** Options of a sweep: the ages, limits of its work, and a signal to end it. */
export interface SweepOptions {
  readonly ages?: Partial<Ages>;
  /** Signal that ends the sweep between two batches. Removals that are done are not undone. */
  readonly signal?: AbortSignal;
  /**
   * Number of objects that a sweep may examine in vain under each key prefix; the next sweep continues after them.
   * Default 50,000. Infinity: the sweep lists the whole store, which takes minutes when it is large.
   */
  readonly keptPerPrefix?: number;
  /** Time in ms after which PostgreSQL cancels a statement. Default 30 s: less than clients wait for a result. */
  readonly statementMs?: number;
}

const parts: readonly SweepPart[] = [...artifactParts, ...exportParts, ...rowParts, ...objectParts, totalsPart];

/**
 * Removes data that is no longer needed. Data of a render in progress is never removed. Safe to run concurrently with
 * all other work, and to be interrupted at any moment. A part that fails is logged and named in the report, and the
 * others still run. The sweep removes:
 * - segments by age and by the plan's storage, previews and frames by age, and objects to which no database row
 *   refers;
 * - renders that their account no longer keeps, with their files;
 * - rows of renders, and documents of batches, that ended long ago;
 * - consumed events, and expired sessions, invitations and OAuth records.
 *
 * Once a day, it also compares the kept totals of the accounts with their rows, and repairs them.
 */
export async function sweepStore(deps: SweepDeps, options: SweepOptions = {}): Promise<SweepReport> {
  const { ages, signal, keptPerPrefix = 50_000, statementMs = 30_000 } = options;
  const sweep: Sweep = {
    ...{
      onSwept: () => undefined,
      onRepaired: () => undefined,
      plans: defaultPlans,
      ...deps,
      keptPerPrefix,
      statementMs,
    },
    ...{ ages: { ...defaultAges, ...ages }, report: emptyReport(), stopped: () => signal?.aborted === true },
  };
  for (const part of parts) {
    if (sweep.stopped()) break;
    await runPart(sweep, part).catch((error: unknown) => {
      sweep.report.failed.push(part.name);
      deps.log.warn({ err: error, part: part.name }, 'a part of the sweep failed; the next sweep tries it again');
    });
  }
  return sweep.report;
}

async function runPart(sweep: Sweep, { name, run }: SweepPart): Promise<void> {
  const state = await limited(sweep, (tx) => tx.sweepPart.findUnique({ where: { name } }));
  await run(sweep, state?.position ?? null);
  if (sweep.stopped()) return;
  const endedAt = new Date();
  await limited(sweep, (tx) =>
    tx.sweepPart.upsert({
      where: { name },
      create: { name, endedAt, succeeded: true },
      update: { endedAt, succeeded: true },
    }),
  );
}

/**
 * Returns the time at which each part of the sweep last ended without an error, in the sweep of any process. For a part
 * that never did (`succeeded` is false), this is the time of the first call.
 */
export async function sweepTimes({ client }: Database): Promise<{ name: string; endedAt: Date; succeeded: boolean }[]> {
  const names = parts.map(({ name }) => name);
  await client.sweepPart.createMany({ data: names.map((name) => ({ name })), skipDuplicates: true });
  return client.sweepPart.findMany({
    where: { name: { in: names } },
    select: { name: true, endedAt: true, succeeded: true },
  });
}
