import type { Rect } from '../../graph/box.ts';
import { coverageNeeds, edgeWidth, featherSigma } from '../../graph/coverage.ts';
import { gaussianNeeds } from '../../graph/gaussian-axis.ts';
import type { Coverage } from '../../graph/graph-node.ts';
import { rotation } from '../../graph/matrix.ts';
import { rasterOutline } from '../../sprites/vector-library.ts';
import type { DrawScope } from './draw-scope.ts';
import { drawGaussian } from './gaussian.ts';
import { clearRgba, copyRgba, createRgba, type RgbaSurface, releaseRgba, viewOfRgba } from './rgba-surface.ts';

/**
 * Draws the part of a coverage inside the rectangle `area`. A coverage is the fraction of each pixel that a shape or
 * mask covers. A coverage of kind `node` is computed from `image`, the result of another graph node; for other kinds
 * `image` is null.
 */
export function drawCoverage(by: Coverage, area: Rect, image: RgbaSurface | null, scope: DrawScope): DrawnCoverage {
  if (by.kind === 'outline') return drawOutline(by, area, scope);
  if (by.kind === 'node') return { surface: drawNodeCoverage(by, area, image, scope), kept: false };
  const surface = createRgba(scope.kernels.heap, area);
  switch (by.kind) {
    case 'half':
      fillHalf(by, surface, scope);
      break;
    case 'disc':
      fillDisc(by, surface, scope);
      break;
    case 'sweep':
      fillSweep(by, surface, scope);
      break;
    case 'slats':
      fillSlats(by, surface, scope);
      break;
  }
  return { surface, kept: false };
}

/** Coverage as pixels. All four bytes of a pixel contain the coverage. */
interface DrawnCoverage {
  readonly surface: RgbaSurface;
  /** Whether the surface is cached for later frames; the caller must not release it then. */
  readonly kept: boolean;
}

/** Fills a surface with the coverage of an ellipse. A radius of 0 or less covers nothing. */
function fillDisc(disc: Extract<Coverage, { kind: 'disc' }>, target: RgbaSurface, { kernels }: DrawScope): void {
  const { radiusX, radiusY } = disc;
  if (!(radiusX > 0 && radiusY > 0)) {
    clearRgba(kernels, target);
    return;
  }
  const { offset, stride, width, height } = target;
  const [cx, cy] = [disc.x - target.x - 0.5, disc.y - target.y - 0.5];
  kernels.run.coverDisc(offset, stride, width, height, cx, cy, radiusX, radiusY, edgeWidth(disc.feather));
}

/** Fills a surface with the coverage of the half plane on one side of a line. */
function fillHalf(half: Extract<Coverage, { kind: 'half' }>, target: RgbaSurface, { kernels }: DrawScope): void {
  const { a, b } = rotation(half.angle);
  const width = edgeWidth(half.feather);
  const start = (target.x + 0.5 - half.x) * a + (target.y + 0.5 - half.y) * b;
  const line = [a / width, b / width, start / width] as const;
  const { offset, stride, height } = target;
  kernels.run.coverLines(offset, stride, target.width, height, ...line, ...line, 0);
}

const opaqueWhite = -1;

/**
 * Fills a surface with the coverage of a sector, which extends clockwise from the upward direction by `share` of a full
 * circle.
 */
function fillSweep(sweep: Extract<Coverage, { kind: 'sweep' }>, target: RgbaSurface, { kernels }: DrawScope): void {
  const { offset, stride, width, height } = target;
  if (sweep.share <= 0) {
    clearRgba(kernels, target);
    return;
  }
  if (sweep.share >= 1) {
    kernels.run.fillRgba(offset, stride, width, height, opaqueWhite);
    return;
  }
  const edge = edgeWidth(sweep.feather);
  const dx = target.x + 0.5 - sweep.x;
  const dy = target.y + 0.5 - sweep.y;
  // Right of the upward line, and left of the rotated one, whose normal is its own direction rotated back by a quarter
  // turn.
  const { a: x, b: y } = rotation(sweep.share * 360 + 180);
  const start = [1 / edge, 0, dx / edge] as const;
  const end = [x / edge, y / edge, (dx * x + dy * y) / edge] as const;
  kernels.run.coverLines(offset, stride, width, height, ...start, ...end, sweep.share > 0.5 ? 1 : 0);
}

