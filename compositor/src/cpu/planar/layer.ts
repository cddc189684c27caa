import type { Layer } from '../../graph/drawable.ts';
import type { LayerGeometry } from '../../graph/layer-geometry.ts';
import { apply } from '../../graph/matrix.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { resample } from './resample.ts';
import { createSurface, type Plane, planePairs, type Surface } from './surface.ts';
import type { TextureSource } from './texture-source.ts';

/** Fraction of each output pixel that an image covers, as planes of 8-bit values. */
export interface Coverage {
  readonly luma: Plane;
  readonly chroma: Plane;
  readonly block: number;
}

/**
 * Whether the layer shows the pixels of its 4:2:0 source without scaling or rotation, so that no resampling is needed.
 */
export function isUntouched({ geometry, source }: Layer<TextureSource>): boolean {
  return geometry.unmoved && source.chromaFormat === '4:2:0';
}

// Up to this shrink factor a source is sampled from adjacent pixels only, so that coverage affects no more than a rim.
const nearlyWhole = 1.125;

/** Whether the image is transparent along all edges of its crop. Edge coverage would then change no pixel. */
export function endsInside({ geometry, source }: Layer<TextureSource>): boolean {
  const { toSource, placement } = geometry;
  const { crop, radius } = placement;
  const isWhole = crop.left <= 0 && crop.top <= 0 && crop.right >= source.width && crop.bottom >= source.height;
  const steepness = Math.max(Math.hypot(toSource.a, toSource.c), Math.hypot(toSource.b, toSource.d));
  return isWhole && radius.x === 0 && steepness <= nearlyWhole && (source.hasEmptyRim?.() ?? false);
}

/** Samples `source` into `target`, a surface of the size of `geometry.rect`. */
export function drawTexture(kernels: Kernels, source: TextureSource, geometry: LayerGeometry, target: Surface): void {
  resample(kernels, source, geometry.toSource, geometry.rect, target);
}

/** Allocates and computes the coverage of a geometry. The caller must release its `block`. */
export function createCoverage(kernels: Kernels, geometry: LayerGeometry): Coverage {
  const { width, height } = geometry.rect;
  const planes = createSurface(kernels.heap, width, height, false);
  const luma = planes.luma;
  const chroma = planes.chroma[0];
  const { toSource, placement } = geometry;
  const { crop } = placement;
  // Distances from the image's edges in output pixels: source distances divided by the gradient of each coordinate.
  const steepX = Math.hypot(toSource.a, toSource.c);
  const steepY = Math.hypot(toSource.b, toSource.d);
  const first = apply(toSource, geometry.rect.x + 0.5, geometry.rect.y + 0.5);
  const halfX = (crop.right - crop.left) / 2 / steepX;
  const halfY = (crop.bottom - crop.top) / 2 / steepY;
  const [radiusX, radiusY] = [placement.radius.x / steepX, placement.radius.y / steepY];
  // As in CSS, corner radii that do not fit are scaled down together.
  const fitting = Math.min(1, halfX / radiusX, halfY / radiusY);
  kernels.run.coverRect(
    luma.offset,
    luma.stride,
    width,
    height,
    (first.x - (crop.left + crop.right) / 2) / steepX,
    (first.y - (crop.top + crop.bottom) / 2) / steepY,
    toSource.a / steepX,
    toSource.c / steepX,
    toSource.b / steepY,
    toSource.d / steepY,
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
    // Both chroma planes share one alpha plane, which must be multiplied once only.
    if (alpha && index < 2) multiply(kernels, alpha, cover);
  }
}

function multiply(kernels: Kernels, plane: Plane, cover: Plane): void {
  const { offset, stride, width, height } = plane;
  kernels.run.multiplyRect(offset, stride, offset, stride, cover.offset, cover.stride, width, height, 256);
}
