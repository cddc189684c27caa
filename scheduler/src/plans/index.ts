import { readFileSync } from 'node:fs';
import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import {
  defaultPlanList,
  isLimit,
  type LimitField,
  type LimitName,
  type Limits,
  limitFields,
  limitMustBe,
  type Plan,
  planFeatures,
  selfHosted,
} from './plan.ts';

export {
  currentPeriod,
  hasFeature,
  isLimit,
  type LimitName,
  limitFields,
  limitMustBe,
  type Period,
  type Plan,
  type PlanFeature,
  planFeatures,
  weightOf,
} from './plan.ts';

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
  /** All plans in the order in which they are listed. New accounts get the first one. */
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

/** Default plans, used when PLANS_FILE is not set. */
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

/** Limits that plans of a file need not state, with their values. */
const absentLimits = Object.fromEntries(
  limitNames.flatMap((name) => {
    const field: LimitField = limitFields[name];
    return field.otherwise === undefined ? [] : [[name, field.otherwise]];
  }),
);

/**
 * Reads the plans of a file (JSON as `npm run admin -- plan list --json` prints it). Returns the built-in plans for
 * null. Throws `invalid_request` that names the file and everything that is wrong in it.
 */
export function loadPlans(file: string | null): Plans {
  if (file === null) return defaultPlans;
  const rows = readRows(file);
  if (!Array.isArray(rows) || rows.length === 0) throw wrong(file, ['the file must be a list of at least one plan']);
  const problems = rows.flatMap((row, index) => problemsOf(row, `plan ${index + 1}`));
  const ids = rows.map((row) => (typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined));
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) < index) problems.push(`plan ${index + 1}: another plan has the id ${JSON.stringify(id)}`);
  }
  if (problems.length > 0) throw wrong(file, problems);
  // `problemsOf` has checked every field of the rows.
  return createPlans((rows as Plan[]).map((row) => ({ ...absentLimits, ...row })));
}

function readRows(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw wrong(file, [`the file ${cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read'} (${reason})`]);
  }
}

function wrong(file: string, problems: string[]): FramemillError {
  const help = 'Use the format that "npm run admin -- plan list --json" prints.';
  return new FramemillError('invalid_request', `PLANS_FILE "${file}" is not valid: ${problems.join('; ')}. ${help}`);
}

function problemsOf(row: unknown, place: string): string[] {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return [`${place} must be an object`];
  const fields = new Map<string, unknown>(Object.entries(row));
  const problems: string[] = [];
  const check = (name: string, isRight: (value: unknown) => boolean, mustBe: string) => {
    const value = fields.get(name);
    if (!fields.delete(name)) problems.push(`${place}: ${name} is missing`);
    else if (!isRight(value)) problems.push(`${place}: ${name} must be ${mustBe} (got ${JSON.stringify(value)})`);
  };
  check('id', isText(/^[a-z][a-z0-9_-]{0,31}$/), '1 to 32 lower-case letters, digits, _ or -, beginning with a letter');
  check('name', isText(/^\S.{0,63}$/), 'a text of 1 to 64 characters');
  for (const name of limitNames) {
    if (name in absentLimits && !fields.has(name)) continue;
    check(name, (value) => isLimit(limitFields[name], value), limitMustBe(limitFields[name]));
  }
  check('features', isFeatures, `a list with any of ${planFeatures.join(', ')}`);
  for (const name of fields.keys()) problems.push(`${place}: the field ${JSON.stringify(name)} is not known`);
  return problems;
}

function isText(pattern: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && pattern.test(value);
}

function isFeatures(value: unknown): boolean {
  const known: readonly string[] = planFeatures;
  return Array.isArray(value) && value.every((feature) => known.includes(feature));
}

/**
 * Throws `invalid_request` when accounts are on plans that the table lacks, because every request of these accounts
 * would fail.
 */
export async function requireKnownPlans({ client }: Database, plans: Plans): Promise<void> {
  const known = plans.list.map(({ id }) => id);
  const rows = await client.account.groupBy({ by: ['plan'], where: { plan: { notIn: known } }, _count: { id: true } });
  if (rows.length === 0) return;
  const lacking = rows.map(({ plan, _count }) => `"${plan}" (${_count.id} accounts)`).join(', ');
  const message = `PLANS_FILE lacks plans of accounts: ${lacking}. Add them, or run "npm run admin -- account plan".`;
  throw new FramemillError('invalid_request', message);
}
