/**
 * Runs `work` for every item in order, at most `atOnce` concurrently: while some items wait for the object store,
 * others continue. Rejects with the first error, after all started work has ended.
 */
export async function sideBySide<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const remaining = items.values();
  const takeNext = async () => {
    for (const item of remaining) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, takeNext));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
