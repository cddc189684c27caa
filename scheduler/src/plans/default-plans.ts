import { type Plan, type PlanFeature, planFeatures } from './plan.ts';

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
    features: planFeatures.filter((feature) => features[feature][column]),
  };
}

/**
 * Plan of the operator's own accounts: all features, and no limit of concurrent renders, so that renders wait for
 * slots of the farm instead of being refused.
 */
export const selfHosted: Plan = planOf(5);

/** Plans that apply without PLANS_FILE: the contract's five, smallest first, and `self-hosted`. */
export const defaultPlanList: readonly Plan[] = [planOf(0), planOf(1), planOf(2), planOf(3), planOf(4), selfHosted];
