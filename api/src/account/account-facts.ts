import type { Prisma } from '@framemill/infra';
import { hasFeature, type PlannedAccount, type Plans } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';

/** Account columns that authentication reads: restriction, plan, and the owners of the account's organisations. */
export interface AccountFacts extends RestrictedAccount, PlannedAccount {
  memberships: { organisation: { owner: RestrictedAccount & PlannedAccount } }[];
}

const restriction = { status: true, restrictedUntil: true, restrictionReason: true } as const;
const planned = { plan: true, limits: true, requestsPerMinute: true } as const;

/** Prisma `select` that loads the columns of `AccountFacts`. */
export const accountFactFields = {
  ...restriction,
  ...planned,
  memberships: { select: { organisation: { select: { owner: { select: { ...restriction, ...planned } } } } } },
} as const;

/** Prisma `select` of the columns that decide whether an account is restricted. */
export const restrictionFields = restriction;

/**
 * Returns the number of requests per minute that an account may make.
 * This is the account's own limit or, if higher, the limit of the owner of an organisation that the account belongs to.
 * An organisation counts only while its owner is not restricted and the owner's plan includes organisations.
 */
export function requestsPerMinute(plans: Plans, account: AccountFacts, now: Date = new Date()): number {
  const organisations = account.memberships
    .map(({ organisation }) => organisation.owner)
    .filter((owner) => hasFeature(plans.of(owner), 'organisations') && !isRestricted(owner, now));
  return Math.max(...[account, ...organisations].map((one) => plans.of(one).requestsPerMinute));
}

/** Columns of an account row that describe its restriction. */
export interface RestrictedAccount {
  /** State of the account: `active`, `suspended` or `banned`. */
  status: string;
  /** End of the suspension; null when it lasts until it is lifted. */
  restrictedUntil: Date | null;
  restrictionReason: string | null;
}

/** Field `restriction` in the details of an `access_suspended` error. */
export interface Restriction {
  what: 'suspended' | 'banned';
  /** End of the restriction, ISO 8601; null when it lasts until it is lifted. */
  until: string | null;
  reason: string | null;
  /** URL at which the account's owner can object. */
  appeal: string;
}

/** Whether an account is restricted at `now`. A suspension with an end expires by itself; a ban never does. */
export function isRestricted({ status, restrictedUntil }: RestrictedAccount, now: Date = new Date()): boolean {
  if (status === 'banned') return true;
  return status === 'suspended' && (restrictedUntil === null || restrictedUntil > now);
}

/** Returns the appeal URL used when the operator configures none: the documentation page of `access_suspended`. */
export function defaultAppealUrl(apiHost: string): string {
  return `${apiHost}/docs/errors/access_suspended`;
}

/** Returns the restriction of an account at `now`, or null when there is none. `appeal` is the URL for objections. */
export function restrictionOf(account: RestrictedAccount, appeal: string, now: Date = new Date()): Restriction | null {
  if (!isRestricted(account, now)) return null;
  const what = account.status === 'banned' ? 'banned' : 'suspended';
  const until = what === 'banned' ? null : (account.restrictedUntil?.toISOString() ?? null);
  return { what, until, reason: account.restrictionReason, appeal };
}

/** Throws `access_suspended`, with the restriction in its details, when the account is restricted at `now`. */
export function refuseRestricted(account: RestrictedAccount, appeal: string, now: Date = new Date()): void {
  const restriction = restrictionOf(account, appeal, now);
  if (restriction === null) return;
  const end = restriction.until === null ? '' : ` until ${restriction.until}`;
  throw new FramemillError('access_suspended', `This account is ${restriction.what}${end}. To appeal, open ${appeal}`, {
    restriction,
  });
}

/** Creates the error for an account that does not exist. */
export function accountNotFound(id: string): FramemillError {
  return new FramemillError('not_found', `There is no account ${id}. See the list of accounts.`);
}

/**
 * Restricts an account, or lifts its restriction. While it is restricted, its keys, tokens and sessions and the tokens
 * of its apps are refused, within 5 s. Throws `not_found`.
 */
export async function setRestriction(
  client: Pick<Prisma.TransactionClient, 'account'>,
  id: string,
  { status, restrictedUntil, restrictionReason }: RestrictedAccount,
): Promise<void> {
  const data = { status, restrictedUntil, restrictionReason };
  const { count } = await client.account.updateMany({ where: { id }, data });
  if (count === 0) throw accountNotFound(id);
}
