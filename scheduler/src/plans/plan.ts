/** Features that a plan either has or lacks; the names are the ones of the account record. */
export const planFeatures = [
  'ai_console',
  'no_watermark',
  'api_access',
  'priority_renders',
  'marketplace_plugins',
  'gated_ops',
  'organisations',
] as const;
/** A feature that a plan has or has not. */
export type PlanFeature = (typeof planFeatures)[number];

/** What a limit may be: a whole number from `least` to `most`, or null (unlimited) where `orNull`. */
export interface LimitField {
  readonly least: number;
  readonly most: number;
  readonly orNull: boolean;
  readonly meaning: string;
}

const field = <Null extends boolean>(least: number, most: number, orNull: Null, meaning: string) =>
  ({ least, most, orNull, meaning }) as const;

/** Every limit, once. What reads, checks or changes limits follows from this table. */
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
/** A limit of a plan that an operator can set for one account. */
export type LimitName = keyof typeof limitFields;

/** The limits of an account. null: unlimited. */
export type Limits = {
  readonly [Name in LimitName]: (typeof limitFields)[Name]['orNull'] extends true ? number | null : number;
};

/** What an account may do. */
export interface Plan extends Limits {
  /** Lower case letters, digits, _ and -; stored with accounts. */
  readonly id: string;
  readonly name: string;
  readonly features: readonly PlanFeature[];
}

/** Whether a plan has a feature. */
export function hasFeature(plan: Plan, feature: PlanFeature): boolean {
  return plan.features.includes(feature);
}

/** Fair-share weight of an account: its concurrent renders; without a limit of these that of the contract's largest plan. */
export function weightOf({ concurrentRenders }: Plan): number {
  return concurrentRenders ?? 10;
}

/** Completes "<limit> must be ..." . */
export function limitMustBe({ least, most, orNull }: LimitField): string {
  return `a whole number from ${least} to ${most}${orNull ? ', or null for unlimited' : ''}`;
}

/** Whether a value may be that limit. */
export function isLimit({ least, most, orNull }: LimitField, value: unknown): boolean {
  if (value === null) return orNull;
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}
