import { type Box, isEmpty, type Rect, union } from '../box.ts';
import { invert, type Matrix } from '../matrix.ts';
import { boxRect, type GraphScope, type NodeRules, rectAt } from '../node-rules.ts';
import { sampledRect } from '../sampled-rect.ts';
import type { Edge, Projection } from '../values.ts';

/**
 * Graph node that transforms an image by `map` (from the image's pixels to the result's). It uses an area average where
 * the image shrinks, bilinear sampling otherwise.
 */
export interface TransformNode<Node> {
  readonly kind: 'transform';
  readonly of: Node;
  readonly map: Matrix | Projection;
  readonly edge: Edge;
  /**
   * Name of the only channel that is transformed. Alpha is then the larger of the transformed and the original alpha.
   * Absent: all channels are transformed.
   */
  readonly channel?: 'r' | 'g' | 'b';
}

/** Map of a transform node and values derived from it. */
export interface Move {
  /** Affine map; null when the map is projective and not affine. */
  readonly affine: Matrix | null;
  /** Map from the result's pixels to the image's; null when the map is not invertible. */
  readonly toSource: Projection | null;
  readonly shrink: Shrink;
  /** Returns the rectangle of pixels from which `area` of the result is sampled. */
  sourceRect(area: Rect, scope: GraphScope): Rect;
}

/** Settings of the area average that scales an image down. */
export interface Shrink {
  /** Number of samples of a result pixel along the x axis, after halving; `y` is the number along the y axis. */
  readonly x: number;
  readonly y: number;
  /** Number of times that the source is reduced to half its size before the area average. */
  readonly level: number;
}

// Shrink factor below which bilinear sampling is sufficient.
const sharpEnough = 1.02;
const mostSamples = 16;
const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 };

/**
 * Returns the planning rules (extent and dependencies) of a transform node. With the edge mode `transparent` the result
 * covers the transformed input, otherwise the box for which the graph was built (`GraphScope.box`).
 */
export function transformRules<Node>(node: TransformNode<Node>): NodeRules<Node> {
  const { of, map, edge, channel } = node;
  const { affine, sourceRect } = moveOf(node);
  const still = affine !== null && isWholeShift(affine) && affine.tx === 0 && affine.ty === 0;
  return {
    inputs: [of],
    same: still && edge === 'transparent' ? of : undefined,
    extent(inputs, scope) {
      const own = rectAt(inputs, 0);
      if (edge !== 'transparent') return boxRect(scope);
      const bounds = isEmpty(own)
        ? null
        : projectedBounds(projectionOf(map), grown(boxOf(own), affine && isWholeShift(affine) ? 0 : 1));
      const moved = bounds ? rectAround(bounds, 0) : nowhere;
      return channel && !isEmpty(own) ? union(own, moved) : moved;
    },
    needs(area, scope) {
      const rect = sourceRect(area, scope);
      return [channel ? (isEmpty(rect) ? area : union(area, rect)) : rect];
    },
    opaque: ([source = false]) => (edge !== 'transparent' || channel !== undefined) && source,
  };
}

/** Derives the inverse, the shrink settings and the source area from a transform's map. */
export function moveOf({ map, edge }: TransformNode<unknown>): Move {
  const affine = affineOf(map);
  const toSource = invertProjection(projectionOf(map));
  const shrink = affine ? shrinkOf(invert(affine)) : { x: 1, y: 1, level: 0 };
  return {
    affine,
    toSource,
    shrink,
    sourceRect(area, scope) {
      const bounds = toSource && projectedBounds(toSource, boxOf(area));
      if (!bounds) return nowhere;
      const wanted = sampledRect(edge, rectAround(bounds, 1), scope);
      const aligned = alignedRect(wanted, shrink.level);
      return edge === 'transparent' ? aligned : sampledRect('clamp', aligned, scope);
    },
  };
}

/**
 * Extends `rect` to whole blocks of 2^level x 2^level pixels, counted from the top left corner of the graph's box. When
 * the image is then halved `level` times, each pixel gets the same value whichever rectangle is drawn.
 */
