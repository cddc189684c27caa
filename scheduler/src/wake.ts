import type { Prisma } from '@framemill/infra';

/** PostgreSQL channel on which the leader is told that there is something to do. */
export const wakeChannel = 'framemill_scheduler';

/** Wakes the leader when the transaction commits. A hint: the leader also looks every second. */
export async function notifySchedulers(tx: Prisma.TransactionClient, reason: 'render' | 'cancel'): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${wakeChannel}, ${reason})`;
}
