import { hasFeature, type PlannedAccount, type Plans } from '@framemill/scheduler';
import { isRestricted, type RestrictedAccount } from './restriction.ts';

/** What authentication reads of an account. */
export interface AccountFacts extends RestrictedAccount, PlannedAccount {
  memberships: { organisation: { owner: RestrictedAccount & PlannedAccount } }[];
}

const restriction = { status: true, restrictedUntil: true, restrictionReason: true } as const;
const planned = { plan: true, limits: true, requestsPerMinute: true } as const;

/** Columns (for Prisma's `select`) that make `AccountFacts`. */
export const accountFactFields = {
  ...restriction,
  ...planned,
  memberships: { select: { organisation: { select: { owner: { select: { ...restriction, ...planned } } } } } },
} as const;

/** Columns that say whether an account is restricted. */
export const restrictionFields = restriction;

/** Requests per minute of an account: its own figure or, when that is higher, that of an organisation whose owner may have one. */
export function requestsPerMinute(plans: Plans, account: AccountFacts, now: Date = new Date()): number {
  const organisations = account.memberships
    .map(({ organisation }) => organisation.owner)
    .filter((owner) => hasFeature(plans.of(owner), 'organisations') && !isRestricted(owner, now));
  return Math.max(...[account, ...organisations].map((one) => plans.of(one).requestsPerMinute));
}
