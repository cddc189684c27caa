import type { CommandInput } from '../projects/command-batch.ts';

/** Something that was asked for and is not in the plan, and what could be done instead. */
export interface Unresolved {
  instruction: string;
  reason: string;
}

/** What a planner makes of a message. */
export interface Plan {
  commands: CommandInput[];
  unresolved: Unresolved[];
}
