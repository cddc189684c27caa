import type { ClipLayer, Effect, EffectType } from '@framemill/timeline';
import { animatedProps, gradeTable } from '../grade/grade-table.ts';
import type { Moment, Picture } from './picture.ts';

/**
 * The effect of a type; undefined when nothing draws it. Its `picture` is pure: the same arguments, the same tree;
 * `input` itself when the parameters change nothing. Throws `invalid_request` for parameters that do not fit.
 */
export type EffectLookup = (
  type: EffectType,
) => { picture(input: Picture, params: Readonly<Record<string, unknown>>, moment: Moment): Picture } | undefined;

/** Whether a layer has anything that changes its pixels before it is placed. Cheap: most layers have not. */
export function hasLook({ clip, animated }: ClipLayer): boolean {
  if (clip.grade || clip.mask || (clip.effects?.length ?? 0) > 0 || clip.fit === 'contain-blur') return true;
  return (
    animated !== null && (animated.blur !== undefined || animatedProps.some((prop) => animated[prop] !== undefined))
  );
}

/**
 * The tree that a layer's grade, then its effects in order, then its keyframed blur make of `input`; `input` itself
 * when they change nothing. Keys at the head of the stack go before the grade: they look for the colours that the
 * camera saw. Throws `invalid_request`, naming the effect, for parameters that do not fit it.
 */
export function lookTree(
  { clip, animated }: ClipLayer,
  input: Picture,
  moment: Moment,
  effectOf: EffectLookup,
): Picture {
  const withEffects = (stack: readonly Effect[], start: Picture) =>
    stack.reduce((picture, { type, params }) => effectOf(type)?.picture(picture, params, moment) ?? picture, start);
  const effects = (clip.effects ?? []).filter((effect) => effect.enabled);
  const others = effects.findIndex(({ type }) => type !== 'chroma-key' && type !== 'luma-key');
  const keys = others < 0 ? effects.length : others;
  let picture = withEffects(effects.slice(0, keys), input);
  if (clip.grade || animated) {
    const table = gradeTable(clip.grade ?? {}, animated, moment.luts);
    if (table) picture = { kind: 'lut', of: picture, table, intensity: 1 };
  }
  picture = withEffects(effects.slice(keys), picture);
  const sigma = (animated?.blur ?? 0) * moment.scale;
  if (sigma <= 0) return picture;
  const shape = { type: 'gaussian', sigmaX: sigma, sigmaY: sigma } as const;
  return { kind: 'blur', of: picture, edge: moment.edge ?? 'transparent', shape };
}
