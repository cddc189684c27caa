import type { Prisma } from '@framemill/infra';

/** PostgreSQL NOTIFY channel that wakes the leader when there is new work. */
export const wakeChannel = 'framemill_scheduler';

/** Wakes the leader when the transaction commits. Best effort: the leader also checks every second. */
export async function notifySchedulers(tx: Prisma.TransactionClient, reason: 'render' | 'cancel'): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${wakeChannel}, ${reason})`;
}
