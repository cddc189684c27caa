import type { CommandInput } from '../projects/command-batch.ts';

/** Request that the plan does not cover, with a reason that says what could be done instead. */
export interface Unresolved {
  instruction: string;
  reason: string;
}

/** Result of a planner: commands for the project, and the requests that they do not cover. */
export interface Plan {
  commands: CommandInput[];
  unresolved: Unresolved[];
}
