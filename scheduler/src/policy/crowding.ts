/** What an account has in one pool. An account that has nothing to do there is left out. */
export interface PoolUse {
  readonly accountId: string;
  readonly plan: string;
  readonly pool: string;
  /** Slots that its jobs hold. */
  readonly held: number;
}

/** The account that holds the largest share of a pool's slots while others wait there with nothing running. */
export interface Crowding extends PoolUse {
  readonly slots: number;
  /** 0-1. */
  readonly share: number;
  /** Accounts that wait. */
  readonly waiting: number;
}

/**
 * The worst crowding by plan of the holder; plans whose accounts crowd nobody are not in it. `slots`: of the serving nodes, by
 * pool. A single slot is no crowd: where accounts take turns on one, each holds all of it.
 */
export function crowdingByPlan(slots: ReadonlyMap<string, number>, uses: readonly PoolUse[]): Map<string, Crowding> {
  const worst = new Map<string, Crowding>();
  for (const use of uses) {
    const ofPool = slots.get(use.pool) ?? 0;
    const waiting = uses.filter(({ pool, held }) => pool === use.pool && held === 0).length;
    if (use.held < 2 || waiting === 0 || ofPool === 0) continue;
    // A node that drains still has jobs and counts no more.
    const share = Math.min(1, use.held / ofPool);
    if (share > (worst.get(use.plan)?.share ?? 0)) worst.set(use.plan, { ...use, slots: ofPool, share, waiting });
  }
  return worst;
}

/** The condition of the alert `FramemillAccountCrowds`. */
export const crowdingAlert = { share: 0.8, forMs: 120_000 };
/** The metric is only looked at now and then: a moment in which the condition does not hold may escape the alert. */
const gapMs = 30_000;
const tellEveryMs = 600_000;

/** What is remembered of a plan's crowding between two looks. */
export interface CrowdingWatch {
  readonly sinceMs: number;
  readonly lastMs: number;
  readonly reportedMs: number | null;
}

/** Whether the account is to be named now: the alert's condition holds, and it was not named in the last ten minutes. */
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
