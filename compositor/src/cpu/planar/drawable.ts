import type { BlendMode } from '@framemill/timeline';
import type { Rect } from '../../graph/box.ts';
import { union } from '../../graph/box.ts';
import { geometryKey, type LayerGeometry } from '../../graph/layer-geometry.ts';
import type { Picture } from '../../graph/picture.ts';
import { pictureKey } from '../../graph/picture-key.ts';
import type { PictureSource } from './picture-source.ts';

/** A picture ready to be drawn: where its pixels come from and where they go. */
export interface DrawableLayer {
  readonly kind: 'layer';
  /** Names the layer from frame to frame, so that what was sampled for one frame can serve the next. */
  readonly slot: string;
  readonly source: PictureSource;
  readonly geometry: LayerGeometry;
  /** 0-256. */
  readonly opacity: number;
  /** False for sprites: their own alpha ends inside their surface. */
  readonly hasEdges: boolean;
  /** How it mixes with what lies below; absent: normal. */
  readonly blend?: Exclude<BlendMode, 'normal'>;
}

/** A dissolve: the two pictures' weighted mean, over what lies below. `weight` 0 is `from` alone, 256 `to` alone. */
export interface DrawableMix {
  readonly kind: 'mix';
  readonly slot: string;
  readonly from: DrawableLayer | null;
  readonly to: DrawableLayer | null;
  readonly weight: number;
  readonly blend?: Exclude<BlendMode, 'normal'>;
}

/** Any other transition: a tree of the inputs `from` and `to` on the whole output, over what lies below. */
export interface DrawableLook {
  readonly kind: 'look';
  readonly slot: string;
  /** Bottom first, on the output's pixels. */
  readonly from: readonly DrawableLayer[];
  readonly to: readonly DrawableLayer[];
  readonly tree: Picture;
  readonly rect: Rect;
  /** The tree's result covers the whole output. */
  readonly isOpaque: boolean;
  readonly blend?: Exclude<BlendMode, 'normal'>;
}

/** What lies below, changed: a tree of the input `below` on the whole output, drawn inside `area` (even). */
export interface DrawableAdjustment {
  readonly kind: 'adjustment';
  readonly slot: string;
  readonly tree: Picture;
  readonly rect: Rect;
  readonly area: Rect;
  /** Pictures that the tree uses besides what lies below, by name: mattes. */
  readonly inputs: ReadonlyMap<string, readonly DrawableLayer[]>;
}

export type Drawable = DrawableLayer | DrawableMix | DrawableLook | DrawableAdjustment;

/** Equal keys draw equal pixels, over an equal background. */
export function drawableKey(item: Drawable): string {
  const blend = 'blend' in item && item.blend ? ` ${item.blend}` : '';
  switch (item.kind) {
    case 'layer':
      return `${item.slot} ${item.opacity}${blend} ${sampleKey(item)}`;
    case 'mix': {
      const sides = [item.from, item.to].map((side) => (side ? drawableKey(side) : '-'));
      return `mix ${item.weight}${blend} (${sides.join(') (')})`;
    }
    case 'look':
      return `look${blend} (${layersKey(item.from)}) (${layersKey(item.to)}) ${pictureKey(item.tree)}`;
    case 'adjustment': {
      const { x, y, width, height } = item.area;
      const inputs = [...item.inputs].map(([name, layers]) => `${name} (${layersKey(layers)})`);
      return `adjustment ${x},${y},${width},${height} ${inputs.join(' ')} ${pictureKey(item.tree)}`;
    }
  }
}

/** The same for layers that are drawn over each other. */
export function layersKey(layers: readonly DrawableLayer[]): string {
  return layers.map(drawableKey).join(') (');
}

/** Equal keys sample equal pixels, opacity aside. */
export function sampleKey(layer: DrawableLayer): string {
  return `${layer.source.version} ${geometryKey(layer.geometry)}`;
}

/** The pixels that drawing an item takes: those it can change and those it reads below; null: none. */
export function drawableRect(item: Drawable): Rect | null {
  if (item.kind === 'layer') return item.geometry.rect;
  if (item.kind !== 'mix') return item.rect;
  if (item.from && item.to) return union(item.from.geometry.rect, item.to.geometry.rect);
  return (item.from ?? item.to)?.geometry.rect ?? null;
}

/** The layer's pixels are the source's own: nothing to sample. */
export function isUntouched({ geometry, source }: DrawableLayer): boolean {
  return geometry.unmoved && source.chromaFormat === '4:2:0';
}

/** Every pixel of the layer's rectangle is opaque at full opacity. */
export function isOpaque(layer: DrawableLayer): boolean {
  return !layer.source.hasAlpha && layer.geometry.solid && layer.opacity >= 256 && !layer.blend;
}

/** The layer is an opaque picture of the whole output. */
export function coversOutput(layer: DrawableLayer | null, width: number, height: number): boolean {
  const rect = layer?.geometry.rect;
  return layer !== null && isOpaque(layer) && rect?.width === width && rect.height === height;
}

/** Nothing below the item can be seen: an opaque picture, or a transition that makes one, over the whole output. */
export function hidesBelow(item: Drawable, width: number, height: number): boolean {
  switch (item.kind) {
    case 'layer':
      return coversOutput(item, width, height);
    case 'mix':
      return !item.blend && coversOutput(item.from, width, height) && coversOutput(item.to, width, height);
    case 'look':
      return item.isOpaque && !item.blend;
    case 'adjustment':
      return false;
  }
}
