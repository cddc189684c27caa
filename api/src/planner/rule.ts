import type { Clip, Document } from '@framemill/timeline';
import type { CommandInput } from '../projects/command-batch.ts';
import type { Measures } from './clip-box.ts';

/** Part of the user's message that the plan does not cover. `reason` says why, and what the user could do instead. */
export interface Unresolved {
  instruction: string;
  reason: string;
}

/** Result of a planner: commands for the project, and the requests that they do not cover. */
export interface Plan {
  commands: CommandInput[];
  unresolved: Unresolved[];
}

/**
 * Placeholder for the id of the clip that the preceding command creates. If that command creates several clips, it
 * means the last one.
 */
export const NEW_CLIP = '$new';

/** Result of applying a rule to an instruction: the commands, or the reason why it cannot be carried out. */
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
  /**
   * Phrase that names clips to exclude from every selection, as "the last one" in "... except the last one". Empty when
   * there is none.
   */
  except: string;
  /**
   * Whether the document contains only clips that the preceding words named. "The first one" may then mean a clip of
   * any kind.
   */
  isAmong: boolean;
  /** Whether "it" means the video's own clips when no clip was named before. Used for changes that are easy to undo. */
  itMayBeFilm: boolean;
  /** Strength of the change: 0.5 for "a bit", 2 for "a lot", else 1. */
  degree: number;
  /** Functions that measure clips and texts. */
  measures: Measures;
  /** Returns the original quoted text, without quotation marks, for a placeholder that `QUOTED` matched. */
  unquoted(mark: string): string;
}

/** Rule of the offline planner for one kind of instruction. */
export interface Rule {
  name: string;
  /** Sentences that the rule understands. Each one is a test. */
  examples: string[];
  /**
   * Patterns for whole instructions, tried in order.
   * Each match is passed to `plan` until a call returns a result. The named groups become `parts`.
   */
  patterns: RegExp[];
  /**
   * Plans the commands.
   * Returns `null` when the rule does not apply after all, or when a word is not understood; the next pattern is then
   * tried.
   */
  plan(parts: Record<string, string | undefined>, scene: Scene, instruction: string): RuleResult | null;
}

/**
 * Builds the result of a rule from the result of `findClips`: commands for the clips, or the reason why there are none.
 * Returns `null` when the phrase was not understood.
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
