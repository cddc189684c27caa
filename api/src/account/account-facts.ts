import { hasFeature, type PlannedAccount, type Plans } from '@framemill/scheduler';
import { isRestricted, type RestrictedAccount } from './restriction.ts';

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
 * Returns the requests per minute that an account may make.
 * This is the account's own limit or, if higher, that of an organisation it belongs to. An organisation counts only
 * while its owner's plan includes organisations and its owner is not restricted.
 */
export function requestsPerMinute(plans: Plans, account: AccountFacts, now: Date = new Date()): number {
  const organisations = account.memberships
    .map(({ organisation }) => organisation.owner)
    .filter((owner) => hasFeature(plans.of(owner), 'organisations') && !isRestricted(owner, now));
  return Math.max(...[account, ...organisations].map((one) => plans.of(one).requestsPerMinute));
}
