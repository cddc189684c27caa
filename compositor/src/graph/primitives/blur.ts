import { grow, isEmpty, type Rect, union } from '../box.ts';
import { gaussianNeeds, gaussianRadius } from '../gaussian-axis.ts';
import { rotation } from '../matrix.ts';
import { boxRect, type NodeRules, rectAt } from '../node-rules.ts';
import { sampledRect } from '../sampled-rect.ts';

/** Graph node that blurs an image. */
export interface BlurNode<Node> {
  readonly kind: 'blur';
  readonly of: Node;
  readonly edge: 'transparent' | 'clamp';
  readonly shape:
    | { readonly type: 'gaussian'; readonly sigmaX: number; readonly sigmaY: number }
    /** Directional blur: the mean along a line of `length` pixels. `angle` is in degrees clockwise from the x axis. */
    | { readonly type: 'directional'; readonly length: number; readonly angle: number }
    /** Radial blur: the mean along the line to the centre, from the pixel itself to `amount` (0-1) of the distance. */
    | { readonly type: 'radial'; readonly amount: number; readonly centerX: number; readonly centerY: number };
}

type ShapeOf<T extends BlurNode<unknown>['shape']['type']> = Extract<BlurNode<unknown>['shape'], { type: T }>;

/** Extent of a blur: how far it spreads pixels. */
export interface BlurHalo {
  /** Whether the blur changes nothing. */
  readonly still: boolean;
  /** Returns the rectangle that an image with the extent `rect` can cover after the blur. */
  extent(rect: Rect): Rect;
  /** Returns the rectangle of source pixels that are needed to draw `area`. */
  needs(area: Rect): Rect;
}

/**
 * Returns the planning rules (extent and dependencies) of a blur node. With edge `clamp` the result ends at the box,
 * otherwise it extends beyond it.
 */
export function blurRules<Node>({ of, edge, shape }: BlurNode<Node>): NodeRules<Node> {
  const clamp = edge === 'clamp';
  const halo = blurHalo(shape);
  return {
    inputs: [of],
    same: halo.still && !clamp ? of : undefined,
    extent: (inputs, scope) =>
      clamp ? boxRect(scope) : isEmpty(rectAt(inputs, 0)) ? rectAt(inputs, 0) : halo.extent(rectAt(inputs, 0)),
    needs(area, scope) {
      const needed = halo.needs(area);
      return [clamp ? sampledRect('clamp', needed, scope) : needed];
    },
    opaque: ([source = false]) => clamp && source,
  };
}

/** Returns the extent of a blur of this shape. */
export function blurHalo(shape: BlurNode<unknown>['shape']): BlurHalo {
  switch (shape.type) {
    case 'gaussian':
      return gaussianBlurHalo(shape);
    case 'directional':
      return directionalHalo(shape);
    case 'radial':
      return radialHalo(shape);
  }
}

function gaussianBlurHalo(shape: ShapeOf<'gaussian'>): BlurHalo {
  const sigmaX = Math.max(0, shape.sigmaX);
  const sigmaY = Math.max(0, shape.sigmaY);
  return {
    still: sigmaX === 0 && sigmaY === 0,
    extent: (rect) => grow(rect, gaussianRadius(sigmaX), gaussianRadius(sigmaY)),
    needs: (area) => gaussianNeeds(area, sigmaX, sigmaY),
  };
}

function directionalHalo({ length, angle }: ShapeOf<'directional'>): BlurHalo {
  const { a, b } = rotation(angle);
  const halo = (part: number) => Math.ceil((Math.abs(part) * length) / 2) + 10;
  const around = (rect: Rect) => grow(rect, halo(a), halo(b));
  return { still: length <= 0, extent: around, needs: around };
}

// Streaks of a strong blur would extend without limit: they end at the size of the image.
const farthestStreak = 2;

function radialHalo({ amount, centerX, centerY }: ShapeOf<'radial'>): BlurHalo {
  return {
    still: amount <= 0,
    extent(rect) {
      const scale = Math.min(farthestStreak, 1 / Math.max(1e-6, 1 - amount));
      const left = Math.min(rect.x, Math.floor(centerX + (rect.x - centerX) * scale) - 1);
      const top = Math.min(rect.y, Math.floor(centerY + (rect.y - centerY) * scale) - 1);
      const right = Math.max(rect.x + rect.width, Math.ceil(centerX + (rect.x + rect.width - centerX) * scale) + 1);
      const bottom = Math.max(rect.y + rect.height, Math.ceil(centerY + (rect.y + rect.height - centerY) * scale) + 1);
      return { x: left, y: top, width: right - left, height: bottom - top };
    },
    needs: (area) => radialNeeds(radialNeeds(area, centerX, centerY), centerX, centerY),
  };
}

/**
 * Returns the rectangle of an image that is needed to draw `area` in one of the two averaging steps of a radial blur.
 */
export function radialNeeds(area: Rect, centerX: number, centerY: number): Rect {
  const centre = { x: Math.floor(centerX) - 1, y: Math.floor(centerY) - 1, width: 3, height: 3 };
  return union({ x: area.x - 1, y: area.y - 1, width: area.width + 2, height: area.height + 2 }, centre);
}
