import type { ClipLayer } from '@framemill/timeline';
import { effectOf } from '../../effects/index.ts';
import { hasLook, lookTree } from '../../graph/layer-look.ts';
import { compose, identity, translation } from '../../graph/matrix.ts';
import type { Moment, Picture } from '../../graph/picture.ts';
import { type CanvasSize, frameClip, type Size } from '../../graph/placement.ts';
import { seedOf } from '../../graph/seeded.ts';
import { maskInput } from '../../masks/image.ts';
import { maskMatrix, maskTree } from '../../masks/mask-tree.ts';
import { alignedVertically } from '../../render/aligned-text.ts';
import { escapeText } from '../escape.ts';
import { gradeSteps } from '../filter/grade-steps.ts';
import { type SvgFilter, svgFilter } from '../filter/svg-filter.ts';
import { outlineKey, type PageData } from '../page-data.ts';
import { short } from '../short-number.ts';
import type { ClipAppearance, SideAppearance } from './appearance.ts';
import { boxLayout, pictureSize } from './clip-box.ts';

export interface ClipAppearanceInput {
  readonly layer: ClipLayer;
  readonly side: SideAppearance | null;
  readonly data: PageData;
  /** The elements of a moving text at this moment. */
  readonly text: string | null;
  /** Begins the ids of its filters. */
  readonly id: string;
}

/** Where a clip is and how it looks; null when its picture is unknown. */
export function clipAppearance({ layer, side, data, text, id }: ClipAppearanceInput): ClipAppearance | null {
  const { clip } = layer;
  const picture = pictureSize(clip, data);
  if (!picture) return null;
  const canvas: CanvasSize = { document: data.document.settings, output: data.document.settings };
  const placed = clip.textStyle ? alignedVertically(layer, clip.textStyle, picture.height) : layer;
  const { box } = boxLayout(clip, picture, canvas.document);
  const fit = clip.type === 'adjustment' ? 'fill' : clip.fit === 'contain-blur' ? 'cover' : undefined;
  const { toOutput } = frameClip(placed, picture, canvas, fit);
  // A backdrop filter sees only what its own element lies on: what fades an adjustment is its own opacity.
  const isAdjustment = clip.type === 'adjustment';
  const opacity = layer.opacity * (isAdjustment ? (side?.opacity ?? 1) : 1);
  return {
    side: isAdjustment ? null : side,
    matrix: toOutput,
    opacity: Math.min(1, Math.max(0, opacity)),
    clipPath: clipPathOf(placed, box),
    look: hasLook(placed) ? lookFilter(placed, box, data, `${id}-look`) : null,
    text,
    localSec: layer.localSec,
    sourceSec: setsOwnTime(clip) ? layer.sourceSec : null,
  };
}

/** Whether the timeline sets a video's time itself: its source does not simply run along. */
export function setsOwnTime(clip: ClipLayer['clip']): boolean {
  return clip.speed !== 1 || (clip.kfSpeed?.length ?? 0) > 0 || clip.reverse || clip.freezeAt !== null || clip.loop;
}

function clipPathOf({ clip, cropL, cropR, cropT, cropB }: ClipLayer, box: Size): string | null {
  const radius = clip.cornerRadius ?? 0;
  const isWhole = cropL <= 0 && cropR <= 0 && cropT <= 0 && cropB <= 0 && radius <= 0;
  if (isWhole && clip.fit !== 'cover' && clip.fit !== 'contain-blur') return null;
  const edges = [cropT * box.height, cropR * box.width, cropB * box.height, cropL * box.width];
  return `inset(${edges.map((edge) => `${short(edge)}px`).join(' ')}${radius > 0 ? ` round ${short(radius)}px` : ''})`;
}

const clipInput: Picture = { kind: 'input', name: 'clip' };

function lookFilter(layer: ClipLayer, box: Size, data: PageData, id: string): SvgFilter | null {
  const { clip, animated } = layer;
  // The grade is the filter's beginning, as steps that are exact where a table of a grade would only be fitted.
  const before = clip.grade || animated ? gradeSteps(layer) : null;
  const known = (clip.effects ?? []).filter(({ type }) => type !== 'lut');
  const { grade: _, ...ungraded } = clip;
  const blurOnly = animated?.blur === undefined ? null : { blur: animated.blur };
  const looked = lookTree(
    { ...layer, clip: { ...ungraded, effects: known }, animated: blurOnly },
    clipInput,
    momentOf(layer, box, data),
    effectOf,
  );
  const outlines = (text: string, family: string | undefined) =>
    data.outlines[outlineKey(text, family)] ?? { d: '', width: 1, height: 1 };
  const tree = maskTree(layer, looked, { box, fromBox: identity, scale: 1, textOutline: outlines });
  if (tree === clipInput && !before) return null;
  const drawings = new Map([[maskInput, (name: string) => maskDrawing(layer, box, data, name)]]);
  const opaque = new Set(isOpaqueSource(layer, data) ? ['clip'] : []);
  const filter = svgFilter({ tree, box, opaque, drawings, before, id });
  return known.length === (clip.effects ?? []).length ? filter : { ...filter, exact: false };
}

function momentOf(layer: ClipLayer, box: Size, data: PageData): Moment {
  return {
    ...box,
    scale: 1,
    seed: seedOf(layer.clip.id),
    frame: layer.localFrame,
    timeSec: layer.localSec,
    edge: isOpaqueSource(layer, data) ? 'clamp' : 'transparent',
  };
}

/** A video or image without alpha, or what lies below an adjustment: it fills its box. */
export function isOpaqueSource({ clip }: ClipLayer, { sources }: PageData): boolean {
  if (clip.type === 'adjustment') return true;
  return clip.type !== 'text' && clip.type !== 'shape' && sources[clip.src]?.hasAlpha === false;
}

/** The picture of an image mask, stretched to its place in the box. */
function maskDrawing(layer: ClipLayer, box: Size, { sources }: PageData, id: string): string {
  const { mask } = layer.clip;
  const source = sources[mask?.src ?? ''];
  if (!source) return `<g id="${id}"/>`;
  const [width, height] = [mask?.width ?? box.width, mask?.height ?? box.height];
  const { a, b, c, d, tx, ty } = compose(maskMatrix(layer, box), translation(-width / 2, -height / 2));
  const place = [a, b, c, d, tx, ty].map(short).join(' ');
  return (
    `<image id="${id}" href="${escapeText(source.url)}" width="${short(width)}" height="${short(height)}" ` +
    `preserveAspectRatio="none" transform="matrix(${place})"/>`
  );
}
