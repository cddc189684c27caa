import { type Box, isEmpty, overlap, type Rect, union } from '../../../graph/box.ts';
import { invert, type Matrix } from '../../../graph/matrix.ts';
import type { Projection, TransformPicture } from '../../../graph/picture.ts';
import { affineOf, invertProjection, isAffine, projectedBounds } from '../../../graph/projection.ts';
import { alignedRect, withHalved } from '../halving.ts';
import { boxRect, type PictureNode, rectAt, type Scene, sourceAt } from '../picture-node.ts';
import { copyRgba, createRgba, type RgbaSurface, releaseRgba } from '../rgba-surface.ts';
import { cleared, kernelEdge, sampledRect, withFrame } from '../sampling.ts';
import { drawShifted } from '../shifted.ts';

const masks = { r: 0xff, g: 0xff00, b: 0xff0000 } as const;
// Shrinking by less than this is left to bilinear sampling.
const sharpEnough = 1.02;
const mostSamples = 16;
const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** The picture moved: bilinear, or the mean of the area that a pixel shows when it shrinks. */
export function transformNode(picture: TransformPicture): PictureNode {
  const { of, map, edge, channel } = picture;
  const affine = affineOf(map);
  const still = affine !== null && isStill(affine);
  const toSource = inverseOf(map);
  const shrink = affine ? shrinkOf(invert(affine)) : { x: 1, y: 1, level: 0 };

  function sourceRect(area: Rect, scene: Scene): Rect {
    const bounds = toSource && projectedBounds(toSource, boxOf(area));
    if (!bounds) return nowhere;
    const wanted = sampledRect(edge, rectAround(bounds, 1), scene);
    const aligned = alignedRect(wanted, shrink.level);
    return edge === 'transparent' ? aligned : sampledRect('clamp', aligned, scene);
  }

  function move(area: Rect, source: RgbaSurface, scene: Scene): RgbaSurface {
    const { kernels } = scene;
    const needed = sourceRect(area, scene);
    // A map may ask for far more than there is: what is not there stays transparent without room for it.
    const rect = edge === 'transparent' ? alignedRect(overlap(needed, source), shrink.level) : needed;
    if (!toSource || isEmpty(rect)) return cleared(kernels, area);
    if (affine && edge === 'transparent' && isShift(affine)) {
      return copyRgba(kernels, { ...source, x: source.x + affine.tx, y: source.y + affine.ty }, area);
    }
    return withFrame(kernels, source, rect, (frame) =>
      withHalved(kernels, frame, shrink.level, (level) => {
        const target = createRgba(kernels.heap, area);
        const inverse = affine && invert(affine);
        if (inverse) sampleAffine(inverse, level, target, shrink, kernelEdge(edge), scene);
        else sampleProjected(toSource, level, target, kernelEdge(edge), scene);
        return target;
      }),
    );
  }

  return {
    inputs: [of],
    same: still && edge === 'transparent' ? of : undefined,
    extent(inputs, scene) {
      const own = rectAt(inputs, 0);
      if (edge !== 'transparent') return boxRect(scene);
      const bounds = isEmpty(own)
        ? null
        : projectedBounds(projectionOf(map), grown(boxOf(own), affine && isShift(affine) ? 0 : 1));
      const moved = bounds ? rectAround(bounds, 0) : nowhere;
      return channel && !isEmpty(own) ? union(own, moved) : moved;
    },
    needs(area, scene) {
      const rect = sourceRect(area, scene);
      return [channel ? (isEmpty(rect) ? area : union(area, rect)) : rect];
    },
    draw(area, inputs, scene) {
      const source = sourceAt(inputs, 0);
      const moved = move(area, source.surface, scene);
      if (!channel) return moved;
      const { kernels } = scene;
      const result = source.own(area);
      const { offset, stride, width, height } = result;
      kernels.run.takeChannel(offset, stride, moved.offset, moved.stride, width, height, masks[channel]);
      releaseRgba(kernels.heap, moved);
      return result;
    },
  };
}

interface Shrink {
  /** Samples a pixel along each axis, after halving. */
  readonly x: number;
  readonly y: number;
  /** How often the source is halved first. */
  readonly level: number;
}

function shrinkOf(inverse: Matrix | null): Shrink {
  if (!inverse) return { x: 1, y: 1, level: 0 };
  const stepX = Math.hypot(inverse.a, inverse.b);
  const stepY = Math.hypot(inverse.c, inverse.d);
  const level = Math.max(0, Math.floor(Math.log2(Math.min(stepX, stepY)) + 1e-6));
  const samples = (step: number) => Math.min(mostSamples, Math.max(1, Math.ceil(step / 2 ** level / sharpEnough)));
  return { x: samples(stepX), y: samples(stepY), level };
}

// `level` is the source halved `shrink.level` times; its place is in its own pixels.
function sampleAffine(
  m: Matrix,
  level: RgbaSurface,
  target: RgbaSurface,
  shrink: Shrink,
  edge: number,
  scene: Scene,
): void {
  const sample = (part: RgbaSurface) => sampleEach(m, level, part, shrink, edge, scene);
  if (isMove(m)) drawShifted(scene.kernels, level, target, placeIn256ths(m, level, target), sample);
  else sample(target);
}

function sampleEach(
  m: Matrix,
  level: RgbaSurface,
  target: RgbaSurface,
  shrink: Shrink,
  edge: number,
  { kernels }: Scene,
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
  { kernels }: Scene,
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

function projectionOf(map: Matrix | Projection): Projection {
  return isAffine(map) ? [map.a, map.c, map.tx, map.b, map.d, map.ty, 0, 0, 1] : map;
}

function inverseOf(map: Matrix | Projection): Projection | null {
  return invertProjection(projectionOf(map));
}

function isStill(m: Matrix): boolean {
  return isShift(m) && m.tx === 0 && m.ty === 0;
}

function isMove(m: Matrix): boolean {
  return m.a === 1 && m.d === 1 && m.b === 0 && m.c === 0;
}

// Where the first pixel comes from, in 256ths of a pixel as the sampling kernels round them.
function placeIn256ths({ tx, ty }: Matrix, source: RgbaSurface, target: RgbaSurface): [u: number, v: number] {
  return [Math.floor((target.x + tx - source.x) * 256 + 0.5), Math.floor((target.y + ty - source.y) * 256 + 0.5)];
}

function isShift(m: Matrix): boolean {
  return isMove(m) && Number.isInteger(m.tx) && Number.isInteger(m.ty);
}

function boxOf({ x, y, width, height }: Rect): Box {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

function grown(box: Box, by: number): Box {
  return { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by };
}

function rectAround(box: Box, room: number): Rect {
  const x = Math.floor(box.left) - room;
  const y = Math.floor(box.top) - room;
  return { x, y, width: Math.ceil(box.right) + room - x, height: Math.ceil(box.bottom) + room - y };
}
