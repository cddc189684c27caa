import type { Clip, ClipLayer } from '@framemill/timeline';
import { identity } from '../../graph/matrix.ts';
import { type CanvasSize, frameClip, type Size } from '../../graph/placement.ts';
import { maskTree } from '../../masks/mask-tree.ts';
import { alignedVertically, boxMatte, isCut } from '../../scene/layer-box.ts';
import { svgMask, unmasked } from '../filter/svg-mask.ts';
import { short } from '../markup-values.ts';
import type { PageData } from '../page-data.ts';
import type { ClipAppearance, SideAppearance } from './appearance.ts';
import { boxLayout, imageSize } from './clip-box.ts';
import { layerFilter, maskInputs, outlineOf } from './layer-filter.ts';

/** Input from which the appearance of a clip is computed. */
export interface ClipAppearanceInput {
  readonly layer: ClipLayer;
  readonly side: SideAppearance | null;
  readonly data: PageData;
  /** Markup of an animated text at this time; null for other clips. */
  readonly text: string | null;
  /** Prefix of the ids of its filters. */
  readonly id: string;
}

/** Computes the position and appearance of a clip; null when its image is unavailable. */
export function clipAppearance({ layer, side, data, text, id }: ClipAppearanceInput): ClipAppearance | null {
  const { clip } = layer;
  if (clip.type === 'adjustment') return adjustmentAppearance({ layer, share: side?.opacity ?? 1, data, id });
  const image = imageSize(clip, data);
  if (!image) return null;
  const canvas: CanvasSize = { document: data.document.settings, output: data.document.settings };
  const placed = clip.textStyle ? alignedVertically(layer, clip.textStyle, image.height) : layer;
  const { box } = boxLayout(clip, image, canvas.document);
  const { toOutput } = frameClip(placed, image, canvas, clip.fit === 'contain-blur' ? 'cover' : undefined);
  return {
    side,
    matrix: toOutput,
    opacity: Math.min(1, Math.max(0, layer.opacity)),
    clipPath: clipPathOf(placed, box),
    look: layerFilter({ layer: placed, box, data, id: `${id}-look` }),
    text,
    htmlSec: layer.sourceSec,
    sourceSec: setsOwnTime(clip) ? layer.sourceSec : null,
    adjustment: null,
  };
}

/** Whether the timeline must seek a video itself, because the video does not simply play forward at normal speed. */
export function setsOwnTime(clip: Clip): boolean {
  return clip.speed !== 1 || (clip.kfSpeed?.length ?? 0) > 0 || clip.reverse || clip.freezeAt !== null || clip.loop;
}

function clipPathOf(layer: ClipLayer, box: Size): string | null {
  const { clip, cropL, cropR, cropT, cropB } = layer;
  if (!isCut(layer) && clip.fit !== 'cover' && clip.fit !== 'contain-blur') return null;
  const radius = clip.cornerRadius ?? 0;
  const edges = [cropT * box.height, cropR * box.width, cropB * box.height, cropL * box.width];
  return `inset(${edges.map((edge) => `${short(edge)}px`).join(' ')}${radius > 0 ? ` round ${short(radius)}px` : ''})`;
}

/** Input from which the appearance of an adjustment layer is computed. */
export interface AdjustmentInput {
  readonly layer: ClipLayer;
  /** Opacity by which a transition multiplies that of the layer, 0-1. */
  readonly share: number;
  readonly data: PageData;
  /** Prefix of the ids of its filters. */
  readonly id: string;
}

/**
 * Computes the appearance of an adjustment layer: a filter on everything below it, limited to its box and its mask. The
 * element covers the whole canvas, because lengths in the layer's effects are canvas pixels and do not scale with the
 * layer.
 */
function adjustmentAppearance({ layer, share, data, id }: AdjustmentInput): ClipAppearance {
  const canvas = data.document.settings;
  const { box, toOutput } = frameClip(layer, canvas, { document: canvas, output: canvas }, 'fill');
  const inBox = boxMatte(layer, unmasked, box, toOutput);
  const through = maskTree(layer, inBox, { box, fromBox: toOutput, scale: layer.scaleX, textOutline: outlineOf(data) });
  const drawings = maskInputs(layer, box, toOutput, data);
  const adjustment = svgMask({ tree: through, box: canvas, drawings, id });
  return {
    side: null,
    matrix: identity,
    opacity: Math.min(1, Math.max(0, layer.opacity * share)),
    clipPath: null,
    look: layerFilter({ layer: { ...layer, clip: withoutMask(layer.clip) }, box: canvas, data, id: `${id}-look` }),
    text: null,
    htmlSec: layer.sourceSec,
    sourceSec: null,
    adjustment,
  };
}

function withoutMask({ mask: _, ...clip }: ClipLayer['clip']): ClipLayer['clip'] {
  return clip;
}
