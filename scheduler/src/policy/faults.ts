/** Data about a source file that made render processes fail. */
export interface Faults {
  /** Number of render processes that failed while they read the file. */
  readonly failures: number;
  /** Number of nodes on which these processes ran. */
  readonly nodes: number;
  /** Number of live nodes, which could all try the file. */
  readonly liveNodes: number;
  /** Whether the last process exceeded its time budget: another try would cost more than one after a crash. */
  readonly overBudget: boolean;
}

/** Number of failures from which the file counts as faulty, whatever the other facts. */
const mostFailures = 3;

/**
 * Whether a file that made processes fail is faulty itself, rather than a node. It counts as faulty after three
 * failures. Two failures suffice when they happened on two nodes, when there is only one live node, or when the last
 * one exceeded its time budget.
 */
export function isFaulty({ failures, nodes, liveNodes, overBudget }: Faults): boolean {
  if (failures >= mostFailures) return true;
  return failures >= 2 && (overBudget || nodes >= 2 || liveNodes < 2);
}

/** Data about a range whose process the kernel has just killed for lack of memory. */
export interface OomKills {
  /** Number of such kills of this range, this one included. */
  readonly kills: number;
  /** Whether the process itself used so much memory that it caused the shortage. */
  readonly isHigh: boolean;
}

/**
 * Number of out-of-memory kills that are not counted as failures of the range: a machine that is short of memory may
 * kill a process that is not the cause.
 */
const freeKills = 2;
/**
 * Number of out-of-memory kills that are not counted when the process used little memory. Without this limit the range
 * would be tried for ever.
 */
const freeKillsOfSmall = 9;

/**
 * Whether an out-of-memory kill counts as a failure of the range: from the third kill when the killed process used much
 * memory, otherwise from the tenth.
 */
export function countsOom({ kills, isHigh }: OomKills): boolean {
  return kills > (isHigh ? freeKills : freeKillsOfSmall);
}

/** Data about a frame range that exceeded its time budget without putting a source file into quarantine. */
export interface Overruns {
  /** Number of overruns of the render's ranges, this one included. */
  readonly overruns: number;
  /** Number of segments of this range. */
  readonly segments: number;
}

/**
 * Number of overruns from which the render fails. Longer ranges may have begun before the first overrun, so several
 * are allowed.
 */
const mostOverruns = 4;

/**
 * Decides what follows when a range exceeds its time budget. `slow-lane`: the range continues in the slow queue, which
 * renders single segments, so that the next overrun identifies the segment. `quarantine`: the range is a single
 * segment, and the render has had an overrun before. `give-up`: the render fails after four overruns that identified no
 * segment.
 */
export function judgeOverrun({ overruns, segments }: Overruns): 'slow-lane' | 'quarantine' | 'give-up' {
  if (overruns >= 2 && segments === 1) return 'quarantine';
  return overruns >= mostOverruns ? 'give-up' : 'slow-lane';
}
