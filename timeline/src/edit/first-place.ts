/** The first place of a list from which on `holds` is true, or its length; it is false before and true after. By halving. */
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
