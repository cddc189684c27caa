import { FramemillError } from '@framemill/timeline/errors';
import { defaultPlanList, selfHosted } from './default-plans.ts';
import { isLimit, type LimitName, type Limits, limitFields, type Plan } from './plan.ts';

/** What an account row says about its limits. */
export interface PlannedAccount {
  /** Id of a plan. */
  readonly plan: string;
  /** Limits of its own, by `LimitName`; null: none. */
  readonly limits: unknown;
  /** Requests a minute by contract; null or absent: those of the plan. */
  readonly requestsPerMinute?: number | null;
}

/** The plans of this installation. */
export interface Plans {
  /** In the order of the table: people who sign up get the first. */
  readonly list: readonly [Plan, ...Plan[]];
  /** The plan of an id as stored with an account. Throws `internal_error` for an id that is not in the table. */
  find(id: string): Plan;
  /** What an account may do: its plan, where the account has a limit of its own with that. Every limit is read from here. */
  of(account: PlannedAccount): Plan;
}

/** Makes the plans of a table that has been checked. `self-hosted` is always there. */
export function createPlans(table: readonly Plan[]): Plans {
  const [first = selfHosted, ...others] = table.some(({ id }) => id === selfHosted.id) ? table : [...table, selfHosted];
  const list = [first, ...others] as const;
  const find = (id: string): Plan => {
    const known = list.find((plan) => plan.id === id);
    if (known !== undefined) return known;
    const message = `no plan is called "${id}". Set the account's plan to one of ${list.map((plan) => plan.id).join(', ')}.`;
    throw new FramemillError('internal_error', message, { plan: id });
  };
  return {
    list: [first, ...others],
    find,
    of({ plan, limits, requestsPerMinute }) {
      const rate = requestsPerMinute == null ? {} : { requestsPerMinute };
      return { ...find(plan), ...ownLimits(limits), ...rate };
    },
  };
}

/** The plans that count without PLANS_FILE. */
export const defaultPlans: Plans = createPlans(defaultPlanList);

/** The limits that an account's column holds. What is there and is no limit is as if it were not. */
export function ownLimits(stored: unknown): Partial<Limits> {
  if (typeof stored !== 'object' || stored === null) return {};
  const names: readonly string[] = limitNames;
  const own = Object.entries(stored).filter(
    ([name, value]) => names.includes(name) && isLimit(limitFields[name as LimitName], value),
  );
  return Object.fromEntries(own) as Partial<Limits>;
}

/** Names of all limits. */
export const limitNames = Object.keys(limitFields) as LimitName[];
