/** Something that takes a lane of a player's timeline for a time. */
export interface Timed {
  /** The lane that it would have: a track's id. */
  readonly wanted: number | null;
  readonly startSec: number;
  readonly endSec: number;
}

/**
 * A lane for each element, so that no two elements of a lane overlap: players refuse that. Elements keep the lane that they
 * want while it is free; others get the first free one above all that are wanted. Lanes say nothing of what lies on top.
 */
export function lanesOf(elements: readonly Timed[]): number[] {
  const firstSpare = Math.max(-1, ...elements.map(({ wanted }) => wanted ?? -1)) + 1;
  const freeFrom = new Map<number, number>();
  const lanes = new Array<number>(elements.length).fill(0);
  const inOrder = [...elements.keys()].sort((a, b) => (elements[a]?.startSec ?? 0) - (elements[b]?.startSec ?? 0));
  for (const index of inOrder) {
    const element = elements[index];
    if (!element) continue;
    const isFree = (lane: number) => (freeFrom.get(lane) ?? Number.NEGATIVE_INFINITY) <= element.startSec;
    let lane = element.wanted !== null && isFree(element.wanted) ? element.wanted : firstSpare;
    while (!isFree(lane)) lane += 1;
    freeFrom.set(lane, element.endSec);
    lanes[index] = lane;
  }
  return lanes;
}
