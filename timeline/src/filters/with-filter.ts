import type { ReduceContext } from '../command/command.ts';
import type { Clip } from '../document/clip.ts';
import type { Effect } from '../document/effect.ts';
import { effectParams } from '../edit/effect-params.ts';
import { withEffects } from '../edit/with-effects.ts';
import { refuse } from '../errors/refuse.ts';
import type { FilterPreset } from '../vocabulary/index.ts';
import { gradeAt } from './grade-at.ts';
import { FILTERS } from './index.ts';

const BY_PRESET = new Map(FILTERS.map((filter) => [filter.preset, filter]));

/**
 * Applies a filter to a clip. It replaces the clip's grade and the effects of an earlier filter; the clip's own effects
 * are kept.
 * Throws `invalid_request` when the catalogue cannot draw an effect that the filter needs.
 */
export function withFilter(clip: Clip, preset: FilterPreset, intensity: number, context: ReduceContext): Clip {
  const filter = BY_PRESET.get(preset);
  if (!filter) throw refuse(`preset "${preset}" does not exist. Use one of ${[...BY_PRESET.keys()].join(', ')}.`);
  const brought = intensity === 0 ? [] : (filter.effects ?? []);
  const added = brought.map(({ type, params }): Effect => {
    if (!(type in context.catalogue.effects)) {
      throw refuse(`preset "${preset}" needs the effect "${type}", which is not supported yet. Choose another filter.`);
    }
    const weaker = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value * intensity]));
    const complete = effectParams(context, type, weaker, 'params');
    return { id: context.newId('effect'), type, enabled: true, params: complete, filter: preset };
  });
  const own = (clip.effects ?? []).filter((effect) => effect.filter === undefined);
  const { grade: _, ...plain } = withEffects(clip, [...own, ...added]);
  const grade = gradeAt(filter.grade, intensity);
  return Object.keys(grade).length > 0 ? { ...plain, grade } : plain;
}
