import type { Clip } from '@framemill/timeline';
import type { CommandInput } from '../../projects/command-batch.ts';
import type { Scene } from '../rule.ts';
import { re } from '../words.ts';

/** Named groups of a regular expression match, by name. */
export type Parts = Record<string, string | undefined>;

/**
 * Property that a phrase can give to a clip, such as a colour, a position, a duration or a volume.
 * The words for it may occur anywhere in the phrase.
 */
export interface Attribute {
  said: RegExp;
  /** Whether a clip can have this property. */
  accepts(clip: Clip): boolean;
  /**
   * Plans the commands that give the property to one clip.
   * `phrase` is the whole phrase. Returns `null` when the matched words do not mean this property in this phrase.
   */
  plan(parts: Parts, clip: Clip, scene: Scene, phrase: string): CommandInput[] | null;
}

/** Builds an attribute whose words match `pattern`. Only whole words match. */
export function attribute(pattern: string, accepts: Attribute['accepts'], plan: Attribute['plan']): Attribute {
  const { source } = re`(?<![\p{L}\p{N}.'-])(?:${pattern})(?![\p{L}\p{N}'%])`;
  return { said: new RegExp(source, 'diu'), accepts, plan };
}
