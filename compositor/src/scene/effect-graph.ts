import type { ClipLayer, Effect, EffectType } from '@framemill/timeline';
import { animatedProps, gradeTable } from '../grade/grade-table.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';

/**
 * Function that returns the effect of a type; undefined for an unknown type. The effect's `graph` is pure: equal
 * arguments give equal graphs. It returns `input` itself when the parameters change nothing, and throws
 * `invalid_request` for invalid parameters.
 */
export type EffectLookup = (type: EffectType) =>
  | {
      graph(input: GraphNode, params: Readonly<Record<string, unknown>>, moment: Moment): GraphNode;
      /** Set for effects that depend on the image's outline. */
      readonly followsOutline?: true;
    }
  | undefined;

/**
 * Whether anything (grade, effects, blur, mask or blurred backdrop) may change a layer's pixels before the layer is
 * drawn onto the output. This fast check returns false for most layers.
 */
export function hasEffectStack({ clip, animated }: ClipLayer): boolean {
  if (clip.grade || clip.mask || (clip.effects?.length ?? 0) > 0 || clip.fit === 'contain-blur') return true;
  return (
    animated !== null && (animated.blur !== undefined || animatedProps.some((prop) => animated[prop] !== undefined))
  );
}

/**
 * Builds the graph of a layer's grade, its effects in order and its keyframed blur. Returns `input` itself when they
 * change nothing. Chroma and luma keys at the start of the stack are applied before the grade, because they match the
 * colours of the original recording. `cut` crops an input that extends beyond the clip's outline. It is applied once:
 * before the first effect that depends on the outline, or at the end if there is none. After this effect, the clip no
 * longer fills its box, and later effects treat the area around the clip as transparent. Throws `invalid_request`,
 * naming the effect, for invalid parameters.
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
      // The content below an adjustment layer still fills the canvas.
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
