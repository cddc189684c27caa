import type { Prisma } from '@framemill/infra';

/** Holds an account's row until the transaction ends: whatever counts things of an account before it adds one queues here. */
export async function lockAccountRow(tx: Prisma.TransactionClient, accountId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Account" WHERE "id" = ${accountId} FOR UPDATE`;
}
