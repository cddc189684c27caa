import type { Clip, Document } from '@framemill/timeline';
import type { CommandInput } from '../projects/command-batch.ts';
import type { Measures } from './clip-box.ts';

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

/** Placeholder for the id of the clip that the preceding command creates. If it creates several clips, the last one. */
export const NEW_CLIP = '$new';

/** Result of a rule for an instruction: commands, or the reason why it cannot be done. */
export type RuleResult =
  | {
      commands: CommandInput[];
      /** Ids of the clips that "it" means afterwards. When absent, "it" means the clips that the commands name. */
      about?: string[];
    }
  | { reason: string };

/** Context in which a rule reads an instruction. */
export interface Scene {
  document: Document;
  /** Clips of the preceding instruction, in their state before it. "It" means these; "the others" excludes them. */
  about: readonly Clip[];
  /** Phrase for clips excluded from every selection: "... except the last one". Empty: none. */
  except: string;
  /** Whether the document holds only clips just named, so that "the first one" may be of any kind. */
  isAmong: boolean;
  /** Whether "it" means the video's own clips when no clip was named before. Used for changes that are easy to undo. */
  itMayBeFilm: boolean;
  /** Strength of the change: 0.5 for "a bit", 2 for "a lot", else 1. */
  degree: number;
  /** Functions that measure clips and texts. */
  measures: Measures;
  /** Returns the text inside the quotes that `QUOTED` matched. */
  unquoted(mark: string): string;
}

/** Rule for one kind of instruction. */
export interface Rule {
  name: string;
  /** Sentences that the rule understands. Each one is a test. */
  examples: string[];
  /**
   * Patterns for whole instructions, tried in order. Each match is passed to `plan` until one returns a result. Named
   * groups hold the parts.
   */
  patterns: RegExp[];
  /**
   * Plans the commands. `null`: the instruction is not meant after all, or a word is not understood; the next pattern
   * is tried.
   */
  plan(parts: Record<string, string | undefined>, scene: Scene, instruction: string): RuleResult | null;
}

/**
 * Builds the result of a rule from what `findClips` returned: commands for its clips, or its reason. `null` when the
 * phrase was not understood.
 */
export function forEach(
  found: readonly Clip[] | string | null,
  make: (clip: Clip) => CommandInput | CommandInput[],
): RuleResult | null {
  if (found === null) return null;
  if (typeof found === 'string') return { reason: found };
  return { commands: found.flatMap(make) };
}

/** Returns a scene in which "it" means the video's own clips when no clip was named before. */
export const withFilm = (scene: Scene): Scene => Object.create(scene, { itMayBeFilm: { value: true } });
