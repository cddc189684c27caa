import { activeStatuses, type LeaderContext } from './context.ts';

/**
 * Notes one active render of each status as if it had changed: the oldest one first, and then the next one at each
 * call. A change that was not noted, such as one that an operator made in the database, is thus found in the end.
 * Run it every second.
 */
export async function recheckRenders({ database, memory }: LeaderContext): Promise<void> {
  for (const status of activeStatuses) {
    const next = await database.client.render.findFirst({
      where: { status, createdAt: { gt: memory.recheckedAt.get(status) ?? new Date(0) } },
      orderBy: { createdAt: 'asc' },
      select: { id: true, createdAt: true },
    });
    if (next === null) {
      memory.recheckedAt.delete(status);
      continue;
    }
    memory.changes.note([next.id]);
    memory.recheckedAt.set(status, next.createdAt);
  }
}
