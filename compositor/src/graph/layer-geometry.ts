import { type Box, boundsOf, evenRect, type Rect } from './box.ts';
import { invert, type Matrix } from './matrix.ts';
import type { Placement, Size } from './placement.ts';

/** Geometry of a placed texture on the output, computed before any pixel is drawn. */
export interface LayerGeometry {
  /** Rectangle of output pixels that the layer can change, with even coordinates. */
  readonly rect: Rect;
  /** Matrix from output pixels to texture pixels: the inverse of `placement.matrix`. */
  readonly toSource: Matrix;
  readonly placement: Placement;
  /** Whether every pixel of the rectangle is inside the texture. false when some pixels are at its edge or outside. */
  readonly solid: boolean;
  /**
   * Whether the texture is placed without scaling and rotation and shifted by whole even pixels, so that its pixels can
   * be copied to the output.
   */
  readonly unmoved: boolean;
}

/**
 * Computes the geometry of a texture on an output of even size; null when the texture is completely outside the output.
 */
export function layerGeometry(placement: Placement, output: Size): LayerGeometry | null {
  const { matrix, crop } = placement;
  if (!(crop.right > crop.left && crop.bottom > crop.top)) return null;
  const toSource = invert(matrix);
  const rect = toSource && evenRect(boundsOf(matrix, crop), output.width, output.height);
  if (!toSource || !rect) return null;
  return { rect, toSource, placement, solid: isSolid(toSource, placement, rect), unmoved: isUnmoved(matrix) };
}

/** Returns a key of a geometry. Geometries with equal keys place equal textures identically. */
export function geometryKey(geometry: LayerGeometry): string {
  const { a, b, c, d, tx, ty } = geometry.placement.matrix;
  const { left, top, right, bottom } = geometry.placement.crop;
  const { x, y } = geometry.placement.radius;
  return [a, b, c, d, tx, ty, left, top, right, bottom, x, y].join(',');
}

// Tolerance in pixels: a pixel's own corners may touch the edge but not cross it; chroma filters read one pixel
// farther.
const touch = 1 / 512;

function isSolid(toSource: Matrix, placement: Placement, rect: Rect): boolean {
  if (placement.radius.x > 0) return false;
  const { crop } = placement;
  const corners: Box = { left: rect.x, top: rect.y, right: rect.x + rect.width, bottom: rect.y + rect.height };
  const reached = boundsOf(toSource, corners);
  return (
    reached.left >= crop.left - touch &&
    reached.top >= crop.top - touch &&
    reached.right <= crop.right + touch &&
    reached.bottom <= crop.bottom + touch
  );
}

function isUnmoved(m: Matrix): boolean {
  const whole = (value: number) => Math.abs(value - 2 * Math.round(value / 2)) < touch;
  const same = (value: number, target: number) => Math.abs(value - target) < 1e-7;
  return same(m.a, 1) && same(m.d, 1) && same(m.b, 0) && same(m.c, 0) && whole(m.tx) && whole(m.ty);
}
