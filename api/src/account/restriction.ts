import { FramemillError } from '@framemill/timeline';

/** What an account row says about restrictions. */
export interface RestrictedAccount {
  /** `active`, `suspended` or `banned`. */
  status: string;
  /** End of a suspension; null: until it is lifted. */
  restrictedUntil: Date | null;
  restrictionReason: string | null;
}

/** Detail `restriction` of `access_suspended`. */
export interface Restriction {
  what: 'suspended' | 'banned';
  /** ISO 8601; null: until it is lifted. */
  until: string | null;
  reason: string | null;
  /** Where to object. */
  appeal: string;
}

/** Whether an account is restricted at `now`. A suspension with an end is over by itself then, a ban never. */
export function isRestricted({ status, restrictedUntil }: RestrictedAccount, now: Date = new Date()): boolean {
  if (status === 'banned') return true;
  return status === 'suspended' && (restrictedUntil === null || restrictedUntil > now);
}

/** Where people object when the operator names no place: the page that says whom to ask. */
export function defaultAppealUrl(apiHost: string): string {
  return `${apiHost}/docs/errors/access_suspended`;
}

/** The restriction of an account at `now`; null when there is none. */
export function restrictionOf(account: RestrictedAccount, appeal: string, now: Date = new Date()): Restriction | null {
  if (!isRestricted(account, now)) return null;
  const what = account.status === 'banned' ? 'banned' : 'suspended';
  const until = what === 'banned' ? null : (account.restrictedUntil?.toISOString() ?? null);
  return { what, until, reason: account.restrictionReason, appeal };
}

/** Throws `access_suspended` with the restriction when there is one. */
export function refuseRestricted(account: RestrictedAccount, appeal: string, now: Date = new Date()): void {
  const restriction = restrictionOf(account, appeal, now);
  if (restriction === null) return;
  const end = restriction.until === null ? '' : ` until ${restriction.until}`;
  throw new FramemillError('access_suspended', `This account is ${restriction.what}${end}. Object at ${appeal}`, {
    restriction,
  });
}
