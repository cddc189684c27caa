/** Names of the features of which each plan has some; they are the ones of the account record. */
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
} as const satisfies Record<string, LimitField>;
/** Name of a limit of a plan; an operator can also set it for one account. */
export type LimitName = keyof typeof limitFields;

/** Limits of an account. null: unlimited. */
export type Limits = {
  readonly [Name in LimitName]: (typeof limitFields)[Name]['orNull'] extends true ? number | null : number;
};

/** Limits and features that an account has. */
export interface Plan extends Limits {
  /** Id of lower case letters, digits, `_` and `-`; it is stored with accounts. */
  readonly id: string;
  readonly name: string;
  readonly features: readonly PlanFeature[];
}

/** Whether a plan has a feature. */
export function hasFeature(plan: Plan, feature: PlanFeature): boolean {
  return plan.features.includes(feature);
}

/**
 * Returns the fair-share weight of an account: its concurrent renders, or 10 (the contract's largest plan) when these
 * are unlimited.
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
