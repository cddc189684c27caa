export { currentPeriod, type Period } from './period.ts';
export { type Plan, type PlanFeature, type PlanId, planFeatures, planIds } from './plan.ts';
export { hasFeature, PLANS, planFor } from './plans.ts';
