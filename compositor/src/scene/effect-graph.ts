import type { ClipLayer, Effect, EffectType } from '@framemill/timeline';
import { animatedProps, gradeTable } from '../grade/grade-table.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';

/**
 * The effect of a type; undefined when nothing draws it. Its `picture` is pure: the same arguments, the same tree;
 * `input` itself when the parameters change nothing. Throws `invalid_request` for parameters that do not fit.
 */
export type EffectLookup = (type: EffectType) =>
  | {
      graph(input: GraphNode, params: Readonly<Record<string, unknown>>, moment: Moment): GraphNode;
      /** It goes by the picture's outline. */
      readonly followsOutline?: true;
    }
  | undefined;

/** Whether a layer has anything that changes its pixels before it is placed. Cheap: most layers have not. */
export function hasEffectStack({ clip, animated }: ClipLayer): boolean {
  if (clip.grade || clip.mask || (clip.effects?.length ?? 0) > 0 || clip.fit === 'contain-blur') return true;
  return (
    animated !== null && (animated.blur !== undefined || animatedProps.some((prop) => animated[prop] !== undefined))
  );
}

/**
 * The tree that a layer's grade, then its effects in order, then its keyframed blur make of `input`; `input` itself
 * when they change nothing. Keys at the head of the stack go before the grade: they look for the colours that the
 * camera saw. `cut` ends an input that goes on beyond its outline: once, before the first effect that goes by the
 * outline, or at last. What such an effect drew around a clip no longer fills its box: later ones find nothing beyond it.
 * Throws `invalid_request`, naming the effect, for parameters that do not fit it.
 */
export function effectGraph(
  { clip, animated }: ClipLayer,
  input: GraphNode,
  moment: Moment,
  effectOf: EffectLookup,
  cut = (image: GraphNode) => image,
): GraphNode {
  let isCut = false;
  let now = moment;
  const withEffects = (stack: readonly Effect[], start: GraphNode) =>
    stack.reduce((image, { type, params }) => {
      const effect = effectOf(type);
      const changed = effect?.graph(image, params, now) ?? image;
      if (isCut || !effect?.followsOutline || changed === image) return changed;
      isCut = true;
      const outlined = effect.graph(cut(image), params, now);
      // What lies below an adjustment goes on filling the canvas.
      if (clip.type !== 'adjustment') now = { ...moment, edge: 'transparent' };
      return outlined;
    }, start);
  const effects = (clip.effects ?? []).filter((effect) => effect.enabled);
  const others = effects.findIndex(({ type }) => type !== 'chroma-key' && type !== 'luma-key');
  const keys = others < 0 ? effects.length : others;
  let image = withEffects(effects.slice(0, keys), input);
  if (clip.grade || animated) {
    const table = gradeTable(clip.grade ?? {}, animated, moment.luts);
    if (table) image = { kind: 'lut', of: image, table, intensity: 1 };
  }
  image = withEffects(effects.slice(keys), image);
  const sigma = (animated?.blur ?? 0) * moment.scale;
  if (sigma > 0) {
    const shape = { type: 'gaussian', sigmaX: sigma, sigmaY: sigma } as const;
    image = { kind: 'blur', of: image, edge: now.edge ?? 'transparent', shape };
  }
  return isCut || image.kind === 'input' ? image : cut(image);
}
