/** Something that takes a lane of a player's timeline for a time. */
export interface Timed {
  /** The lane that it would have: a track's id. */
  readonly wanted: number | null;
  readonly startSec: number;
  readonly endSec: number;
}

/**
 * A lane for each element, so that no two elements of a lane overlap: players refuse that. Elements keep the lane that they
 * want while it is free; others share as few lanes as they can above all that are wanted. Lanes do not decide what is drawn
 * on top.
 */
export function lanesOf(elements: readonly Timed[]): number[] {
  const firstSpare = elements.reduce((highest, { wanted }) => Math.max(highest, wanted ?? -1), -1) + 1;
  const inOrderOf = (time: 'startSec' | 'endSec') =>
    [...elements.entries()]
      .sort(([, a], [, b]) => a[time] - b[time])
      .map(([index, element]) => ({ index, ...element }));
  const lanes: number[] = [];
  const freeFrom = new Map<number, number>();
  const freeSpares: number[] = [];
  let spares = 0;
  const endings = inOrderOf('endSec').values();
  let ending = endings.next().value;
  for (const { index, wanted, startSec, endSec } of inOrderOf('startSec')) {
    for (; ending && ending.endSec <= startSec; ending = endings.next().value) {
      const lane = lanes[ending.index];
      if (lane !== undefined && lane >= firstSpare) freeSpares.push(lane);
    }
    if (wanted !== null && (freeFrom.get(wanted) ?? startSec) <= startSec) {
      lanes[index] = wanted;
      freeFrom.set(wanted, endSec);
    } else {
      lanes[index] = freeSpares.pop() ?? firstSpare + spares++;
    }
  }
  return lanes;
}
