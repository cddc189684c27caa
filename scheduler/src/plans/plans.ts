import { FramemillError } from '@framemill/timeline/errors';
import { type Plan, type PlanFeature, type PlanId, planFeatures, planIds } from './plan.ts';

// One line a limit; columns in the order of `planIds`: hobby, creator, studio, team, enterprise.
const limits = {
  name: ['Hobby', 'Creator', 'Studio', 'Team', 'Enterprise'],
  requestsPerMinute: [20, 120, 600, 600, 600],
  concurrentRenders: [1, 2, 5, 8, 10],
  exportsPerMonth: [10, 100, 1_000, 5_000, null],
  maxProjects: [5, 100, 1_000, null, null],
  maxExportHeight: [720, 1080, 2160, 2160, 4320],
  maxUploadMb: [32, 256, 512, 1_024, 2_048],
  creditsPerMonth: [50, 1_000, 6_000, 20_000, 100_000],
  storageGb: [1, 20, 200, 1_000, 5_000],
} as const;

const features: Record<PlanFeature, readonly [boolean, boolean, boolean, boolean, boolean]> = {
  ai_console: [true, true, true, true, true],
  no_watermark: [false, true, true, true, true],
  api_access: [false, false, true, true, true],
  priority_renders: [false, false, true, true, true],
  marketplace_plugins: [false, true, true, true, true],
  gated_ops: [false, false, true, true, true],
};

type Column = 0 | 1 | 2 | 3 | 4;
const columns: Record<PlanId, Column> = { hobby: 0, creator: 1, studio: 2, team: 3, enterprise: 4 };

function planOf(id: PlanId): Plan {
  const column = columns[id];
  return {
    id,
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

/** Every plan by its id. */
export const PLANS: Readonly<Record<PlanId, Plan>> = {
  hobby: planOf('hobby'),
  creator: planOf('creator'),
  studio: planOf('studio'),
  team: planOf('team'),
  enterprise: planOf('enterprise'),
};

/** The plan of an id as stored with an account. Throws `internal_error` for an id that no release has ever had. */
export function planFor(id: string): Plan {
  const known = planIds.find((planId) => planId === id);
  if (known === undefined) {
    throw new FramemillError(
      'internal_error',
      `no plan is called "${id}". Set the account's plan to one of ${planIds.join(', ')}.`,
      { plan: id },
    );
  }
  return PLANS[known];
}

/** Whether a plan has a feature. */
export function hasFeature(plan: Plan, feature: PlanFeature): boolean {
  return plan.features.includes(feature);
}
