import { type Plan, type PlanFeature, planFeatures } from '@framemill/scheduler';

const words: Record<PlanFeature, string> = {
  ai_console: 'no planner',
  no_watermark: 'videos carry a watermark',
  api_access: 'no live keys (only test keys, which return sample videos)',
  priority_renders: 'no priority for its renders',
  marketplace_plugins: 'no plugins of the marketplace',
  gated_ops: 'no runScript and importTimeline',
  organisations: 'no organisations',
};

/** Returns a sentence that lists the features a plan lacks, or null for a plan with all features. */
export function planGaps(plan: Plan): string | null {
  const gaps = planFeatures.filter((feature) => !plan.features.includes(feature)).map((feature) => words[feature]);
  if (gaps.length === 0) return null;
  return `The plan ${plan.name} has limits: ${gaps.join('; ')}. "plan list" shows all plans, "account plan" changes it.`;
}
