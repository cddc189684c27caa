import type { Database } from '@framemill/infra';

/** Minimum time for which an address given with a render is stored, in milliseconds: a batch may take weeks. */
const KEEP_MS = 60 * 86_400_000;

/** Deletes addresses that were given with a single render and that no delivery needs any more. */
export async function pruneUnlisted({ client }: Database, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEEP_MS);
  await client.$executeRaw`
    DELETE FROM "Destination" d WHERE NOT d.listed AND d."createdAt" < ${before}::timestamp AND NOT EXISTS (
      SELECT 1 FROM "Delivery" v WHERE v."destinationId" = d.id AND v.status IN ('WAITING', 'PENDING', 'SENDING'))`;
}