export function alignedRect(rect: Rect, level: number): Rect {
  const block = 2 ** level;
  const x = Math.floor(rect.x / block) * block;
  const y = Math.floor(rect.y / block) * block;
  const right = Math.ceil((rect.x + rect.width) / block) * block;
  const bottom = Math.ceil((rect.y + rect.height) / block) * block;
  return { x, y, width: right - x, height: bottom - y };
}

/** Whether the map is a translation only. */
export function isShift(m: Matrix): boolean {
  return m.a === 1 && m.d === 1 && m.b === 0 && m.c === 0;
}

/** Whether the map is a translation by whole pixels only. */
export function isWholeShift(m: Matrix): boolean {
  return isShift(m) && Number.isInteger(m.tx) && Number.isInteger(m.ty);
}

function shrinkOf(inverse: Matrix | null): Shrink {
  if (!inverse) return { x: 1, y: 1, level: 0 };
  const stepX = Math.hypot(inverse.a, inverse.b);
  const stepY = Math.hypot(inverse.c, inverse.d);
  const level = Math.max(0, Math.floor(Math.log2(Math.min(stepX, stepY)) + 1e-6));
  const samples = (step: number) => Math.min(mostSamples, Math.max(1, Math.ceil(step / 2 ** level / sharpEnough)));
  return { x: samples(stepX), y: samples(stepY), level };
}

function projectionOf(map: Matrix | Projection): Projection {
  return isAffine(map) ? [map.a, map.c, map.tx, map.b, map.d, map.ty, 0, 0, 1] : map;
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

// Points closer to the horizon than this are ignored. Fraction of the largest distance at the corners.
const horizon = 1e-3;
// Coordinate limit, larger than any image, which keeps sizes finite.
const farthest = 1 << 20;

/** Whether a map has the form of an affine matrix. */
function isAffine(map: Matrix | Projection): map is Matrix {
  return 'tx' in map;
}

/** Returns a projection as an affine map when its last row is 0 0 i; null when the projection is not affine. */
function affineOf(map: Matrix | Projection): Matrix | null {
  if (isAffine(map)) return map;
  const [a, b, c, d, e, f, g, h, i] = map;
  return g === 0 && h === 0 && i !== 0 ? { a: a / i, c: b / i, tx: c / i, b: d / i, d: e / i, ty: f / i } : null;
}

/**
 * Returns the inverse of a projection, scaled so that points in front of the horizon remain in front of it; null when
 * the projection is not invertible.
 */
export function invertProjection([a, b, c, d, e, f, g, h, i]: Projection): Projection | null {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (!(Math.abs(determinant) > 1e-12)) return null;
  const adjugate = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ].map((value) => value / determinant);
  const at = (k: number) => adjugate[k] ?? 0;
  return [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8)];
}

/**
 * Returns the bounding box of the projection of the part of `box` that is in front of the horizon; null when there is
 * no such part.
 */
function projectedBounds([a, b, c, d, e, f, g, h, i]: Projection, box: Box): Box | null {
  const corners = [
    [box.left, box.top],
    [box.right, box.top],
    [box.right, box.bottom],
    [box.left, box.bottom],
  ].map(([x = 0, y = 0]) => ({ u: a * x + b * y + c, v: d * x + e * y + f, w: g * x + h * y + i }));
  const least = horizon * Math.max(...corners.map(({ w }) => Math.abs(w)));
  const visible = corners.flatMap((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    const own = corner.w >= least ? [corner] : [];
    if (corner.w >= least === next.w >= least) return own;
    const t = (least - corner.w) / (next.w - corner.w);
    const mid = (from: number, to: number) => from + (to - from) * t;
    return [...own, { u: mid(corner.u, next.u), v: mid(corner.v, next.v), w: least }];
  });
  if (visible.length === 0) return null;
  const clamp = (value: number) => Math.min(farthest, Math.max(-farthest, value));
  const xs = visible.map(({ u, w }) => clamp(u / w));
  const ys = visible.map(({ v, w }) => clamp(v / w));
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
