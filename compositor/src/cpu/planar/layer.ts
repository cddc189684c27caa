import { type Box, boundsOf, evenRect, type Rect } from '../../graph/box.ts';
import { apply, invert, type Matrix } from '../../graph/matrix.ts';
import type { Placement, Size } from '../../graph/placement.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import type { PictureSource } from './picture-source.ts';
import { resample } from './resample.ts';
import { createSurface, type Plane, planePairs, type Surface } from './surface.ts';

/** How much of each pixel a picture covers. */
export interface Coverage {
  readonly luma: Plane;
  readonly chroma: Plane;
  readonly block: number;
}

/** Where a placed picture lands, worked out before a pixel is touched. */
export interface LayerGeometry {
  readonly rect: Rect;
  readonly toPicture: Matrix;
  readonly placement: Placement;
  /** False: some pixels of the rectangle lie at or beyond the picture's edge. */
  readonly solid: boolean;
  /** The picture's pixels are the output's pixels, at an offset of whole even pixels. */
  readonly unmoved: boolean;
}

/** Null: nothing of the picture is inside the output. */
export function layerGeometry(placement: Placement, output: Size): LayerGeometry | null {
  const { matrix, crop } = placement;
  if (!(crop.right > crop.left && crop.bottom > crop.top)) return null;
  const toPicture = invert(matrix);
  const rect = toPicture && evenRect(boundsOf(matrix, crop), output.width, output.height);
  if (!toPicture || !rect) return null;
  return { rect, toPicture, placement, solid: isSolid(toPicture, placement, rect), unmoved: isUnmoved(matrix) };
}

/** Samples `source` into `target`, a surface of the geometry's rectangle. */
export function drawPicture(kernels: Kernels, source: PictureSource, geometry: LayerGeometry, target: Surface): void {
  resample(kernels, source, geometry.toPicture, geometry.rect, target);
}

/** Takes memory for a geometry's coverage and fills it in. */
export function createCoverage(kernels: Kernels, geometry: LayerGeometry): Coverage {
  const { width, height } = geometry.rect;
  const planes = createSurface(kernels.heap, width, height, false);
  const luma = planes.luma;
  const chroma = planes.chroma[0];
  const { toPicture, placement } = geometry;
  const { crop } = placement;
  // Distances from the picture's edges in output pixels: source distances over the steepness of each coordinate.
  const steepX = Math.hypot(toPicture.a, toPicture.c);
  const steepY = Math.hypot(toPicture.b, toPicture.d);
  const first = apply(toPicture, geometry.rect.x + 0.5, geometry.rect.y + 0.5);
  const halfX = (crop.right - crop.left) / 2 / steepX;
  const halfY = (crop.bottom - crop.top) / 2 / steepY;
  const [radiusX, radiusY] = [placement.radius.x / steepX, placement.radius.y / steepY];
  // As in CSS: corners that do not fit shrink, and keep their form.
  const fitting = Math.min(1, halfX / radiusX, halfY / radiusY);
  kernels.run.coverRect(
    luma.offset,
    luma.stride,
    width,
    height,
    (first.x - (crop.left + crop.right) / 2) / steepX,
    (first.y - (crop.top + crop.bottom) / 2) / steepY,
    toPicture.a / steepX,
    toPicture.c / steepX,
    toPicture.b / steepY,
    toPicture.d / steepY,
    halfX,
    halfY,
    fitting * radiusX,
    fitting * radiusY,
  );
  kernels.run.chromaAlpha(chroma.offset, chroma.stride, luma.offset, luma.stride, width, height);
  return { luma, chroma, block: planes.block };
}

/** Multiplies a surface that has alpha by a coverage, in place. */
export function applyCoverage(kernels: Kernels, surface: Surface, coverage: Coverage): void {
  for (const [index, { colour, alpha }] of planePairs(surface).entries()) {
    const cover = index === 0 ? coverage.luma : coverage.chroma;
    multiply(kernels, colour, cover);
    // Both chroma planes share one alpha plane: once is enough.
    if (alpha && index < 2) multiply(kernels, alpha, cover);
  }
}

function multiply(kernels: Kernels, plane: Plane, cover: Plane): void {
  const { offset, stride, width, height } = plane;
  kernels.run.multiplyRect(offset, stride, offset, stride, cover.offset, cover.stride, width, height, 256);
}

// A pixel's own corners may touch the edge, but not cross it; chroma filters reach a pixel farther.
const touch = 1 / 512;

function isSolid(toPicture: Matrix, placement: Placement, rect: Rect): boolean {
  if (placement.radius.x > 0) return false;
  const { crop } = placement;
  const corners: Box = { left: rect.x, top: rect.y, right: rect.x + rect.width, bottom: rect.y + rect.height };
  const reached = boundsOf(toPicture, corners);
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
