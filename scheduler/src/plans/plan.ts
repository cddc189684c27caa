/** Names of the features that a plan may include, as the account record lists them. */
export const planFeatures = [
  'ai_console',
  'no_watermark',
  'api_access',
  'priority_renders',
  'marketplace_plugins',
  'gated_ops',
  'organisations',
] as const;
/** Name of a feature that a plan has or lacks. */
export type PlanFeature = (typeof planFeatures)[number];

/** Range of a limit: a whole number from `least` to `most`, or null (unlimited) when `orNull` is set. */
export interface LimitField {
  readonly least: number;
  readonly most: number;
  readonly orNull: boolean;
  /** Value for plans of a PLANS_FILE that do not state the limit; absent: each plan must state it. */
  readonly otherwise?: null;
  readonly meaning: string;
}

const field = <Null extends boolean>(least: number, most: number, orNull: Null, meaning: string) =>
  ({ least, most, orNull, meaning }) as const;

/** Table of all limits. The code that reads, checks or changes limits is derived from it. */
export const limitFields = {
  requestsPerMinute: field(1, 1_000_000, false, 'Requests a minute and key'),
  concurrentRenders: field(1, 1_000_000, true, 'Renders that may be PENDING or PROCESSING at once'),
  exportsPerMonth: field(0, 1_000_000_000, true, 'Renders a month'),
  maxProjects: field(0, 1_000_000_000, true, 'Projects'),
  maxExportHeight: field(16, 7_680, false, 'Shorter side of an export, in pixels, at most'),
  maxUploadMb: field(1, 1_000_000, false, 'Largest single upload or import, in MB of 1,048,576 bytes'),
  creditsPerMonth: field(0, 1_000_000_000, false, 'Credits a month'),
  storageGb: field(1, 1_000_000, false, 'Storage for media, in GB of 1,000,000,000 bytes'),
  exportsKeptDays: {
    ...field(1, 36_500, true, 'Days after its end for which a render is kept with its files'),
    otherwise: null,
  },
} as const satisfies Record<string, LimitField>;
/** Name of a limit of a plan; an operator can also set it for one account. */
export type LimitName = keyof typeof limitFields;

/** Limits of an account. null: unlimited. */
export type Limits = {
  readonly [Name in LimitName]: (typeof limitFields)[Name]['orNull'] extends true ? number | null : number;
};

/** Limits and features that an account has. */
export interface Plan extends Limits {
  /** Id of the plan, stored with accounts: lower-case letters, digits, `_` and `-`. */
  readonly id: string;
  readonly name: string;
  readonly features: readonly PlanFeature[];
}

/** Whether a plan has a feature. */
export function hasFeature(plan: Plan, feature: PlanFeature): boolean {
  return plan.features.includes(feature);
}

/**
 * Returns the fair-share weight of an account: its limit of concurrent renders, or 10 (the limit of the contract's
 * largest plan) when they are unlimited.
 */
export function weightOf({ concurrentRenders }: Plan): number {
  return concurrentRenders ?? 10;
}

/** Returns the end of a sentence that begins "<limit> must be". */
export function limitMustBe({ least, most, orNull }: LimitField): string {
  return `a whole number from ${least} to ${most}${orNull ? ', or null for unlimited' : ''}`;
}

/** Whether a value is allowed for a limit. */
export function isLimit({ least, most, orNull }: LimitField, value: unknown): boolean {
  if (value === null) return orNull;
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

// One line per limit; columns in the order of `ids`. The first five plans are the contract's.
const ids = ['hobby', 'creator', 'studio', 'team', 'enterprise', 'self-hosted'] as const;
const limits = {
  name: ['Hobby', 'Creator', 'Studio', 'Team', 'Enterprise', 'Self-hosted'],
  requestsPerMinute: [20, 120, 600, 600, 600, 6_000],
  concurrentRenders: [1, 2, 5, 8, 10, null],
  exportsPerMonth: [10, 100, 1_000, 5_000, null, null],
  maxProjects: [5, 100, 1_000, null, null, null],
  maxExportHeight: [720, 1080, 2160, 2160, 4320, 4320],
  maxUploadMb: [32, 256, 512, 1_024, 2_048, 4_096],
  creditsPerMonth: [50, 1_000, 6_000, 20_000, 100_000, 1_000_000],
  storageGb: [1, 20, 200, 1_000, 5_000, 100_000],
  exportsKeptDays: [null, null, null, null, null, null],
} as const;

const features: Record<PlanFeature, readonly [boolean, boolean, boolean, boolean, boolean, boolean]> = {
  ai_console: [true, true, true, true, true, true],
  no_watermark: [false, true, true, true, true, true],
  api_access: [false, false, true, true, true, true],
  priority_renders: [false, false, true, true, true, true],
  marketplace_plugins: [false, true, true, true, true, true],
  gated_ops: [false, false, true, true, true, true],
  organisations: [false, false, false, true, true, true],
};

type Column = 0 | 1 | 2 | 3 | 4 | 5;

function planOf(column: Column): Plan {
  return {
    id: ids[column],
    name: limits.name[column],
    requestsPerMinute: limits.requestsPerMinute[column],
    concurrentRenders: limits.concurrentRenders[column],
    exportsPerMonth: limits.exportsPerMonth[column],
    maxProjects: limits.maxProjects[column],
    maxExportHeight: limits.maxExportHeight[column],
    maxUploadMb: limits.maxUploadMb[column],
    creditsPerMonth: limits.creditsPerMonth[column],
    storageGb: limits.storageGb[column],
    exportsKeptDays: limits.exportsKeptDays[column],
    features: planFeatures.filter((feature) => features[feature][column]),
  };
}

/**
 * Plan of the operator's own accounts: all features, and no limit of concurrent renders, so that renders wait for
 * slots of the farm instead of being refused.
 */
export const selfHosted: Plan = planOf(5);

/**
 * Default plans, used when PLANS_FILE is not set: the five plans of the API contract, smallest first, then
 * `self-hosted`.
 */
export const defaultPlanList: readonly Plan[] = [planOf(0), planOf(1), planOf(2), planOf(3), planOf(4), selfHosted];

/** Month of an account's allowances: `start` is included, `end` is not. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/**
 * Returns the monthly period that contains `now`, in UTC. Periods are always counted from the day on which the account
 * was created, never from the last period: otherwise an account created on the 31st would move to the 28th permanently
 * after a February.
 */
export function currentPeriod(createdAt: Date, now: Date): Period {
  let month = (now.getUTCFullYear() - createdAt.getUTCFullYear()) * 12 + now.getUTCMonth() - createdAt.getUTCMonth();
  if (addMonths(createdAt, month) > now) month -= 1;
  month = Math.max(0, month);
  return { start: addMonths(createdAt, month), end: addMonths(createdAt, month + 1) };
}

function addMonths(from: Date, months: number): Date {
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  // Day 0 of the next month is the last day of the current one.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(from);
  moved.setUTCFullYear(year, month, Math.min(from.getUTCDate(), lastDay));
  return moved;
}
