/** What is known when a frame range did not get on within its budget of time and no single file is faulty. */
export interface Overruns {
  /** Ranges of the render that did so, this one included. */
  readonly overruns: number;
  /** Of this range. */
  readonly segments: number;
}

/** Longer ranges may have begun before the first overrun was known: so many of them a render may cost. */
const mostOverruns = 4;

/**
 * `slow-lane`: the range goes there, one segment at a time, so that the next overrun names the segment. `quarantine`: the
 * second one has named it. `give-up`: the render fails without anything named.
 */
export function judgeOverrun({ overruns, segments }: Overruns): 'slow-lane' | 'quarantine' | 'give-up' {
  if (overruns >= 2 && segments === 1) return 'quarantine';
  return overruns >= mostOverruns ? 'give-up' : 'slow-lane';
}
