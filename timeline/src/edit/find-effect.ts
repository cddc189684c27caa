import type { Clip } from '../document/clip.ts';
import type { Effect } from '../document/effect.ts';
import { refuse } from '../errors/refuse.ts';

/** Finds an effect of a clip and its index in the stack. Throws `invalid_request` when it does not exist. */
export function findEffect(clip: Clip, effectId: string): { effect: Effect; place: number } {
  const effects = clip.effects ?? [];
  const place = effects.findIndex((effect) => effect.id === effectId);
  const effect = effects[place];
  if (effect) return { effect, place };
  const known = effects.map(({ id, type }) => `${id} (${type})`).join(', ') || 'none';
  throw refuse(`effectId "${effectId}" is not an effect of clip "${clip.id}". Its effects: ${known}.`);
}
