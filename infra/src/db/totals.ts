import type { Prisma } from './generated/client.ts';

/**
 * Kinds of totals. `media`, `segments`, `films` and `testFilms` (finished renders) have their bytes as `amount`;
 * `credits` has the balance, `spent` the credits charged less those refunded (0 or below). `projects`, `renders`,
 * `exports` and `workspace` (the projects of one workspace) have a count only. `exports` and `spent` are kept for parts
 * of days, the others for all time.
 */
export const totalKinds = [
  ...(['media', 'segments', 'films', 'testFilms'] as const),
  ...(['projects', 'renders', 'credits', 'exports', 'spent', 'workspace'] as const),
] as const;
/** Kind of a total. */
export type TotalKind = (typeof totalKinds)[number];
/** Kind of a total that is kept for all time. The kind of a workspace's total has its id. */
export type AllTimeKind = Exclude<TotalKind, 'exports' | 'spent' | 'workspace'> | `workspace:${string}`;

/** Sum over rows of an account: the number of rows, and the sum of their bytes or credits. */
export interface Total {
  readonly count: number;
  readonly amount: number;
}

/** Account id under which the totals of the files of all accounts together are kept. */
export const allAccounts = '';

/**
 * Reads all-time totals of an account. A total without rows is 0. Reads a few pages, however many rows were summed up:
 * the triggers of the migration `totals` keep the sums.
 */
export async function readTotals<Kind extends AllTimeKind>(
  client: Pick<Prisma.TransactionClient, 'total'>,
  accountId: string,
  kinds: readonly Kind[],
): Promise<Record<Kind, Total>> {
  const totals = await readTotalsOfAll(client, [accountId], kinds);
  return totals(accountId);
}

/** Reads all-time totals of several accounts like `readTotals`. Returns a function from an account id to its totals. */
export async function readTotalsOfAll<Kind extends AllTimeKind>(
  client: Pick<Prisma.TransactionClient, 'total'>,
  accountIds: readonly string[],
  kinds: readonly Kind[],
): Promise<(accountId: string) => Record<Kind, Total>> {
  const rows = await client.total.groupBy({
    by: ['accountId', 'kind'],
    where: { accountId: { in: [...accountIds] }, kind: { in: [...kinds] } },
    _sum: { count: true, amount: true },
  });
  const found = new Map(rows.map(({ accountId, kind, _sum }) => [`${accountId} ${kind}`, _sum]));
  return (accountId) => {
    const entries = kinds.map((kind) => {
      const { count, amount } = found.get(`${accountId} ${kind}`) ?? {};
      return [kind, { count: Number(count ?? 0), amount: Number(amount ?? 0) }] as const;
    });
    return Object.fromEntries(entries) as Record<Kind, Total>;
  };
}
