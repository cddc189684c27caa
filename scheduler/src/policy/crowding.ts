/** Slots that an account uses in one pool. Accounts without work there are left out. */
export interface PoolUse {
  readonly accountId: string;
  readonly plan: string;
  readonly pool: string;
  /** Number of slots that its jobs hold. */
  readonly held: number;
}

/** Account that holds the largest share of a pool's slots while others wait there with nothing running. */
export interface Crowding extends PoolUse {
  readonly slots: number;
  /** Share of the slots that the account holds, 0-1. */
  readonly share: number;
  /** Number of accounts that wait. */
  readonly waiting: number;
}

/**
 * Returns the worst crowding, by plan of the account that holds the slots; plans whose accounts crowd out no others
 * are left out. `slots` are those of the serving nodes, by pool. A single slot does not count as crowding: accounts
 * that share one slot in turn each hold all of it.
 */
export function crowdingByPlan(slots: ReadonlyMap<string, number>, uses: readonly PoolUse[]): Map<string, Crowding> {
  const worst = new Map<string, Crowding>();
  for (const use of uses) {
    const ofPool = slots.get(use.pool) ?? 0;
    const waiting = uses.filter(({ pool, held }) => pool === use.pool && held === 0).length;
    if (use.held < 2 || waiting === 0 || ofPool === 0) continue;
    // A draining node still runs jobs, but its slots are not counted any more.
    const share = Math.min(1, use.held / ofPool);
    if (share > (worst.get(use.plan)?.share ?? 0)) worst.set(use.plan, { ...use, slots: ofPool, share, waiting });
  }
  return worst;
}

/** Condition of the alert `FramemillAccountCrowds`. */
export const crowdingAlert = { share: 0.8, forMs: 120_000 };
/**
 * Maximum pause of the condition, in ms, that does not end it. The metric is scraped only now and then, so the alert
 * may miss a short pause.
 */
const gapMs = 30_000;
const tellEveryMs = 600_000;

/** State of a plan's crowding between two checks. */
export interface CrowdingWatch {
  readonly sinceMs: number;
  readonly lastMs: number;
  readonly reportedMs: number | null;
}

/**
 * Whether to log the account now: the alert's condition holds, and it was not logged in the last ten minutes. `tell`
 * is the result.
 */
export function watchCrowding(
  watch: CrowdingWatch | undefined,
  share: number,
  nowMs: number,
): { watch: CrowdingWatch | undefined; tell: boolean } {
  const isBroken = watch === undefined || nowMs - watch.lastMs > gapMs;
  if (share <= crowdingAlert.share) {
    const stillReported = watch?.reportedMs != null && nowMs - watch.reportedMs < tellEveryMs;
    return { watch: isBroken && !stillReported ? undefined : watch, tell: false };
  }
  const sinceMs = isBroken ? nowMs : watch.sinceMs;
  const reportedMs = watch?.reportedMs ?? null;
  const tell = nowMs - sinceMs >= crowdingAlert.forMs && (reportedMs === null || nowMs - reportedMs >= tellEveryMs);
  return { watch: { sinceMs, lastMs: nowMs, reportedMs: tell ? nowMs : reportedMs }, tell };
}
