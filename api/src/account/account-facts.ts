import { planFor } from '@framemill/scheduler';
import { isRestricted, type RestrictedAccount } from './restriction.ts';

/** What authentication reads of an account. */
export interface AccountFacts extends RestrictedAccount {
  plan: string;
  /** By contract; null: the plan's figure. */
  requestsPerMinute: number | null;
  memberships: { organisation: { owner: RatedAccount } }[];
}

type RatedAccount = Omit<AccountFacts, 'memberships'>;

const restriction = { status: true, restrictedUntil: true, restrictionReason: true } as const;
const rate = { plan: true, requestsPerMinute: true } as const;

/** Columns (for Prisma's `select`) that make `AccountFacts`. */
export const accountFactFields = {
  ...restriction,
  ...rate,
  memberships: { select: { organisation: { select: { owner: { select: { ...restriction, ...rate } } } } } },
} as const;

/** Columns that say whether an account is restricted. */
export const restrictionFields = restriction;

/** Requests per minute of an account: its own figure or, when that is higher, that of an organisation on Team or Enterprise. */
export function requestsPerMinute(account: AccountFacts, now: Date = new Date()): number {
  const organisations = account.memberships
    .map(({ organisation }) => organisation.owner)
    .filter((owner) => (owner.plan === 'team' || owner.plan === 'enterprise') && !isRestricted(owner, now));
  return Math.max(ownRate(account), ...organisations.map(ownRate));
}

function ownRate({ plan, requestsPerMinute }: RatedAccount): number {
  return requestsPerMinute ?? planFor(plan).requestsPerMinute;
}
