import type { Rect } from '../graph/box.ts';
import { union } from '../graph/box.ts';
import type { LayerGeometry } from './layer.ts';
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
}

/** A dissolve: the two pictures' weighted mean, over what lies below. `weight` 0 is `from` alone, 256 `to` alone. */
export interface DrawableMix {
  readonly kind: 'mix';
  readonly slot: string;
  readonly from: DrawableLayer | null;
  readonly to: DrawableLayer | null;
  readonly weight: number;
}

export type Drawable = DrawableLayer | DrawableMix;

/** Equal keys draw equal pixels, over an equal background. */
export function drawableKey(item: Drawable): string {
  if (item.kind === 'layer') return `${item.slot} ${item.opacity} ${sampleKey(item)}`;
  const sides = [item.from, item.to].map((side) => (side ? drawableKey(side) : '-'));
  return `mix ${item.weight} (${sides.join(') (')})`;
}

/** Equal keys sample equal pixels, opacity aside. */
export function sampleKey(layer: DrawableLayer): string {
  return `${layer.source.version} ${geometryKey(layer.geometry)}`;
}

export function geometryKey(geometry: LayerGeometry): string {
  const { a, b, c, d, tx, ty } = geometry.placement.matrix;
  const { left, top, right, bottom } = geometry.placement.crop;
  return [a, b, c, d, tx, ty, left, top, right, bottom, geometry.placement.radius].join(',');
}

/** The pixels that an item can change; null: none. */
export function drawableRect(item: Drawable): Rect | null {
  if (item.kind === 'layer') return item.geometry.rect;
  if (item.from && item.to) return union(item.from.geometry.rect, item.to.geometry.rect);
  return (item.from ?? item.to)?.geometry.rect ?? null;
}

/** Every pixel of the layer's rectangle is opaque at full opacity. */
export function isOpaque(layer: DrawableLayer): boolean {
  return !layer.source.hasAlpha && layer.geometry.solid && layer.opacity >= 256;
}

/** Nothing below the item can be seen: an opaque picture, or a dissolve between two, over the whole output. */
export function hidesBelow(item: Drawable, width: number, height: number): boolean {
  const full = (layer: DrawableLayer | null) => {
    const rect = layer?.geometry.rect;
    return layer !== null && isOpaque(layer) && rect?.width === width && rect.height === height;
  };
  return item.kind === 'layer' ? full(item) : full(item.from) && full(item.to);
}
