import { allAccounts, type TotalKind, totalKinds } from '@framemill/infra';
import { limited, type Sweep, type SweepPart, storePosition } from './sweep.ts';

/**
 * Part of the sweep that compares the kept totals of each account with the rows that they sum up, and repairs those
 * that differ. A difference means that a trigger of the migration `totals` was missing or disabled for a while.
 */
export const totalsPart: SweepPart = { name: 'totals', run: reconcileTotals };

const accountsAtOnce = 500;

/**
 * Compares all accounts in the order of their ids, then the totals of all accounts together. Runs once a day (UTC),
 * because it reads nearly every row of the database; a sweep of the whole store always runs it. The position is the day
 * of the last run, followed by the last compared account if that run was interrupted. An account whose comparison fails
 * holds up no other.
 */
async function reconcileTotals(sweep: Sweep, position: string | null): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const isWhole = sweep.keptPerPrefix === Number.POSITIVE_INFINITY;
  const [day = '', interruptedAt] = isWhole ? [] : (position?.split(' ') ?? []);
  if (day >= today && interruptedAt === undefined) return;
  const errors: unknown[] = [];
  let after = interruptedAt ?? '';
  for (;;) {
    const where = { id: { gt: after } };
    const accounts = await limited(sweep, (tx) =>
      tx.account.findMany({ where, orderBy: { id: 'asc' }, take: accountsAtOnce, select: { id: true } }),
    );
    for (const { id } of accounts) {
      if (sweep.stopped()) return;
      await reconcile(sweep, id).catch((error: unknown) => errors.push(error));
    }
    const last = accounts.at(-1);
    if (last === undefined) break;
    after = last.id;
    await limited(sweep, (tx) => storePosition(tx, totalsPart.name, `${today} ${last.id}`));
  }
  await reconcile(sweep, allAccounts);
  await limited(sweep, (tx) => storePosition(tx, totalsPart.name, today));
  if (errors.length > 0) {
    const message = `The totals of ${errors.length} accounts could not be compared. The next day's sweep tries again.`;
    throw new AggregateError(errors, message, { cause: errors[0] });
  }
}

interface Difference {
  /** Kind of the total; that of a workspace is followed by its id. */
  kind: TotalKind | `workspace:${string}`;
  since: Date;
  count: bigint;
  amount: bigint;
}

async function reconcile(sweep: Sweep, accountId: string): Promise<void> {
  const repaired = await limited(
    sweep,
    (tx) => tx.$queryRaw<Difference[]>`SELECT kind, since, count, amount FROM "reconcile_totals"(${accountId})`,
  );
  sweep.report.rows.totals += repaired.length;
  for (const { kind, since, count, amount } of repaired) {
    sweep.onRepaired(totalKinds.find((one) => one === kind) ?? 'workspace');
    const added = { count: Number(count), amount: Number(amount) };
    sweep.log.warn(
      { accountId, kind, since, added },
      'a total differed from the rows that it sums up; it was repaired',
    );
  }
}
