import type { Clip } from '../document/clip.ts';
import type { Effect } from '../document/effect.ts';
import { LIMITS } from '../document/limits.ts';
import { refuse } from '../errors/refuse.ts';

/**
 * Sets the effect stack of a clip; an empty stack removes the field. Throws `invalid_request` above the maximum number
 * of effects.
 */
export function withEffects(clip: Clip, effects: readonly Effect[]): Clip {
  if (effects.length > LIMITS.effectsPerClip) {
    throw refuse(
      `Clip "${clip.id}" would have ${effects.length} effects; the limit is ${LIMITS.effectsPerClip}. Remove some first.`,
    );
  }
  const { effects: _, ...rest } = clip;
  return effects.length > 0 ? { ...rest, effects: [...effects] } : rest;
}
