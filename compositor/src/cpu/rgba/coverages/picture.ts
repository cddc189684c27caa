import { grow, type Rect } from '../../../graph/box.ts';
import type { Coverage } from '../../../graph/picture.ts';
import { featherSigma } from '../../../graph/soft-edge.ts';
import { drawGaussian, gaussianNeeds } from '../gaussian.ts';
import type { Scene } from '../picture-node.ts';
import { clearRgba, copyRgba, createRgba, type RgbaSurface, releaseRgba } from '../rgba-surface.ts';

type PictureCoverage = Extract<Coverage, { kind: 'picture' }>;

/** The part of the picture that `area` of its coverage is made of. */
export function pictureCoverageNeeds({ expansion, feather }: PictureCoverage, area: Rect): Rect {
  const reach = Math.ceil(Math.abs(expansion)) + 1;
  const sigma = featherSigma(feather);
  const blurred = gaussianNeeds(area, sigma, sigma);
  return expansion === 0 ? blurred : grow(blurred, reach, reach);
}

/** A channel of a picture as coverage, its edge moved and softened. */
export function drawPictureCoverage(
  by: PictureCoverage,
  area: Rect,
  picture: RgbaSurface | null,
  { kernels }: Scene,
): RgbaSurface {
  if (!picture || picture.width === 0) {
    const nothing = createRgba(kernels.heap, area);
    clearRgba(kernels, nothing);
    return nothing;
  }
  const cover = copyRgba(kernels, picture, pictureCoverageNeeds(by, area));
  const { offset, stride, width, height } = cover;
  kernels.run.coverOfRgba(offset, stride, offset, stride, width, height, by.channel === 'luma' ? 1 : 0);
  if (by.expansion !== 0) {
    const scratch = kernels.heap.allocate(kernels.run.moveEdgeScratchSize(width, height, by.expansion));
    kernels.run.moveEdge(offset, stride, width, height, by.expansion, scratch);
    kernels.heap.release(scratch);
  }
  return soften(kernels, cover, area, by.feather);
}

/** `area` of a coverage with its edges softened; takes the coverage over. */
export function soften(kernels: Scene['kernels'], cover: RgbaSurface, area: Rect, feather: number): RgbaSurface {
  const sigma = featherSigma(feather);
  const soft = sigma > 0 ? drawGaussian(kernels, cover, area, sigma, sigma, false) : copyRgba(kernels, cover, area);
  releaseRgba(kernels.heap, cover);
  return soft;
}
