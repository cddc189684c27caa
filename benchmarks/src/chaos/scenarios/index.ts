import { killsScenario } from './kills.ts';
import type { Scenario } from './scenario.ts';

/** Every way to break the farm, in the order of the table. */
export const scenarios: readonly Scenario[] = [killsScenario];
