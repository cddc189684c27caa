import type { ClipLayer } from '@framemill/timeline';
import { identity } from '../../graph/matrix.ts';
import { frameClip } from '../../graph/placement.ts';
import { maskTree } from '../../masks/mask-tree.ts';
import { boxMatte } from '../../scene/box-matte.ts';
import { svgMask, unmasked } from '../filter/svg-mask.ts';
import type { PageData } from '../page-data.ts';
import type { ClipAppearance } from './appearance.ts';
import { layerFilter, maskInputs, outlineOf } from './layer-filter.ts';

/** Input from which the appearance of an adjustment layer is computed. */
export interface AdjustmentInput {
  readonly layer: ClipLayer;
  /** Fraction of the layer that a transition lets through, 0-1. */
  readonly share: number;
  readonly data: PageData;
  /** Prefix of the ids of its filters. */
  readonly id: string;
}

/**
 * Computes the appearance of an adjustment layer: a filter on everything below it, limited to its box and its mask. The
 * element covers the whole canvas, because lengths in its effects are canvas pixels, whatever the layer's scale.
 */
export function adjustmentAppearance({ layer, share, data, id }: AdjustmentInput): ClipAppearance {
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
