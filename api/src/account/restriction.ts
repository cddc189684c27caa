import { FramemillError } from '@framemill/timeline';

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
