import { COMMANDS } from './index.ts';

/** Ops that only some plans include, according to `planGate` in their definitions. */
export const PLAN_GATED_OPS: ReadonlySet<string> = new Set(
  COMMANDS.filter(({ planGate }) => planGate).map(({ op }) => op),
);
