import type { ClipLayer } from '@framemill/timeline';
import type { GraphInput, Layer, LayerSource } from '../graph/drawable.ts';
import type { Moment } from '../graph/graph-node.ts';
import { compose, type Matrix, scaling, translation } from '../graph/matrix.ts';
import { noRadius, type Placement, type Size } from '../graph/placement.ts';
import { type MaskFrame, maskMatrix } from '../masks/mask-tree.ts';
import type { Sprite, SpriteUse } from '../sprites/sprite.ts';
import type { EffectLookup } from './effect-graph.ts';

/**
 * Image of a clip before the clip's position, scale and rotation are applied: a stored image, the image of a composition
 * or a vector drawing.
 * `width` and `height` are the display size in pixels.
 */
export type ClipSurface =
  | { readonly kind: 'stored'; readonly source: LayerSource; readonly width: number; readonly height: number }
  | {
      readonly kind: 'sprite';
      readonly sprite: Sprite;
      readonly width: number;
      readonly height: number;
      /**
       * Returns the drawings of a text whose words or letters move separately, bottom first. They replace the drawing
       * `whole`.
       */
      readonly parts?: (whole: SpriteUse) => SpriteUse[];
      /** Maximum distance that the parts extend beyond the box, in document pixels. Default: the sprite's bleed. */
      readonly halo?: number;
    };

/**
 * Position of an image on a pixel grid: the pixels of the output, or a separate grid for the input of an effect graph.
 */
export interface Painting {
  /** Name by which the image is recognised from frame to frame. */
  readonly slot: string;
  /** Mapping from the image's pixels to pixels of the grid, with crop and round corners. */
  readonly placement: Placement;
  /** Size of the grid. */
  readonly onto: Size;
}

/** Layer with effects, and the functions that draw its images and its mask. */
export interface StackPainting {
  readonly layer: ClipLayer;
  readonly slot: string;
  readonly luts: Moment['luts'];
  readonly effectOf: EffectLookup;
  /** Returns the layers that paint an image, bottom first; none when the image is outside the grid. */
  paint(image: ClipSurface, painting: Painting): Layer[];
  /** Returns the image of an image mask. */
  maskSurface(layer: ClipLayer): ClipSurface;
  readonly textOutline: MaskFrame['textOutline'];
}

/** Paints the image of an image mask on a grid of size `onto`. `fromBox` maps pixels of the clip's box to the grid. */
export function paintedMask(painting: StackPainting, box: Size, fromBox: Matrix, onto: Size): GraphInput {
  const { layer, slot, paint } = painting;
  const image = painting.maskSurface(layer);
  const { mask } = layer.clip;
  const [width, height] = [mask?.width ?? box.width, mask?.height ?? box.height];
  const stretched = scaling(width / image.width, height / image.height);
  const centred = compose(translation(-width / 2, -height / 2), stretched);
  const matrix = compose(fromBox, compose(maskMatrix(layer, box), centred));
  const crop = { left: 0, top: 0, right: image.width, bottom: image.height };
  const layers = paint(image, { slot: `${slot} mask`, placement: { matrix, crop, radius: noRadius }, onto });
  return { layers, origin: { x: 0, y: 0 } };
}
