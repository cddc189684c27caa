import type { ClipLayer } from '@framemill/timeline';
import { identity } from '../../graph/matrix.ts';
import type { Picture } from '../../graph/picture.ts';
import { frameClip } from '../../graph/placement.ts';
import { maskTree } from '../../masks/mask-tree.ts';
import { boxMatte } from '../../render/box-matte.ts';
import { svgFilter } from '../filter/svg-filter.ts';
import type { PageData } from '../page-data.ts';
import { short } from '../short-number.ts';
import type { AdjustmentAppearance, ClipAppearance } from './appearance.ts';
import { lookFilter, maskInputs, outlineOf } from './look-filter.ts';

export interface AdjustmentInput {
  readonly layer: ClipLayer;
  /** Share of it that a transition lets through, 0-1. */
  readonly share: number;
  readonly data: PageData;
  /** Begins the ids of its filters. */
  readonly id: string;
}

/**
 * An adjustment layer: a filter of all that lies below on the canvas, seen through its box and its mask. The element is
 * the whole canvas, as lengths of its effects are pixels of the canvas whatever its scale.
 */
export function adjustmentAppearance({ layer, share, data, id }: AdjustmentInput): ClipAppearance {
  const canvas = data.document.settings;
  const { box, toOutput } = frameClip(layer, canvas, { document: canvas, output: canvas }, 'fill');
  const white: Picture = { kind: 'solid', colour: { r: 1, g: 1, b: 1, a: 1 } };
  const inBox = boxMatte(layer, white, box, toOutput);
  const through = maskTree(layer, inBox, { box, fromBox: toOutput, scale: layer.scaleX, textOutline: outlineOf(data) });
  const drawings = maskInputs(layer, box, toOutput, data);
  const mask = svgFilter({ tree: through, box: canvas, opaque: new Set(), drawings, id: `${id}-through` });
  const area = `width="${short(canvas.width)}" height="${short(canvas.height)}"`;
  const adjustment: AdjustmentAppearance = {
    maskId: `${id}-mask`,
    mask:
      `${mask.defs}<mask id="${id}-mask" maskUnits="userSpaceOnUse" ${area} style="mask-type:alpha">` +
      `<rect ${area} filter="url(#${id}-through)"/></mask>`,
  };
  return {
    side: null,
    matrix: identity,
    opacity: Math.min(1, Math.max(0, layer.opacity * share)),
    clipPath: null,
    look: lookFilter({ layer: { ...layer, clip: withoutMask(layer.clip) }, box: canvas, data, id: `${id}-look` }),
    text: null,
    htmlSec: layer.sourceSec,
    sourceSec: null,
    adjustment,
  };
}

function withoutMask({ mask: _, ...clip }: ClipLayer['clip']): ClipLayer['clip'] {
  return clip;
}
