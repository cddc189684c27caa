import { activeStatuses, type LeaderContext } from './context.ts';

/**
 * Notes one active render of each status as if it had changed: the oldest one first, and then the next one at each
 * call. A change that was not noted, such as one that an operator made in the database, is thus found in the end.
 * Run it every second.
 */
export async function recheckRenders({ database, memory }: LeaderContext): Promise<void> {
  for (const status of activeStatuses) {
    const { createdAt, id } = memory.rechecked.get(status) ?? { createdAt: new Date(0), id: '' };
    // Renders of a batch may have been admitted at the same time.
    const [next] = await database.client.$queryRaw<{ id: string; createdAt: Date }[]>`
      SELECT id, "createdAt" FROM "Render"
      WHERE status = ${status} AND ("createdAt", id) > (${createdAt}::timestamp, ${id})
      ORDER BY "createdAt", id LIMIT 1`;
    if (next === undefined) {
      memory.rechecked.delete(status);
      continue;
    }
    memory.changes.note([next.id]);
    memory.rechecked.set(status, next);
  }
}
