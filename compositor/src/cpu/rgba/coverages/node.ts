import type { Rect } from '../../../graph/box.ts';
import { coverageNeeds } from '../../../graph/coverage.ts';
import type { Coverage } from '../../../graph/graph-node.ts';
import { featherSigma } from '../../../graph/soft-edge.ts';
import type { DrawScope } from '../draw-scope.ts';
import { drawGaussian } from '../gaussian.ts';
import { clearRgba, copyRgba, createRgba, type RgbaSurface, releaseRgba } from '../rgba-surface.ts';

type ImageCoverage = Extract<Coverage, { kind: 'node' }>;

/** Converts a channel of an image to coverage, then moves and softens its edge. */
export function drawNodeCoverage(
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

/** Returns `area` of a coverage with softened edges. Takes ownership of the coverage. */
export function soften(kernels: DrawScope['kernels'], cover: RgbaSurface, area: Rect, feather: number): RgbaSurface {
  const sigma = featherSigma(feather);
  const soft = sigma > 0 ? drawGaussian(kernels, cover, area, sigma, sigma, false) : copyRgba(kernels, cover, area);
  releaseRgba(kernels.heap, cover);
  return soft;
}