/**
 * Fills a surface with the coverage of slats (parallel strips like those of a blind) across the box. They are counted
 * in the direction in which they open.
 */
function fillSlats(slats: Extract<Coverage, { kind: 'slats' }>, target: RgbaSurface, scope: DrawScope): void {
  const { box, kernels } = scope;
  const { a: x, b: y } = rotation(slats.angle + 90);
  const length = Math.abs(box.width * x) + Math.abs(box.height * y);
  const per = Math.max(1, slats.count) / length;
  const start = (target.x + 0.5 - box.width / 2) * x + (target.y + 0.5 - box.height / 2) * y + length / 2;
  const share = Math.min(1, Math.max(0, slats.share));
  const { offset, stride, width, height } = target;
  kernels.run.coverSlats(offset, stride, width, height, x * per, y * per, start * per, share, per);
}

type Outline = Extract<Coverage, { kind: 'outline' }>;

/** Draws the coverage of the inside of a path. The result stays cached as long as every frame uses it. */
function drawOutline(outline: Outline, area: Rect, scope: DrawScope): DrawnCoverage {
  const { d, feather, expansion } = outline;
  const place = [area.x, area.y, area.width, area.height].join(' ');
  const offset = scope.kept.keep(`outline ${place} ${feather} ${expansion} ${d}`, () => {
    const sigma = featherSigma(feather);
    const cover = rasterise(outline, gaussianNeeds(area, sigma, sigma), scope);
    const soft = soften(scope.kernels, cover, area, feather);
    return compact(soft, area, scope);
  });
  return { surface: { ...area, offset, block: offset, stride: strideOf(area) }, kept: true };
}

// A cached surface is identified by the offset of its block alone.
function compact(surface: RgbaSurface, area: Rect, { kernels }: DrawScope): number {
  if (surface.offset === surface.block && surface.stride === strideOf(area)) return surface.block;
  const copy = createRgba(kernels.heap, area);
  const { offset, stride, width, height } = viewOfRgba(surface, area);
  kernels.run.copyRect(copy.offset, copy.stride, offset, stride, width * 4, height);
  kernels.heap.release(surface.block);
  return copy.block;
}

function strideOf({ width }: Rect): number {
  return (width * 4 + 15) & ~15;
}

function rasterise(outline: Outline, rect: Rect, { kernels, vectors }: DrawScope): RgbaSurface {
  const data = rasterOutline(vectors, outline, rect);
  const surface = createRgba(kernels.heap, rect);
  const { offset, stride, width, height } = surface;
  for (let y = 0; y < height; y++) {
    kernels.heap.bytes.set(data.subarray(y * width * 4, (y + 1) * width * 4), offset + y * stride);
  }
  kernels.run.coverOfRgba(offset, stride, offset, stride, width, height, 0);
  return surface;
}

type ImageCoverage = Extract<Coverage, { kind: 'node' }>;

/** Converts a channel of an image to coverage, then moves and softens the edge of the covered region. */
function drawNodeCoverage(
  by: ImageCoverage,
  area: Rect,
  image: RgbaSurface | null,
  { kernels }: DrawScope,
): RgbaSurface {
  if (!image || image.width === 0) {
    const nothing = createRgba(kernels.heap, area);
    clearRgba(kernels, nothing);
    return nothing;
  }
  const cover = copyRgba(kernels, image, coverageNeeds(by, area));
  const { offset, stride, width, height } = cover;
  kernels.run.coverOfRgba(offset, stride, offset, stride, width, height, by.channel === 'luma' ? 1 : 0);
  if (by.expansion !== 0) {
    const scratch = kernels.heap.allocate(kernels.run.moveEdgeScratchSize(width, height, by.expansion));
    kernels.run.moveEdge(offset, stride, width, height, by.expansion, scratch);
    kernels.heap.release(scratch);
  }
  return soften(kernels, cover, area, by.feather);
}

/** Returns the part of a coverage inside `area`, with softened edges. Takes ownership of `cover` and releases it. */
function soften(kernels: DrawScope['kernels'], cover: RgbaSurface, area: Rect, feather: number): RgbaSurface {
  const sigma = featherSigma(feather);
  const soft = sigma > 0 ? drawGaussian(kernels, cover, area, sigma, sigma, false) : copyRgba(kernels, cover, area);
  releaseRgba(kernels.heap, cover);
  return soft;
}
