/** Time span of an element that needs a lane on a player's timeline. */
export interface Timed {
  /** Preferred lane, which is the id of the clip's track; null without a preference. */
  readonly wanted: number | null;
  readonly startSec: number;
  readonly endSec: number;
}

/**
 * Assigns a lane to each element. Elements in one lane never overlap, because players reject overlaps. An element gets
 * its preferred lane if that lane is free. The other elements share as few lanes as possible, numbered above all
 * preferred lanes. Lanes do not affect the paint order.
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
