import type { Clip, Document } from '@framemill/timeline';
import type { CommandInput } from '../projects/command-batch.ts';
import type { Measures } from './clip-box.ts';

/** Stands for the id of the clip that the command before makes, or of the last of several. */
export const NEW_CLIP = '$new';

/** What a rule makes of an instruction: commands, or why it cannot be done. */
export type RuleResult =
  | {
      commands: CommandInput[];
      /** Ids of the clips that "it" means afterwards, where not those that the commands name. */
      about?: string[];
    }
  | { reason: string };

/** What an instruction is read in. */
export interface Scene {
  document: Document;
  /** The clips of the instruction before, as they were: what "it" means, and what "the others" are not. */
  about: readonly Clip[];
  /** What is left out of whatever is named: "... except the last one". Empty: nothing. */
  except: string;
  /** Whether the clips of the document are those that were named just before: "the first one" is of any kind. */
  isAmong: boolean;
  /** Whether "it" is the film's own clips when no clip was spoken of before: what is asked for is easily taken back. */
  itMayBeFilm: boolean;
  /** How much: 0.5 for "a bit", 2 for "a lot", else 1. */
  degree: number;
  /** Sizes of clips and texts. */
  measures: Measures;
  /** What stands in the quotes that `QUOTED` matched. */
  unquoted(mark: string): string;
}

/** One thing that can be asked for. */
export interface Rule {
  name: string;
  /** Sentences that it understands; each is a test. */
  examples: string[];
  /** Tried in order; each that matches is handed to `plan`, until one is meant. They match whole instructions. Named groups carry the parts. */
  patterns: RegExp[];
  /** null: not meant after all, or a word is not understood; the next is asked. */
  plan(parts: Record<string, string | undefined>, scene: Scene, instruction: string): RuleResult | null;
}

/** The result for clips that `findClips` found, or the reason why there are none; null when it did not understand. */
export function forEach(
  found: readonly Clip[] | string | null,
  make: (clip: Clip) => CommandInput | CommandInput[],
): RuleResult | null {
  if (found === null) return null;
  if (typeof found === 'string') return { reason: found };
  return { commands: found.flatMap(make) };
}

/** A scene in which "it" is the film's own clips when no clip was spoken of before. */
export const withFilm = (scene: Scene): Scene => Object.create(scene, { itMayBeFilm: { value: true } });
