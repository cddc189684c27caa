import { isEmpty, overlap, type Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { invert, type Matrix } from '../../../graph/matrix.ts';
import { alignedRect, isShift, isWholeShift, moveOf, type Shrink } from '../../../graph/primitives/transform.ts';
import type { Projection } from '../../../graph/values.ts';
import type { Kernels } from '../../../kernels/kernel-module.ts';
import { type DrawScope, type Source, sourceAt } from '../draw-scope.ts';
import { copyRgba, createRgba, type RgbaSurface, releaseRgba } from '../rgba-surface.ts';
import { cleared, drawShifted, kernelEdge, withFrame } from '../sampling.ts';

const masks = { r: 0xff, g: 0xff00, b: 0xff0000 } as const;

/** Transforms an image, with bilinear sampling or, where it is reduced, an area average. */
export function drawTransform(
  node: GraphNodeOf<'transform'>,
  area: Rect,
  inputs: readonly Source[],
  scope: DrawScope,
): RgbaSurface {
  const source = sourceAt(inputs, 0);
  const moved = drawMoved(node, area, source.surface, scope);
  if (!node.channel) return moved;
  const { kernels } = scope;
  const result = source.own(area);
  const { offset, stride, width, height } = result;
  kernels.run.takeChannel(offset, stride, moved.offset, moved.stride, width, height, masks[node.channel]);
  releaseRgba(kernels.heap, moved);
  return result;
}

function drawMoved(node: GraphNodeOf<'transform'>, area: Rect, source: RgbaSurface, scope: DrawScope): RgbaSurface {
  const { edge } = node;
  const { kernels } = scope;
  const { affine, toSource, shrink, sourceRect } = moveOf(node);
  const needed = sourceRect(area, scope);
  // A map may request far more than there is: with a transparent edge, nothing is allocated for the part outside the
  // source.
  const rect = edge === 'transparent' ? alignedRect(overlap(needed, source), shrink.level) : needed;
  if (!toSource || isEmpty(rect)) return cleared(kernels, area);
  if (affine && edge === 'transparent' && isWholeShift(affine)) {
    return copyRgba(kernels, { ...source, x: source.x + affine.tx, y: source.y + affine.ty }, area);
  }
  return withFrame(kernels, source, rect, (frame) =>
    withHalved(kernels, frame, shrink.level, (level) => {
      const target = createRgba(kernels.heap, area);
      const inverse = affine && invert(affine);
      if (inverse) sampleAffine(inverse, level, target, shrink, kernelEdge(edge), scope);
      else sampleProjected(toSource, level, target, kernelEdge(edge), scope);
      return target;
    }),
  );
}

// Expects `level` to be the source halved `shrink.level` times, with its position in its own pixels.
function sampleAffine(
  m: Matrix,
  level: RgbaSurface,
  target: RgbaSurface,
  shrink: Shrink,
  edge: number,
  scope: DrawScope,
): void {
  const sample = (part: RgbaSurface) => sampleEach(m, level, part, shrink, edge, scope);
  if (isShift(m)) drawShifted(scope.kernels, level, target, placeIn256ths(m, level, target), sample);
  else sample(target);
}

function sampleEach(
  m: Matrix,
  level: RgbaSurface,
  target: RgbaSurface,
  shrink: Shrink,
  edge: number,
  { kernels }: DrawScope,
): void {
  const scale = 2 ** -shrink.level;
  const x = target.x + 0.5;
  const y = target.y + 0.5;
  kernels.run.affineRgba(
    target.offset,
    target.stride,
    target.width,
    target.height,
    level.offset,
    level.stride,
    level.width,
    level.height,
    (m.a * x + m.c * y + m.tx) * scale - level.x - 0.5,
    (m.b * x + m.d * y + m.ty) * scale - level.y - 0.5,
    m.a * scale,
    m.c * scale,
    m.b * scale,
    m.d * scale,
    shrink.x,
    shrink.y,
    edge,
  );
}

function sampleProjected(
  [a, b, c, d, e, f, g, h, i]: Projection,
  source: RgbaSurface,
  target: RgbaSurface,
  edge: number,
  { kernels }: DrawScope,
): void {
  const { run, heap } = kernels;
  const { width } = target;
  const positions = heap.allocate(width * 8);
  const x = target.x + 0.5;
  for (let row = 0; row < target.height; row++) {
    const y = target.y + row + 0.5;
    const start = [a * x + b * y + c, d * x + e * y + f, g * x + h * y + i] as const;
    run.projectedPositions(positions, width, ...start, a, d, g, source.x + 0.5, source.y + 0.5);
    const at = target.offset + row * target.stride;
    run.sampleRow(at, width, positions, source.offset, source.stride, source.width, source.height, edge);
  }
  heap.release(positions);
}

// Returns the source position of the first pixel in 256ths of a pixel, rounded as in the sampling kernels.
function placeIn256ths({ tx, ty }: Matrix, source: RgbaSurface, target: RgbaSurface): [u: number, v: number] {
  return [Math.floor((target.x + tx - source.x) * 256 + 0.5), Math.floor((target.y + ty - source.y) * 256 + 0.5)];
}

/**
 * Runs `work` with a surface that is reduced to half its size `level` times, by the mean of 2 x 2 pixels. The position
 * of the reduced surface is in reduced pixels. For odd sizes the last column or row is repeated.
 */
function withHalved<T>(kernels: Kernels, surface: RgbaSurface, level: number, work: (halved: RgbaSurface) => T): T {
  if (level === 0) return work(surface);
  const { offset, stride, width, height } = surface;
  const half = createRgba(kernels.heap, {
    x: surface.x / 2,
    y: surface.y / 2,
    width: (width + 1) >> 1,
    height: (height + 1) >> 1,
  });
  kernels.run.halveRgba(half.offset, half.stride, offset, stride, width, height);
  const result = withHalved(kernels, half, level - 1, work);
  releaseRgba(kernels.heap, half);
  return result;
}
