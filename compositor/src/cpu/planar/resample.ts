import type { Rect } from '../../graph/box.ts';
import { compose, determinant, type Matrix, scaling, translation } from '../../graph/matrix.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import type { PackedPlanes } from './packed-planes.ts';
import { allPlanes, createSurface, type Plane, releaseSurface, type Surface } from './surface.ts';
import type { TextureSource } from './texture-source.ts';

// Largest factor by which one pass of the scale kernel can shrink; the rest is done by halving first.
const largestStep = 1.75;
// Shrink factor above which a rotated image is first scaled upright: bilinear sampling alone would alias.
const sharpEnough = 1.25;
// Sine of an angle so small that it moves no pixel of the largest image by a 16th of a pixel.
const upright = 1 / 262144;

// H.264 places a chroma sample on the left luma column, between two rows. In luma pixels from the pair's corner.
const siteX = 0.5;
const siteY = 1;

/**
 * Samples `source` into `target` (4:2:0), whose pixel (0, 0) is the output pixel (rect.x, rect.y). `toImage` maps
 * output pixels to source pixels. Enlarging is bilinear; reducing takes an area average. Outside the source, its edge
 * pixels are repeated; far outside a rotated source, every sample is 0.
 */
export function resample(kernels: Kernels, source: TextureSource, toImage: Matrix, rect: Rect, target: Surface): void {
  const packed = target.alpha ? packedFor(source, toImage) : null;
  if (packed) {
    resampleRows(kernels, packed, toImage, rect, 0, target);
    return;
  }
  const passes =
    source.chromaFormat === '4:2:0'
      ? [{ toImage, rect, samples: samplesAtSites(target) }]
      : passesFromFullChroma(toImage, rect, target);
  for (const pass of passes) draw(kernels, source, pass);
}

/** Sampling step: planes that are sampled with the same matrix. */
interface Pass {
  readonly toImage: Matrix;
  readonly rect: Rect;
  readonly samples: readonly Samples[];
}

/** Plane to fill, and a function that returns the source plane from which it is filled. */
interface Samples {
  readonly target: Plane;
  readonly site: Site;
  from(source: Surface): Plane | undefined;
}

/**
 * Positions of a plane's samples relative to the pixels: luma at the centre of a pixel, chroma at its siting position
 * in a pair of pixels.
 */
interface Site {
  x(first: number): number;
  y(first: number): number;
  divisor: number;
  offsetX: number;
  offsetY: number;
}

const lumaSite: Site = { x: (first) => first + 0.5, y: (first) => first + 0.5, divisor: 1, offsetX: 0.5, offsetY: 0.5 };
const chromaSite: Site = {
  x: (first) => first + siteX,
  y: (first) => first + siteY,
  divisor: 2,
  offsetX: siteX,
  offsetY: siteY,
};

function samplesAtSites(target: Surface): Samples[] {
  return allPlanes(target).map((plane, index) => ({
    target: plane,
    site: index === 0 || index === 3 ? lumaSite : chromaSite,
    from: (source) => allPlanes(source)[index],
  }));
}

// In 4:4:4, chroma is sampled like luma: the target's chroma has half as many pixels of twice the size, centred on the
// chroma sites.
function passesFromFullChroma(toImage: Matrix, rect: Rect, target: Surface): Pass[] {
  const atPixels = (plane: Plane, from: Samples['from']): Samples => ({ target: plane, site: lumaSite, from });
  const [u, v] = target.chroma;
  const colour = [atPixels(u, (source) => source.chroma[0]), atPixels(v, (source) => source.chroma[1])];
  const { alpha } = target;
  const alphaOf = (plane: Plane) => atPixels(plane, (source) => source.alpha?.luma);
  const luma = atPixels(target.luma, (source) => source.luma);
  const sites = compose(translation(rect.x + siteX - 1, rect.y + siteY - 1), scaling(2, 2));
  return [
    {
      toImage: compose(toImage, sites),
      rect: { x: 0, y: 0, width: u.width, height: u.height },
      samples: alpha ? [...colour, alphaOf(alpha.chroma)] : colour,
    },
    { toImage, rect, samples: alpha ? [luma, alphaOf(alpha.luma)] : [luma] },
  ];
}

function draw(kernels: Kernels, source: TextureSource, pass: Pass): void {
  const { toImage, rect, samples } = pass;
  if (isUpright(toImage)) {
    drawUpright(kernels, source, pass);
    return;
  }
  const shrink = shrinkOf(toImage);
  if (shrink <= sharpEnough) {
    const rows = sourceRows(toImage, rect, source.height);
    drawTurned(kernels, source.level(0, rows.from, rows.to), pass);
    return;
  }
  const { hasAlpha, chromaFormat } = source;
  const width = Math.max(1, Math.round(source.width / shrink));
  const height = Math.max(1, Math.round(source.height / shrink));
  const small = createSurface(kernels.heap, width, height, hasAlpha, { chromaFormat });
  const toSmall = scaling(width / source.width, height / source.height);
  const fromSmall = scaling(source.width / width, source.height / height);
  const shrinking = samples.map((one) => ({ ...one, target: one.from(small) ?? one.target }));
  drawUpright(kernels, source, { toImage: fromSmall, rect: { x: 0, y: 0, width, height }, samples: shrinking });
  drawTurned(kernels, small, { ...pass, toImage: compose(toSmall, toImage) });
  releaseSurface(kernels.heap, small);
}

