/**
 * Does `work` for every item in their order, at most `atOnce` at a time: where some wait for the object store, the others need not.
 * Rejects with the first error, when all that had begun has ended.
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
