import type { ClipLayer } from '@framemill/timeline';
import { effectOf } from '../../effects/index.ts';
import { hasLook, lookTree } from '../../graph/layer-look.ts';
import { compose, identity, type Matrix, translation } from '../../graph/matrix.ts';
import { transformPath } from '../../graph/path-data.ts';
import type { Moment, Picture } from '../../graph/picture.ts';
import type { Size } from '../../graph/placement.ts';
import { seedOf } from '../../graph/seeded.ts';
import type { MaskForm } from '../../masks/define-mask.ts';
import { maskInput } from '../../masks/image.ts';
import { maskMatrix, maskTree } from '../../masks/mask-tree.ts';
import { escapeText } from '../escape.ts';
import { gradeSteps } from '../filter/grade-steps.ts';
import { type FilterWriter, type SvgFilter, svgFilter } from '../filter/svg-filter.ts';
import { outlineKey, type PageData } from '../page-data.ts';
import { short } from '../short-number.ts';
import { pictureBleed } from './picture-bleed.ts';

export interface LookInput {
  readonly layer: ClipLayer;
  /** What the look is made on: the clip's box, or for adjustments the canvas. */
  readonly box: Size;
  readonly data: PageData;
  readonly id: string;
}

const clipInput: Picture = { kind: 'input', name: 'clip' };

/** A layer's grade, effects, blur and mask as one filter in its box; null when they change nothing. */
export function lookFilter({ layer, box, data, id }: LookInput): SvgFilter | null {
  if (!hasLook(layer)) return null;
  const { clip, animated } = layer;
  // The grade is the filter's beginning, as steps that are exact where a table of a grade would only be fitted.
  const before = clip.grade || animated ? gradeSteps(layer) : null;
  const known = (clip.effects ?? []).filter(({ type }) => type !== 'lut');
  const { grade: _, ...ungraded } = clip;
  const blurOnly = animated?.blur === undefined ? null : { blur: animated.blur };
  const ungradedLayer = { ...layer, clip: { ...ungraded, effects: known }, animated: blurOnly };
  const looked = lookTree(ungradedLayer, clipInput, momentOf(layer, box, data), effectOf);
  const tree = maskTree(layer, looked, { box, fromBox: identity, scale: 1, textOutline: outlineOf(data) });
  if (tree === clipInput && !before) return null;
  const drawings = maskInputs(layer, box, identity, data);
  const opaque = new Set(isOpaqueSource(layer, data) ? ['clip'] : []);
  const isBackdrop = clip.type === 'adjustment';
  const filter = svgFilter({ tree, box, bleed: pictureBleed(clip, data), isBackdrop, opaque, drawings, before, id });
  return known.length === (clip.effects ?? []).length ? filter : { ...filter, exact: false };
}

/** A video or image without alpha, or what lies below an adjustment: it fills its box. */
export function isOpaqueSource({ clip }: ClipLayer, { sources }: PageData): boolean {
  if (clip.type === 'adjustment') return true;
  return clip.type !== 'text' && clip.type !== 'shape' && sources[clip.src]?.hasAlpha === false;
}

/** Outlines of texts that are masks. */
export function outlineOf({ outlines }: PageData): MaskForm['textOutline'] {
  return (text, family) => outlines[outlineKey(text, family)] ?? { d: '', width: 1, height: 1 };
}

/** The picture of an image mask, stretched to its place in the box, which `fromBox` maps to the filter's element. */
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
        `<pattern id="${id}" patternUnits="userSpaceOnUse" ${size} patternTransform="matrix(${[a, b, c, d, tx, ty].map(short).join(' ')})">` +
        `<image href="${escapeText(source.url)}" ${size} preserveAspectRatio="none"/></pattern>`,
    );
    // One tile of the pattern: its own outline, mapped to its place.
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
