import { grow, overlap, type Rect, union } from '../box.ts';
import { type DisplacementMap, isStillField } from '../displacement-map.ts';
import { boxRect, type GraphScope, type NodeRules, rectAt } from '../node-rules.ts';
import { sampledRect } from '../sampled-rect.ts';
import type { Edge } from '../values.ts';

/** Graph node that samples an image through a displacement map, bilinearly. */
export interface RemapNode<Node> {
  readonly kind: 'remap';
  readonly of: Node;
  readonly field: DisplacementMap;
  readonly edge: Edge;
}

/**
 * Returns the planning rules (extent and dependencies) of a remap node. With the edge mode `transparent` the result may
 * extend beyond the box; otherwise it ends at the box.
 */
export function remapRules<Node>(node: RemapNode<Node>): NodeRules<Node> {
  const { of, field, edge } = node;
  return {
    inputs: [of],
    same: edge === 'transparent' && isStillField(field) ? of : undefined,
    extent: (inputs, scope) => (edge === 'transparent' ? bentExtent(field, rectAt(inputs, 0), scope) : boxRect(scope)),
    needs: (area, scope) => [remapSource(node, area, scope)],
    opaque: ([source = false]) => edge !== 'transparent' && source,
  };
}

/**
 * Returns the rectangle of pixels from which `area` of a remapped image is sampled. Unless the edge mode is
 * `transparent` or the map is a wave, this is the whole box.
 */
export function remapSource({ field, edge }: RemapNode<unknown>, area: Rect, scope: GraphScope): Rect {
  const isKnown = edge === 'transparent' || field.kind === 'wave';
  return sampledRect(edge, isKnown ? bentSource(field, area, scope) : union(area, boxRect(scope)), scope);
}

/**
 * Returns the rectangle that an image with the extent `rect` can cover after a displacement. It may extend beyond the
 * box.
 */
function bentExtent(field: DisplacementMap, rect: Rect, scene: GraphScope): Rect {
  switch (field.kind) {
    case 'mirror':
      return mirroredExtent(field, rect);
    case 'lens':
      return lensExtent(field, rect, scene);
    case 'kaleidoscope':
      return boxRect(scene);
    default:
      return grow(rect, ...shiftOf(field));
  }
}

/** Returns the rectangle of pixels from which `area` of a displaced image can be sampled. */
function bentSource(field: DisplacementMap, area: Rect, scene: GraphScope): Rect {
  switch (field.kind) {
    case 'mirror':
      return union(area, mirrorImage(field, area));
    case 'lens':
      return lensSource(field, area, scene);
    case 'kaleidoscope':
      return union(area, boxRect(scene));
    default:
      return grow(area, ...shiftOf(field));
  }
}

type Field<K extends DisplacementMap['kind']> = Extract<DisplacementMap, { kind: K }>;

/** Returns the largest horizontal and vertical distance between a pixel and its source position, in pixels. */
function shiftOf(field: Field<'wave' | 'pixelate' | 'blocks'>): [x: number, y: number] {
  switch (field.kind) {
    case 'wave': {
      const halo = Math.ceil(Math.abs(field.amplitude)) + 1;
      return field.axis === 'x' ? [halo, 0] : [0, halo];
    }
    case 'pixelate':
      return [Math.ceil(field.size), Math.ceil(field.size)];
    case 'blocks': {
      const most = (axis: 'dx' | 'dy') =>
        Math.ceil(field.blocks.reduce((halo, block) => Math.max(halo, Math.abs(block[axis])), 0)) + 1;
      return [most('dx'), most('dy')];
    }
  }
}

function mirroredExtent(field: Field<'mirror'>, rect: Rect): Rect {
  const before = { ...rect };
  if (field.axis === 'x') before.width = Math.min(rect.width, Math.ceil(field.at) - rect.x);
  else before.height = Math.min(rect.height, Math.ceil(field.at) - rect.y);
  return union(before, mirrorImage(field, before));
}

function mirrorImage({ axis, at }: Field<'mirror'>, rect: Rect): Rect {
  const { x, y, width, height } = rect;
  return axis === 'x'
    ? { ...rect, x: Math.floor(2 * at - x - width), width: width + 1 }
    : { ...rect, y: Math.floor(2 * at - y - height), height: height + 1 };
}

function lensExtent(field: Field<'lens'>, rect: Rect, scene: GraphScope): Rect {
  const { amount, zoom = 1 } = field;
  if (amount >= 0) return scaledAbout(field, union(rect, middle(field)), zoom);
  // Limited to the radius at which r (1 + amount r^2) is largest, where its value is two thirds of r. Beyond it the
  // image would appear again.
  const turn = 1 / Math.sqrt(-3 * amount);
  const risen = scaledAbout(field, union(rect, middle(field)), 1.5 * zoom);
  return overlap(risen, scaledAbout(field, boxRect(scene), turn));
}

function lensSource(field: Field<'lens'>, area: Rect, { box }: GraphScope): Rect {
  const { centerX, centerY, amount, zoom = 1 } = field;
  const across = Math.max(Math.abs(area.x - centerX), Math.abs(area.x + area.width - centerX));
  const down = Math.max(Math.abs(area.y - centerY), Math.abs(area.y + area.height - centerY));
  const corner = Math.hypot(Math.max(centerX, box.width - centerX), Math.max(centerY, box.height - centerY));
  const farthest = Math.hypot(across, down) / corner;
  const most = Math.max(1, 1 + amount * farthest ** 2) / zoom;
  return scaledAbout(field, union(area, middle(field)), most);
}

function middle({ centerX, centerY }: Field<'lens'>): Rect {
  return { x: Math.floor(centerX), y: Math.floor(centerY), width: 1, height: 1 };
}

function scaledAbout({ centerX, centerY }: Field<'lens'>, { x, y, width, height }: Rect, scale: number): Rect {
  const left = Math.floor(centerX + (x - centerX) * scale) - 1;
  const top = Math.floor(centerY + (y - centerY) * scale) - 1;
  const right = Math.ceil(centerX + (x + width - centerX) * scale) + 1;
  const bottom = Math.ceil(centerY + (y + height - centerY) * scale) + 1;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
