/** What is known of a range whose process the kernel has just ended for want of memory. */
export interface OomKills {
  /** So often it has happened to this range, this time included. */
  readonly kills: number;
  /** Whether the process itself held so much that it was why memory was short. */
  readonly isHigh: boolean;
}

/** A machine that is short of memory takes whom it finds: so often that is not the range's doing. */
const freeKills = 2;
/** With little memory of its own a process is only in the way; even so nothing goes round for ever. */
const freeKillsOfSmall = 9;

/** Whether an end for want of memory counts as a failure of the range: from the third on when it held much, else from the tenth on. */
export function countsOom({ kills, isHigh }: OomKills): boolean {
  return kills > (isHigh ? freeKills : freeKillsOfSmall);
}
