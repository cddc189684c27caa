import { COMMANDS } from './index.ts';

/** Ops that only some plans may use, by the `planGate` of their definitions. */
export const PLAN_GATED_OPS: ReadonlySet<string> = new Set(
  COMMANDS.filter(({ planGate }) => planGate).map(({ op }) => op),
);
