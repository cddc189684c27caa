import type { Prisma } from '@framemill/infra';

/**
 * Locks an account's row until the transaction ends.
 * Transactions that check a limit before they add a row take this lock first, so that no other transaction adds a row
 * between the check and the insertion.
 */
export async function lockAccountRow(tx: Prisma.TransactionClient, accountId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Account" WHERE "id" = ${accountId} FOR UPDATE`;
}
