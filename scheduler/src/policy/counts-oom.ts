/** Facts about a range whose process the kernel has just killed for lack of memory. */
export interface OomKills {
  /** Number of such kills of this range, this one included. */
  readonly kills: number;
  /** Whether the process itself used so much memory that it caused the shortage. */
  readonly isHigh: boolean;
}

/** Number of kills that are not counted: a machine that is short of memory may kill a process that is not the cause. */
const freeKills = 2;
/**
 * Number of kills that are not counted when the process used little memory. The limit keeps the range from being tried
 * for ever.
 */
const freeKillsOfSmall = 9;

/**
 * Whether an out-of-memory kill counts as a failure of the range: from the third one when its process used much
 * memory, else from the tenth.
 */
export function countsOom({ kills, isHigh }: OomKills): boolean {
  return kills > (isHigh ? freeKills : freeKillsOfSmall);
}
