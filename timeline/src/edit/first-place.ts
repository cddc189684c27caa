/**
 * Finds the first index at which `holds` is true, by binary search; the list's length if there is none.
 * `holds` must be false for all items before this index and true for all items from it on.
 */
export function firstPlace<Item>(list: readonly Item[], holds: (item: Item) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = list[middle];
    if (item === undefined || holds(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
