/** Slots that an account uses in one pool. Accounts without work in the pool have no entry. */
export interface PoolUse {
  readonly accountId: string;
  readonly plan: string;
  readonly pool: string;
  /** Number of slots that the account's jobs use. */
  readonly held: number;
}

/** Account that uses the largest share of a pool's slots while other accounts wait there with nothing running. */
export interface Crowding extends PoolUse {
  readonly slots: number;
  /** Share of the slots that the account uses, 0-1. */
  readonly share: number;
  /** Number of accounts that wait. */
  readonly waiting: number;
}

/**
 * Returns, by plan, the account that crowds a pool most. An account crowds a pool when it uses at least two slots while
 * other accounts wait there with nothing running; of several such accounts, the one with the largest share of slots is
 * returned. Plans without such an account are left out. `slots` is the number of slots of the nodes that accept work,
 * by pool. A single slot does not count, because accounts that take turns on one slot each use all of it.
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
 * Maximum time in ms for which the alert's condition may be false without ending the crowding. The metric is read only
 * once per scrape, so the alert itself may miss a short interruption.
 */
const gapMs = 30_000;
const tellEveryMs = 600_000;

/**
 * State of the check for crowding between two calls, for the accounts of one plan. Crowding means that one account uses
 * most slots of a pool while other accounts wait there (`Crowding`).
 */
export interface CrowdingWatch {
  readonly sinceMs: number;
  readonly lastMs: number;
  readonly reportedMs: number | null;
}

/**
 * Decides whether to log that an account uses `share` (0-1) of a pool's slots while other accounts wait. `tell` is true
 * when the alert's condition has lasted long enough and no account of the plan was logged in the last ten minutes.
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
