import { LIMITS } from '../../document/limits.ts';
import { type Curve, combined, keyframesOf, mapped, valueAt } from '../curve.ts';
import type { SourceNode } from '../source-tree.ts';
import {
  bindVariable,
  type EditContext,
  type Fields,
  nameOf,
  POSITIONS,
  type Size,
  setCurve,
  tweenedOf,
} from './edit-context.ts';
import { motionOf } from './motions.ts';

/** Size of a clip's box and its distance from the box of the file, in pixels of the canvas. */
export interface PlacedBox {
  /** Box in the file at scale 1, by which the clip is aligned to an edge of the canvas. */
  box: Size;
  /** Centre of the clip from the centre of this box, at scale 1, y downwards. */
  inBox?: { x: number; y: number };
  /** Factor of the clip's scale, for clips whose own size differs from the box. */
  sizing?: number;
}

const plus = (a: number, b: number) => a + b;
const times = (a: number, b: number) => a * b;

/**
 * Returns the place, size, rotation and opacity of a clip with their keyframes, including those of its transitions and
 * its effect. `lengthSec` is the length of the clip.
 */
export function placementOf(
  clip: SourceNode,
  { box, inBox = { x: 0, y: 0 }, sizing = 1 }: PlacedBox,
  lengthSec: number,
  edit: EditContext,
): Fields {
  const { width, height } = edit.canvas;
  const fields: Fields = {};
  const motion = motionOf(clip, lengthSec);
  const position = nameOf(clip.get('position'), POSITIONS)?.toLowerCase() ?? 'center';
  const offset = clip.get('offset');
  const scaleNode = clip.get('scale');
  const scale = tweenedOf(scaleNode, 1, [0, 100], lengthSec);
  const rotation = rotationOf(clip, lengthSec);
  const at = { scale: valueAt(scale, 0), rotation: valueAt(rotation, 0) };
  const edgeX = position.includes('left') ? -1 : position.includes('right') ? 1 : 0;
  const edgeY = position.includes('top') ? -1 : position.includes('bottom') ? 1 : 0;
  const turned = turnedBy(at.rotation, inBox, at.scale);
  const left = (edgeX * (width - box.width * at.scale)) / 2 + turned.x;
  const down = (edgeY * (height - box.height * at.scale)) / 2 + turned.y;
  const x = combined(tweenedOf(offset?.get('x') ?? null, 0, [-10, 10], lengthSec), motion.x, plus);
  // In the file, a positive offset moves a clip up.
  const up = tweenedOf(offset?.get('y') ?? null, 0, [-10, 10], lengthSec);
  const y = combined(
    mapped(up, (value) => -value),
    motion.y,
    plus,
  );
  if ((inBox.x !== 0 || inBox.y !== 0) && (typeof scale !== 'number' || typeof rotation !== 'number')) {
    clip.note('The clip grows or turns around its own centre, not around that of its box.', 'Its own centre.');
  }
  write(
    fields,
    'x',
    mapped(x, (value) => value * width + left),
    -LIMITS.position,
    LIMITS.position,
  );
  write(
    fields,
    'y',
    mapped(y, (value) => value * height + down),
    -LIMITS.position,
    LIMITS.position,
  );
  write(
    fields,
    'scale',
    mapped(combined(scale, motion.scale, times), (value) => value * sizing),
    0,
    100,
  );
  write(fields, 'rotation', rotation, -36_000, 36_000);
  const opacityNode = clip.get('opacity');
  write(fields, 'opacity', combined(tweenedOf(opacityNode, 1, [0, 1], lengthSec), motion.opacity, times), 0, 1);
  bindVariable(fields, 'opacity', opacityNode, edit);
  // A variable would replace the factor for the size of the media.
  bindVariable(fields, sizing === 1 ? 'scale' : '', scaleNode, edit);
  const cropL = keyframesOf(motion.cropL, 0, 1);
  const cropR = keyframesOf(motion.cropR, 0, 1);
  return {
    ...fields,
    ...(cropL ? { kfCropL: cropL } : {}),
    ...(cropR ? { kfCropR: cropR } : {}),
    ...turnsOf(clip, lengthSec),
  };
}

function write(
  fields: Fields,
  field: 'opacity' | 'scale' | 'x' | 'y' | 'rotation' | 'skewX' | 'skewY',
  curve: Curve,
  minimum: number,
  maximum: number,
): void {
  const value = Math.min(maximum, Math.max(minimum, valueAt(curve, 0)));
  setCurve(fields, field, value, keyframesOf(curve, minimum, maximum));
}

function rotationOf(clip: SourceNode, lengthSec: number): Curve {
  const angle = clip.get('transform')?.get('rotate')?.get('angle') ?? null;
  return tweenedOf(angle, 0, [-36_000, 36_000], lengthSec);
}

/** Returns the fields for skew and flip. A skew in the file is the tangent of its angle. */
function turnsOf(clip: SourceNode, lengthSec: number): Fields {
  const transform = clip.get('transform');
  const fields: Fields = {};
  for (const axis of ['x', 'y'] as const) {
    const node = transform?.get('skew')?.get(axis);
    if (!node) continue;
    const skew = tweenedOf(node, 0, [-50, 50], lengthSec);
    const degrees = mapped(skew, (value) => (Math.atan(value) * 180) / Math.PI);
    if (typeof degrees !== 'number' || degrees !== 0) write(fields, axis === 'x' ? 'skewX' : 'skewY', degrees, -89, 89);
  }
  const flip = transform?.get('flip');
  if (flip?.get('horizontal')?.truth()) fields.flipH = true;
  if (flip?.get('vertical')?.truth()) fields.flipV = true;
  return fields;
}

/** Returns a point of a box after the box was scaled and turned around its centre. Degrees, clockwise. */
function turnedBy(degrees: number, { x, y }: { x: number; y: number }, scale: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}
