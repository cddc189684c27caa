import type { Document } from '@framemill/timeline';
import type { CommandInput } from '../projects/command-batch.ts';

/** What a rule makes of an instruction: commands, or why it cannot be done. */
export type RuleResult = { commands: CommandInput[] } | { reason: string };

/** One thing that can be asked for. */
export interface Rule {
  name: string;
  /** Sentences that it understands; each is a test. */
  examples: string[];
  /** Tried in order; the first that matches is handed to `plan`. Named groups carry the parts. */
  patterns: RegExp[];
  /** null: not meant after all, the next rule is asked. */
  plan(parts: Record<string, string | undefined>, document: Document, instruction: string): RuleResult | null;
}

/** The result for clips that were found, or the reason why there are none. */
export function forEach<T>(
  clips: readonly T[],
  what: string,
  make: (clip: T) => CommandInput | CommandInput[],
): RuleResult {
  if (clips.length === 0) return { reason: `There is no ${what} in the project. Name a clip that is there.` };
  return { commands: clips.flatMap(make) };
}
