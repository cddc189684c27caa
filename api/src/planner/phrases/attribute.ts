import type { Clip } from '@framemill/timeline';
import type { CommandInput } from '../../projects/command-batch.ts';
import type { Scene } from '../rule.ts';
import { re } from '../words.ts';

/** Named groups of a match. */
export type Parts = Record<string, string | undefined>;

/** Something that a clip may be given: a colour, a place, a length, a volume. It may be said anywhere in a phrase. */
export interface Attribute {
  said: RegExp;
  /** The clips that it can be given to. */
  accepts(clip: Clip): boolean;
  /** null: not meant after all. `phrase`: the whole phrase. */
  plan(parts: Parts, clip: Clip, scene: Scene, phrase: string): CommandInput[] | null;
}

/** An attribute that `pattern` matches as whole words. */
export function attribute(pattern: string, accepts: Attribute['accepts'], plan: Attribute['plan']): Attribute {
  const { source } = re`(?<![\p{L}\p{N}.'-])(?:${pattern})(?![\p{L}\p{N}'%])`;
  return { said: new RegExp(source, 'diu'), accepts, plan };
}
