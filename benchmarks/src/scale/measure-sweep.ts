import { createLogger } from '@framemill/infra';
import { createPlans, defaultPlans, type SweepReport, sweepStore } from '@framemill/scheduler';
import type { FilledStack } from './filled-stack.ts';
import type { ReadFigures } from './measure-statements.ts';
import { beginCounts, readCounts, sumOf } from './statement-counts.ts';

/** Number of renders, segments and events that a sweep removes. */
const swept = 200;
/** Largest numbers of pages that are wanted: of a sweep that removes nothing, and for each row that it removes. */
const limits = { idle: 1_000, row: 5 };
/** Age at which nothing is old, in ms. */
const foreverMs = 10 * 365 * 86_400_000;

/**
 * Measures the sweep: with its daily check of all totals, with nothing to remove, and with 200 renders whose details,
 * segments and events are old. No account exceeds the storage of its plan.
 */
export async function measureSweep({ stack, probe }: FilledStack, log: (line: string) => void): Promise<ReadFigures[]> {
  const { database, store } = stack;
  const plans = createPlans(defaultPlans.list.map((plan) => ({ ...plan, storageGb: 1_000_000_000 })));
  const deps = { database, store, plans, log: createLogger('scale', { level: 'silent' }) };
  const measured = async (what: string, limitFor: (report: SweepReport) => number | null, ages = {}) => {
    log(`scale: ${what}`);
    await beginCounts(probe);
    const keep = { artifactMs: foreverMs, renderMs: foreverMs, eventMs: foreverMs };
    const report = await sweepStore(deps, { ages: { ...keep, ...ages }, statementMs: 300_000 });
    const { buffers } = sumOf(await readCounts(probe));
    if (report.failed.length > 0) throw new Error(`Parts of the sweep failed: ${report.failed.join(', ')}.`);
    const rows = removedRows(report);
    const figures: ReadFigures = { who: 'sweep', what, rows: null, buffers, limit: limitFor(report) };
    return { ...figures, what: rows === 0 ? what : `${what} (${rows} rows with their tasks, attempts and segments)` };
  };
  // The first sweep of a day also compares the totals of all accounts with their rows.
  const daily = await measured('sweep with the daily check of all totals', () => null);
  const idle = await measured('sweep, nothing to remove', () => limits.idle);
  const some = await measured(
    `sweep, ${swept} renders, segments and events to remove`,
    (report) => idle.buffers + limits.row * removedRows(report),
    await agesOf(stack),
  );
  return [daily, idle, some];
}

/** Returns the ages at which the oldest 200 renders, artifacts and events are removed, in ms. */
async function agesOf({ database: { client } }: FilledStack['stack']) {
  const skip = swept - 1;
  const render = await client.render.findFirst({
    where: { completedAt: { not: null } },
    orderBy: { completedAt: 'asc' },
    select: { completedAt: true },
    skip,
  });
  const artifact = await client.artifact.findFirst({ orderBy: { lastUsedAt: 'asc' }, skip });
  const event = await client.outboxEvent.findFirst({ orderBy: { consumedAt: 'asc' }, skip });
  const now = Date.now();
  const ageOf = (time: Date | null | undefined) => now - (time?.getTime() ?? 0);
  return {
    renderMs: ageOf(render?.completedAt),
    artifactMs: ageOf(artifact?.lastUsedAt),
    eventMs: ageOf(event?.consumedAt),
  };
}

/** Rows of the filled database for a render: three segments, two tasks and two attempts. */
const rowsOfRender = 7;

function removedRows({ rows }: SweepReport): number {
  return rowsOfRender * rows.renders + rows.artifacts + rows.batches + rows.events + rows.expired;
}
