import type { Plan } from '../plans/index.ts';

/** What an account has in use when it asks for a render. */
export interface Usage {
  /** Its renders that are PENDING or PROCESSING. */
  readonly running: number;
  /** Exports of the month that runs. */
  readonly exportsUsed: number;
}

/** The limit of the plan that a further render would exceed; null: it may be admitted. */
export function refusal(usage: Usage, plan: Plan): 'concurrentRenders' | 'exports' | null {
  if (plan.concurrentRenders !== null && usage.running >= plan.concurrentRenders) return 'concurrentRenders';
  if (plan.exportsPerMonth !== null && usage.exportsUsed >= plan.exportsPerMonth) return 'exports';
  return null;
}