function isUpright({ b, c }: Matrix): boolean {
  return Math.abs(b) < upright && Math.abs(c) < upright;
}

function shrinkOf(toImage: Matrix): number {
  return Math.sqrt(Math.abs(determinant(toImage)));
}

function drawUpright(kernels: Kernels, source: TextureSource, { toImage, rect, samples }: Pass): void {
  const step = Math.max(Math.abs(toImage.a), Math.abs(toImage.d));
  const level = step <= largestStep ? 0 : Math.ceil(Math.log2(step / largestStep));
  const rows = sourceRows(toImage, rect, source.height);
  const surface = source.level(level, rows.from, rows.to);
  const scale = 2 ** -level;
  const scratch = kernels.heap.allocate(kernels.run.scaleScratchSize(rect.width, surface.width));
  eachPlane(surface, samples, (from, to, site) => {
    const x0 = indexOf(toImage.a * site.x(rect.x) + toImage.tx, site.divisor, site.offsetX, scale);
    const y0 = indexOf(toImage.d * site.y(rect.y) + toImage.ty, site.divisor, site.offsetY, scale);
    kernels.run.scalePlane(
      to.offset,
      to.stride,
      to.width,
      to.height,
      from.offset,
      from.stride,
      from.width,
      from.height,
      x0,
      toImage.a * scale,
      y0,
      toImage.d * scale,
      scratch,
    );
  });
  kernels.heap.release(scratch);
}

function drawTurned(kernels: Kernels, surface: Surface, { toImage, rect, samples }: Pass): void {
  eachPlane(surface, samples, (from, to, site) => {
    const { offset, stride, width, height } = from;
    const map = turnedMap(toImage, rect, site);
    kernels.run.affinePlane(to.offset, to.stride, to.width, to.height, offset, stride, width, height, ...map);
  });
}

/** Returns the packed planes of a source for `resampleRows`; null when the source must be drawn with `resample`. */
export function packedFor(source: TextureSource, toImage: Matrix): PackedPlanes | null {
  return (!isUpright(toImage) && shrinkOf(toImage) <= sharpEnough && source.packed?.()) || null;
}

/**
 * Samples the rows of `rect` from row `firstRow` (even) on, as many as `target` has. Gives the same bytes as `resample`
 * of the whole rectangle. `target` must have alpha.
 */
export function resampleRows(
  { run }: Kernels,
  packed: PackedPlanes,
  toImage: Matrix,
  rect: Rect,
  firstRow: number,
  target: Surface,
): void {
  const { luma, chroma, alpha } = target;
  if (!alpha) return;
  const [u, v] = chroma;
  const from = (plane: Plane) => [plane.offset, plane.stride, plane.width, plane.height] as const;
  const { flatLuma, flatChroma } = packed;
  const pair = [luma.offset, alpha.luma.offset, luma.stride, luma.width, luma.height] as const;
  const lumaMap = turnedMap(toImage, rect, lumaSite);
  run.affinePair(...pair, ...from(packed.luma), ...lumaMap, firstRow, flatLuma.offset, flatLuma.stride);
  const triple = [u.offset, v.offset, alpha.chroma.offset, u.stride, u.width, u.height] as const;
  const chromaMap = turnedMap(toImage, rect, chromaSite);
  run.affineTriple(...triple, ...from(packed.chroma), ...chromaMap, firstRow / 2, flatChroma.offset, flatChroma.stride);
}

/**
 * Affine map from the rectangle's samples to the source's, as parameters of the kernels: position of the first sample,
 * its change per column and per row, and the width of the band at the source's edges.
 */
type TurnedMap = [u0: number, v0: number, ux: number, uy: number, vx: number, vy: number, band: number];

function turnedMap(toImage: Matrix, rect: Rect, site: Site): TurnedMap {
  const { a, b, c, d, tx, ty } = toImage;
  const x = site.x(rect.x);
  const y = site.y(rect.y);
  // Coverage ends half an output pixel outside the edge; chroma samples extend twice as far.
  const band = 2 + shrinkOf(toImage);
  const u0 = indexOf(a * x + c * y + tx, site.divisor, site.offsetX, 1);
  const v0 = indexOf(b * x + d * y + ty, site.divisor, site.offsetY, 1);
  return [u0, v0, a, c, b, d, band];
}

function eachPlane(
  source: Surface,
  samples: readonly Samples[],
  visit: (from: Plane, to: Plane, site: Site) => void,
): void {
  for (const { target, site, from } of samples) {
    const plane = from(source);
    if (plane) visit(plane, target, site);
  }
}

// Converts a position in luma pixels to a sample index, in a plane scaled by `scale`.
function indexOf(position: number, divisor: number, offset: number, scale: number): number {
  return ((position - offset) / divisor + 0.5) * scale - 0.5;
}

function sourceRows(toImage: Matrix, rect: Rect, height: number): { from: number; to: number } {
  const corners = [rect.x, rect.x + rect.width].flatMap((x) =>
    [rect.y, rect.y + rect.height].map((y) => toImage.b * x + toImage.d * y + toImage.ty),
  );
  // Filters read beyond their pixel: a box and a chroma pair, in pixels of the halved image.
  const reach = 4 * Math.max(2, Math.abs(toImage.d) + Math.abs(toImage.b));
  const from = Math.max(0, Math.floor(Math.min(...corners) - reach));
  const to = Math.min(height, Math.ceil(Math.max(...corners) + reach));
  return to > from ? { from, to } : { from: 0, to: Math.min(height, 2) };
}
