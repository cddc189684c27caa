export { loadPlans } from './load-plans.ts';
export { currentPeriod, type Period } from './period.ts';
export {
  hasFeature,
  isLimit,
  type LimitName,
  limitFields,
  limitMustBe,
  type Plan,
  type PlanFeature,
  planFeatures,
  weightOf,
} from './plan.ts';
export { createPlans, defaultPlans, limitNames, ownLimits, type PlannedAccount, type Plans } from './plan-table.ts';
export { requireKnownPlans } from './require-known-plans.ts';
