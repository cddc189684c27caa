import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { type RestrictedAccount, setRestriction } from '../account/account-facts.ts';
import { type AuditAction, type AuditDetail, type AuditEntry, recordAudit } from '../audit/audit-log.ts';

/** Account that an operator changes, and the operator for the audit log (see `operatorActor`). */
export interface OperatedAccount {
  readonly id: string;
  readonly actor: string;
}

/**
 * Suspends an account until a given time or, if `until` is null, until the suspension is lifted.
 * The account's keys, tokens and sessions, and the tokens of its apps, are refused within 5 s. Nothing is deleted.
 * Renders and batches that have begun are finished: a cancelled render would have to begin again after the suspension.
 * Throws `not_found`.
 */
export async function suspendAccount(
  { client }: Database,
  account: OperatedAccount,
  { until, reason }: { until: Date | null; reason: string | null },
): Promise<void> {
  await client.$transaction(async (tx) => {
    await setRestriction(tx, account.id, {
      ...{ status: 'suspended', restrictedUntil: until, restrictionReason: reason },
    });
    await recordAudit(tx, entryOf(account, 'account.suspend', { until: until?.toISOString() ?? null, reason }));
  });
}

/**
 * Bans an account permanently, ends its sessions and revokes its keys.
 * Also deletes the OAuth grants that the account gave to apps, and the grants that other accounts gave to the account's
 * apps. Lifting the ban restores no sessions, keys or grants. Throws `not_found`.
 */
export async function banAccount({ client }: Database, account: OperatedAccount, reason: string | null): Promise<void> {
  const accountId = account.id;
  await client.$transaction(async (tx) => {
    await setRestriction(tx, accountId, { status: 'banned', restrictedUntil: null, restrictionReason: reason });
    await tx.session.deleteMany({ where: { accountId } });
    await tx.apiKey.updateMany({ where: { accountId, revokedAt: null }, data: { revokedAt: new Date() } });
    const apps = await tx.app.findMany({ where: { accountId }, select: { id: true } });
    const clientIds = apps.map((app) => app.id);
    await tx.oauthRecord.deleteMany({ where: { OR: [{ accountId }, { clientId: { in: clientIds } }] } });
    await recordAudit(tx, entryOf(account, 'account.ban', { reason }));
  });
}

const UNRESTRICTED: RestrictedAccount = { status: 'active', restrictedUntil: null, restrictionReason: null };

/** Ends a suspension or ban. Throws `not_found`. */
export async function resumeAccount({ client }: Database, account: OperatedAccount): Promise<void> {
  await client.$transaction(async (tx) => {
    await setRestriction(tx, account.id, UNRESTRICTED);
    await recordAudit(tx, entryOf(account, 'account.resume'));
  });
}

/**
 * Returns the end of a suspension that a text states (ISO 8601); null without a text. Throws `invalid_request` that
 * names `field` when the text is no date, or a date in the past.
 */
export function endOfSuspension(text: string | null | undefined, field: string): Date | null {
  if (text == null) return null;
  const date = new Date(text);
  if (date > new Date()) return date;
  const message = `${field} must be a date in the future (got "${text}"), such as 2027-01-31T00:00:00Z.`;
  throw new FramemillError('invalid_request', message, { field });
}

/** Creates the audit log's entry of an operator's action on an account. */
export function entryOf({ id, actor }: OperatedAccount, action: AuditAction, detail?: AuditDetail): AuditEntry {
  return { ...{ actor, action, accountId: id, subject: id }, ...(detail === undefined ? {} : { detail }) };
}
