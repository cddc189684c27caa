import type { EffectType } from '@framemill/timeline';
import type { Effect } from './define-effect.ts';

/** Every effect that can be drawn. One file and one line an effect. */
export const effects: readonly Effect[] = [];

/** The effect of a type; undefined when nothing draws it. */
export function effectOf(type: EffectType): Effect | undefined {
  return byType.get(type);
}

const byType = new Map(effects.map((effect) => [effect.type, effect]));
