import type { Clip } from '@framemill/timeline';
import type { CommandInput } from '../../projects/command-batch.ts';
import type { Scene } from '../rule.ts';
import { re } from '../words.ts';

/** Named groups of a regular expression match. */
export type Parts = Record<string, string | undefined>;

/**
 * Property that a phrase can give to a clip: a colour, a position, a duration, a volume. It may occur anywhere in the
 * phrase.
 */
export interface Attribute {
  said: RegExp;
  /** Whether a clip can have this property. */
  accepts(clip: Clip): boolean;
  /**
   * Plans the commands for one clip. `phrase` is the whole phrase. `null`: the words do not mean this property after
   * all.
   */
  plan(parts: Parts, clip: Clip, scene: Scene, phrase: string): CommandInput[] | null;
}

/** Builds an attribute whose words match `pattern` as whole words. */
export function attribute(pattern: string, accepts: Attribute['accepts'], plan: Attribute['plan']): Attribute {
  const { source } = re`(?<![\p{L}\p{N}.'-])(?:${pattern})(?![\p{L}\p{N}'%])`;
  return { said: new RegExp(source, 'diu'), accepts, plan };
}
