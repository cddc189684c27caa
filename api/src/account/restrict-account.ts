import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';

/**
 * Suspends an account until a given time or, if `until` is null, until the suspension is lifted.
 * Its keys, its tokens and its apps' tokens are refused within 5 s. Nothing is deleted. Throws `not_found`.
 */
export async function suspendAccount(
  database: Database,
  id: string,
  { until, reason }: { until: Date | null; reason: string | null },
): Promise<void> {
  const data = { status: 'suspended', restrictedUntil: until, restrictionReason: reason };
  const { count } = await database.client.account.updateMany({ where: { id }, data });
  requireOne(count, id);
}

/**
 * Bans an account permanently, ends its sessions and revokes its keys.
 * Also deletes the OAuth grants that the account gave, and those that other accounts gave to its apps. Lifting the ban
 * restores none of these. Throws `not_found`.
 */
export async function banAccount({ client }: Database, id: string, reason: string | null): Promise<void> {
  await client.$transaction(async (tx) => {
    const data = { status: 'banned', restrictedUntil: null, restrictionReason: reason };
    requireOne((await tx.account.updateMany({ where: { id }, data })).count, id);
    await tx.session.deleteMany({ where: { accountId: id } });
    await tx.apiKey.updateMany({ where: { accountId: id, revokedAt: null }, data: { revokedAt: new Date() } });
    const apps = await tx.app.findMany({ where: { accountId: id }, select: { id: true } });
    const clientIds = apps.map((app) => app.id);
    await tx.oauthRecord.deleteMany({ where: { OR: [{ accountId: id }, { clientId: { in: clientIds } }] } });
  });
}

/** Ends a suspension or ban. Throws `not_found`. */
export async function liftRestriction({ client }: Database, id: string): Promise<void> {
  const data = { status: 'active', restrictedUntil: null, restrictionReason: null };
  requireOne((await client.account.updateMany({ where: { id }, data })).count, id);
}

function requireOne(count: number, id: string): void {
  if (count === 0) throw new FramemillError('not_found', `There is no account ${id}. See "account list".`);
}
