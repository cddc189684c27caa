/** Answer of the API to a poll of a render. Times are in ms since the epoch. */
export interface Poll {
  readonly sentMs: number;
  readonly answeredMs: number;
  readonly rank: number;
}

/** Time in which the database showed the same state of a render in every sample. Times are in ms since the epoch. */
export interface Span {
  readonly rank: number;
  /** When the first sample was requested, and when its answer arrived. */
  readonly fromMs: number;
  readonly seenMs: number;
  /** When the last sample was requested. */
  toMs: number;
}

/** Time in which a service was failing over. Times are in ms since the epoch; null: it has not ended. */
export interface Outage {
  readonly fromMs: number;
  toMs: number | null;
}

const finalRanks = new Map([
  ['COMPLETED', 300],
  ['FAILED', 301],
  ['CANCELLED', 302],
]);

/** Rank of a render that does not exist. */
export const goneRank = -1;

/** Returns the rank of a render's state. It grows with the state's progress: pending, processing, ended. */
export function rankOf({ status, progress }: { status: string; progress: number }): number {
  return finalRanks.get(status) ?? (status === 'PROCESSING' ? 100 + progress : 0);
}

/** Whether a rank is that of a render that has ended. */
export function isEnded(rank: number): boolean {
  return rank >= 300;
}

/**
 * Returns the age of the answer to a poll in ms: the time before the request at which the database last had this state,
 * or at which the last outage ended, whichever is later. 0: the database had it while the poll was answered. `spans`
 * are in the order of time. Changes between two samples count from the earlier one, so that no age is understated.
 */
export function ageOf({ sentMs, answeredMs, rank }: Poll, spans: readonly Span[], backMs: number): number {
  // Before its first sample, the render may have had any earlier state.
  let latestMs = Math.max(backMs, spans[0]?.fromMs ?? sentMs);
  for (const [index, span] of spans.entries()) {
    const before = spans[index - 1];
    const changedFromMs = before?.toMs ?? span.fromMs;
    // The answer may be newer than the last sample before it, but not newer than the sample that follows.
    if (changedFromMs > answeredMs) break;
    if (span.rank === rank) latestMs = index === spans.length - 1 ? sentMs : Math.max(latestMs, span.toMs);
    else if (before !== undefined && isBetween(rank, before.rank, span.rank)) {
      latestMs = Math.max(latestMs, span.seenMs >= sentMs ? sentMs : before.toMs);
    }
  }
  return Math.max(0, sentMs - latestMs);
}

function isBetween(rank: number, one: number, other: number): boolean {
  return rank > Math.min(one, other) && rank < Math.max(one, other);
}

/** Figures of all polls of some renders, as far as they were sent while no service was failing over. */
export interface PollFigures {
  readonly judged: number;
  /** Largest age of an answer, in ms. */
  readonly oldestMs: number;
  /** Number of answers with an earlier state than the answer before, of those sent 2 s after an outage or later. */
  readonly backwards: number;
}

/** Largest permitted age of an answer, in ms. */
export const limitMs = 2_000;

/** Judges the polls of one render, which are in the order of time. */
export function judgePolls(polls: readonly Poll[], spans: readonly Span[], outages: readonly Outage[]): PollFigures {
  let figures: PollFigures = { judged: 0, oldestMs: 0, backwards: 0 };
  let last: { rank: number; backMs: number } | null = null;
  for (const poll of polls) {
    const backMs = backBefore(poll.sentMs, outages);
    if (backMs === null) continue;
    const { judged, oldestMs, backwards } = figures;
    const isSteady = poll.sentMs >= backMs + limitMs;
    const isBackwards = isSteady && last !== null && last.backMs === backMs && poll.rank < last.rank;
    figures = {
      judged: judged + 1,
      oldestMs: Math.max(oldestMs, ageOf(poll, spans, backMs)),
      backwards: backwards + (isBackwards ? 1 : 0),
    };
    if (isSteady) last = { rank: poll.rank, backMs };
  }
  return figures;
}

/** Returns the end of the last outage before a time; null: an outage has not ended by then. */
function backBefore(atMs: number, outages: readonly Outage[]): number | null {
  let backMs = 0;
  for (const { fromMs, toMs } of outages) {
    if (fromMs > atMs) break;
    if (toMs === null || toMs > atMs) return null;
    backMs = toMs;
  }
  return backMs;
}
