/** Ids of the plans, smallest first. */
export const planIds = ['hobby', 'creator', 'studio', 'team', 'enterprise'] as const;
export type PlanId = (typeof planIds)[number];

/** Features that a plan either has or lacks; the names are the ones of the account record. */
export const planFeatures = [
  'ai_console',
  'no_watermark',
  'api_access',
  'priority_renders',
  'marketplace_plugins',
  'gated_ops',
] as const;
export type PlanFeature = (typeof planFeatures)[number];

/** What an account may do. `null` = unlimited. */
export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  readonly requestsPerMinute: number;
  /** Renders that may be PENDING or PROCESSING at once; also the account's weight in the fair share. */
  readonly concurrentRenders: number;
  readonly exportsPerMonth: number | null;
  readonly maxProjects: number | null;
  /** Limit on the shorter side of an export, in pixels. */
  readonly maxExportHeight: number;
  /** Largest single upload, in MB of 1,048,576 bytes. */
  readonly maxUploadMb: number;
  readonly creditsPerMonth: number;
  readonly storageGb: number;
  readonly features: readonly PlanFeature[];
}
