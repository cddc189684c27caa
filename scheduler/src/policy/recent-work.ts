/**
 * Time constant in ms of the decay of recorded work: after this time, work counts as 37 % (1/e) of its original amount.
 */
export const decayMs = 5_000;
/** Work in ms below which an account counts as idle. */
const leastMs = 1;

/** Processing time of each account's ended jobs. Older work counts less, by exponential decay. */
export interface RecentWork {
  /** Adds a job of an account that took `tookMs` and ended at `nowMs`. */
  add(accountId: string, tookMs: number, nowMs: number): void;
  /** Returns the decayed job time of each account at `nowMs`, in ms. Accounts without recent work are left out. */
  at(nowMs: number): Map<string, number>;
}

/** Creates an empty record of recent work. */
export function createRecentWork(): RecentWork {
  const entries = new Map<string, { ms: number; atMs: number }>();
  const left = ({ ms, atMs }: { ms: number; atMs: number }, nowMs: number) =>
    ms * Math.exp(-Math.max(0, nowMs - atMs) / decayMs);
  return {
    add(accountId, tookMs, nowMs) {
      const known = entries.get(accountId);
      entries.set(accountId, { ms: (known ? left(known, nowMs) : 0) + Math.max(0, tookMs), atMs: nowMs });
    },
    at(nowMs) {
      const work = new Map<string, number>();
      for (const [accountId, entry] of entries) {
        const ms = left(entry, nowMs);
        if (ms >= leastMs) work.set(accountId, ms);
        else entries.delete(accountId);
      }
      return work;
    },
  };
}
