import type { Database } from '@framemill/infra';

/** Work in a pool that runs before or next to an account's new work. */
export interface WorkAhead {
  /** Estimated cost of the account's own unfinished work: milliseconds of one thread, from the compositor. */
  readonly ownCostMs: number;
  /** Account's share of the slots while others have work, 0-1. */
  readonly share: number;
}

interface OpenWork {
  accountId: string;
  weight: number;
  cost: number;
}

/** Reads the open work in a pool. The account's own work runs first; other accounts get their shares by weight. */
export async function workAhead(
  { client }: Database,
  { accountId, weight, pool }: { accountId: string; weight: number; pool: string },
): Promise<WorkAhead> {
  const open = await client.$queryRaw<OpenWork[]>`
    SELECT r."accountId", max(r.weight) AS weight, coalesce(sum(s."costMs"), 0)::float8 AS cost
    FROM "Render" r LEFT JOIN "RenderSegment" s ON s."renderId" = r.id AND s.sha256 IS NULL
    WHERE r.status IN ('PENDING', 'PROCESSING') AND r.pool = ${pool}
    GROUP BY r."accountId"`;
  const others = open.filter((work) => work.accountId !== accountId);
  const weights = others.reduce((sum, work) => sum + work.weight, 0);
  const own = open.find((work) => work.accountId === accountId);
  return { ownCostMs: own?.cost ?? 0, share: weight / (weight + weights) };
}
