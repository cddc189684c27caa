import { FramemillError } from '@framemill/timeline/errors';
import { defaultPlanList, selfHosted } from './default-plans.ts';
import { isLimit, type LimitName, type Limits, limitFields, type Plan } from './plan.ts';

/** Columns of an account row that determine its limits. */
export interface PlannedAccount {
  /** Id of the account's plan. */
  readonly plan: string;
  /** Limits set for this account, by `LimitName`; null: none. */
  readonly limits: unknown;
  /** Contractual requests per minute of the account; null or absent: those of the plan. */
  readonly requestsPerMinute?: number | null;
}

/** Plans of this installation. */
export interface Plans {
  /** All plans in the order of the table: new accounts get the first one. */
  readonly list: readonly [Plan, ...Plan[]];
  /**
   * Returns the plan with an id that is stored with an account. Throws `internal_error` for an id that is not in the
   * table.
   */
  find(id: string): Plan;
  /**
   * Returns the plan of an account, with the account's own limits in place of the plan's. Every limit is read through
   * this method.
   */
  of(account: PlannedAccount): Plan;
}

/** Creates the plans from a table that has been checked. Adds `self-hosted` when the table lacks it. */
export function createPlans(table: readonly Plan[]): Plans {
  const [first = selfHosted, ...others] = table.some(({ id }) => id === selfHosted.id) ? table : [...table, selfHosted];
  const list = [first, ...others] as const;
  const find = (id: string): Plan => {
    const known = list.find((plan) => plan.id === id);
    if (known !== undefined) return known;
    const message = `There is no plan "${id}". Set the plan to one of ${list.map((plan) => plan.id).join(', ')}.`;
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

/** Plans that apply without PLANS_FILE. */
export const defaultPlans: Plans = createPlans(defaultPlanList);

/** Reads the limits stored in an account's column. Unknown names and invalid values are ignored. */
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
