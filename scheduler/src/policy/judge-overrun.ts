/** Facts about a frame range that exceeded its time budget without a single faulty file. */
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
 * Decides what follows from an overrun. `slow-lane`: the range continues in the slow queue, one segment at a time, so
 * that the next overrun identifies the segment. `quarantine`: an overrun of a single segment has identified it.
 * `give-up`: the render fails without an identified segment.
 */
export function judgeOverrun({ overruns, segments }: Overruns): 'slow-lane' | 'quarantine' | 'give-up' {
  if (overruns >= 2 && segments === 1) return 'quarantine';
  return overruns >= mostOverruns ? 'give-up' : 'slow-lane';
}
