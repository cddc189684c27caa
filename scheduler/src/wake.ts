import type { Prisma } from '@framemill/infra';

/** PostgreSQL NOTIFY channel that wakes the leader when there is new work. */
export const wakeChannel = 'framemill_scheduler';

/**
 * Wakes the leader when the transaction commits. `cancelledId` is the id of a render that the transaction cancels: the
 * leader then reads its tasks again. Best effort: the leader also checks every second.
 */
export async function notifySchedulers(
  tx: Prisma.TransactionClient,
  reason: 'render' | 'cancel',
  cancelledId?: string,
): Promise<void> {
  const message = cancelledId === undefined ? reason : `${reason} ${cancelledId}`;
  await tx.$executeRaw`SELECT pg_notify(${wakeChannel}, ${message})`;
}

/** Returns the id of the cancelled render in a notification; null: it has none. */
export function cancelledIn(message: string | undefined): string | null {
  return /^cancel (\S+)$/.exec(message ?? '')?.[1] ?? null;
}
