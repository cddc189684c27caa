import type { Plan } from '../plans/index.ts';

/** Usage of an account at the time of a render request. */
export interface Usage {
  /** Number of its renders that are PENDING or PROCESSING. */
  readonly running: number;
  /** Number of exports used in the current month. */
  readonly exportsUsed: number;
}

/** Returns the limit of the plan that another render would exceed; null: the render may be admitted. */
export function refusal(usage: Usage, plan: Plan): 'concurrentRenders' | 'exports' | null {
  if (plan.concurrentRenders !== null && usage.running >= plan.concurrentRenders) return 'concurrentRenders';
  if (plan.exportsPerMonth !== null && usage.exportsUsed >= plan.exportsPerMonth) return 'exports';
  return null;
}
