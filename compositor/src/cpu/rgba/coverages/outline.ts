import type { Rect } from '../../../graph/box.ts';
import { gaussianNeeds } from '../../../graph/gaussian-axis.ts';
import type { Coverage } from '../../../graph/graph-node.ts';
import { featherSigma } from '../../../graph/soft-edge.ts';
import { rasterOutline } from '../../../sprites/raster-outline.ts';
import type { DrawScope } from '../draw-scope.ts';
import { createRgba, type RgbaSurface, viewOfRgba } from '../rgba-surface.ts';
import type { DrawnCoverage } from './drawn-coverage.ts';
import { soften } from './node.ts';

type Outline = Extract<Coverage, { kind: 'outline' }>;

/** Draws the inside of a path. The result is cached as long as every frame uses it. */
export function drawOutline(outline: Outline, area: Rect, scope: DrawScope): DrawnCoverage {
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

function rasterise(outline: Outline, rect: Rect, { kernels }: DrawScope): RgbaSurface {
  const data = rasterOutline(outline, rect);
  const surface = createRgba(kernels.heap, rect);
  const { offset, stride, width, height } = surface;
  for (let y = 0; y < height; y++) {
    kernels.heap.bytes.set(data.subarray(y * width * 4, (y + 1) * width * 4), offset + y * stride);
  }
  kernels.run.coverOfRgba(offset, stride, offset, stride, width, height, 0);
  return surface;
}
