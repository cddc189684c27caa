import type { Clip, ClipLayer } from '@framemill/timeline';
import { effectOf } from '../../effects/index.ts';
import type { GraphNode, Moment } from '../../graph/graph-node.ts';
import { compose, identity, type Matrix, translation } from '../../graph/matrix.ts';
import { transformPath } from '../../graph/path-data.ts';
import type { Size } from '../../graph/placement.ts';
import { seedOf } from '../../graph/seeded.ts';
import type { MaskForm } from '../../masks/define-mask.ts';
import { maskInput } from '../../masks/free-masks.ts';
import { maskMatrix, maskTree } from '../../masks/mask-tree.ts';
import { effectGraph, hasEffectStack } from '../../scene/effect-graph.ts';
import { shapeBleed, shapeDrawing } from '../../sprites/shapes/shape-drawing.ts';
import { bleedOf, movingHaloOf } from '../../sprites/text/static-sprite.ts';
import type { FilterWriter } from '../filter/filter-writer.ts';
import { gradeSteps } from '../filter/grade-steps.ts';
import { type SvgEffects, svgEffects } from '../filter/svg-effects.ts';
import { escapeText, short } from '../markup-values.ts';
import { outlineKey, type PageData } from '../page-data.ts';

/** Input from which a layer's filter is computed. */
export interface LayerFilterInput {
  readonly layer: ClipLayer;
  /** Size of the area to which the effects apply: the clip's box, or the canvas for adjustment layers. */
  readonly box: Size;
  readonly data: PageData;
  readonly id: string;
}

const clipInput: GraphNode = { kind: 'input', name: 'clip' };

/**
 * Returns the SVG effects for a layer's grade, effects, blur and mask, in its box; null when none of them changes the
 * layer.
 */
export function layerFilter({ layer, box, data, id }: LayerFilterInput): SvgEffects | null {
  if (!hasEffectStack(layer)) return null;
  const { clip, animated } = layer;
  // The filter begins with the grade as colour steps: converting the grade's table would only approximate them.
  const before = clip.grade || animated ? gradeSteps(layer) : null;
  const known = (clip.effects ?? []).filter(({ type }) => type !== 'lut');
  const { grade: _, ...ungraded } = clip;
  const blurOnly = animated?.blur === undefined ? null : { blur: animated.blur };
  const ungradedLayer = { ...layer, clip: { ...ungraded, effects: known }, animated: blurOnly };
  const looked = effectGraph(ungradedLayer, clipInput, momentOf(layer, box, data), effectOf);
  const tree = maskTree(layer, looked, { box, fromBox: identity, scale: 1, textOutline: outlineOf(data) });
  const drawings = maskInputs(layer, box, identity, data);
  const opaque = new Set(isOpaqueSource(layer, data) ? ['clip'] : []);
  const bleed = imageBleed(clip, data);
  const look = svgEffects({
    tree,
    box,
    bleed,
    isUndrawn: isUndrawn(layer, data),
    isOpen: true,
    opaque,
    drawings,
    before,
    id,
  });
  if (look && clip.type === 'html') return { ...look, filter: cssFilter(layer) };
  return look && known.length < (clip.effects ?? []).length ? { ...look, exact: false } : look;
}

/** Returns a layer's effects and blur as CSS filter functions in order; null when there are none. */
function cssFilter({ clip, animated }: ClipLayer): string | null {
  const functions = (clip.effects ?? [])
    .filter(({ enabled }) => enabled)
    .map(({ type, params }) => effectOf(type)?.css?.(params) ?? '');
  if (animated?.blur) functions.push(`blur(${short(animated.blur)}px)`);
  return functions.join(' ').trim() || null;
}

/**
 * Whether Chromium does not show SVG drawings (`feImage`) in filters on this layer: true for a video, an html clip or
 * an adjustment layer.
 */
export function isUndrawn({ clip }: ClipLayer, { sources }: PageData): boolean {
  return clip.type === 'html' || clip.type === 'adjustment' || sources[clip.src]?.kind === 'video';
}

/**
 * Whether the layer's image fills its box with opaque pixels: a video or image without alpha, or an adjustment layer.
 */
export function isOpaqueSource({ clip }: ClipLayer, { sources }: PageData): boolean {
  if (clip.type === 'adjustment') return true;
  return clip.type !== 'text' && clip.type !== 'shape' && sources[clip.src]?.hasAlpha === false;
}

/** Returns a function that looks up the outlines of texts used as masks. */
export function outlineOf({ outlines }: PageData): MaskForm['textOutline'] {
  return (text, family) => outlines[outlineKey(text, family)] ?? { d: '', width: 1, height: 1 };
}

/**
 * Returns the function that draws the layer's image mask, in a map whose key is the name of the mask's filter input.
 * The image is stretched to the mask's area in the box. `fromBox` maps the box to the element with the filter.
 */
export function maskInputs(
  layer: ClipLayer,
  box: Size,
  fromBox: Matrix,
  { sources }: PageData,
): Map<string, (writer: FilterWriter) => string> {
  const { mask } = layer.clip;
  const source = sources[mask?.src ?? ''];
  if (!source) return new Map([[maskInput, (writer) => writer.add('<feFlood flood-opacity="0"/>')]]);
  const [width, height] = [mask?.width ?? box.width, mask?.height ?? box.height];
  const place = compose(fromBox, compose(maskMatrix(layer, box), translation(-width / 2, -height / 2)));
  const size = `width="${short(width)}" height="${short(height)}"`;
  const drawing = (writer: FilterWriter): string => {
    const inRegion = compose(writer.toRegion, place);
    const { a, b, c, d, tx, ty } = inRegion;
    const tile = writer.definition(
      (id) =>
        `<pattern id="${id}" patternUnits="userSpaceOnUse" ${size} ` +
        `patternTransform="matrix(${[a, b, c, d, tx, ty].map(short).join(' ')})"><image ` +
        `href="${escapeText(source.url)}" ${size} preserveAspectRatio="none"/></pattern>`,
    );
    // One tile of the pattern, with its own outline mapped to its position.
    const outline = transformPath(`M0 0H${short(width)}V${short(height)}H0Z`, inRegion);
    return writer.drawing('path', `d="${outline}" fill="url(#${tile})"`);
  };
  return new Map([[maskInput, drawing]]);
}

function momentOf(layer: ClipLayer, box: Size, data: PageData): Moment {
  return {
    ...box,
    scale: 1,
    seed: seedOf(layer.clip.effectsOf ?? layer.clip.id),
    frame: layer.effectFrame,
    timeSec: layer.effectSec,
    edge: isOpaqueSource(layer, data) ? 'clamp' : 'transparent',
  };
}

/**
 * Returns how far a clip's image may extend beyond its box because of strokes, shadows and moving letters, in document
 * pixels.
 */
function imageBleed({ type, id, shape, textStyle }: Clip, { texts }: Pick<PageData, 'texts'>): number {
  if (type === 'shape') return shape ? shapeBleed(shapeDrawing(shape)) : 0;
  const layout = texts[id];
  if (type !== 'text' || !textStyle || !layout) return 0;
  return textStyle.animation || textStyle.words ? movingHaloOf(textStyle, layout) : bleedOf(textStyle, layout);
}
