import type { GraphNode } from '../graph/graph-node.ts';
import type { Projection } from '../graph/values.ts';
import { angle, bendEdge, blurEdge, defineEffect, number, oneOf, pixels } from './define-effect.ts';

const place = (initial: number, corner: string, axis: 'across' | 'down') =>
  number(initial, -2, 3, `${corner} corner, ${axis}. Share of the ${axis === 'across' ? 'width' : 'height'}.`);

export const cornerPin = defineEffect({
  type: 'corner-pin',
  description: 'Pulls the four corners to places of their own, in perspective.',
  params: {
    tlX: place(0, 'Top left', 'across'),
    tlY: place(0, 'Top left', 'down'),
    trX: place(1, 'Top right', 'across'),
    trY: place(0, 'Top right', 'down'),
    brX: place(1, 'Bottom right', 'across'),
    brY: place(1, 'Bottom right', 'down'),
    blX: place(0, 'Bottom left', 'across'),
    blY: place(1, 'Bottom left', 'down'),
  },
  followsOutline: true,
  graph: (input, params, { width, height }) => {
    const corners = [params.tlX, params.tlY, params.trX, params.trY, params.brX, params.brY, params.blX, params.blY];
    if (corners.every((value, index) => value === unpinned[index])) return input;
    const map = pinned(params, width, height);
    if (map === null) return { kind: 'solid', colour: { r: 0, g: 0, b: 0, a: 0 } };
    return { kind: 'transform', of: input, map, edge: 'transparent' };
  },
});

const unpinned = [0, 0, 1, 0, 1, 1, 0, 1];

type Corners = Record<'tlX' | 'tlY' | 'trX' | 'trY' | 'brX' | 'brY' | 'blX' | 'blY', number>;

/**
 * Computes the projective map from a box to four corners (P. Heckbert, Fundamentals of Texture Mapping, 1989, 2.2.3).
 * Returns null when three of the corners are on a line: nothing is visible then.
 */
function pinned(corners: Corners, width: number, height: number): Projection | null {
  const { tlX, tlY, trX, trY, brX, brY, blX, blY } = corners;
  const [x1, y1, x2, y2] = [trX - brX, trY - brY, blX - brX, blY - brY];
  const sumX = tlX - trX + brX - blX;
  const sumY = tlY - trY + brY - blY;
  const flat = x1 * y2 - x2 * y1;
  if (Math.abs(flat) < 1e-9) return null;
  const g = (sumX * y2 - x2 * sumY) / flat;
  const h = (x1 * sumY - sumX * y1) / flat;
  return [
    trX - tlX + g * trX,
    ((blX - tlX + h * blX) * width) / height,
    tlX * width,
    ((trY - tlY + g * trY) * height) / width,
    blY - tlY + h * blY,
    tlY * height,
    g / width,
    h / height,
    1,
  ];
}

export const wave = defineEffect({
  type: 'wave',
  description: 'The picture sways in waves.',
  params: {
    amplitude: pixels(12, 0, 500, 'How far it sways.'),
    wavelength: pixels(160, 4, 4000, 'Length of a wave.'),
    speed: number(1, -20, 20, 'How fast the waves pass. Waves a second; below 0 the other way.'),
    axis: oneOf(['x', 'y'], 'x', 'Sways sideways (x) or up and down (y).'),
  },
  graph: (input, { amplitude, wavelength, speed, axis }, moment) => {
    if (amplitude === 0) return input;
    const turns = moment.timeSec * speed;
    const field = {
      kind: 'wave',
      axis,
      amplitude: amplitude * moment.scale,
      wavelength: wavelength * moment.scale,
      phase: turns - Math.floor(turns),
    } as const;
    return { kind: 'remap', of: input, field, edge: bendEdge(moment) };
  },
});

export const lensDistortion = defineEffect({
  type: 'lens-distortion',
  description: 'Bent as by a lens; the picture still fills its box.',
  params: {
    amount: number(0.3, -1, 1, 'Above 0 it bulges (barrel, fisheye), below 0 it is pinched (pincushion). -1 to 1.'),
  },
  graph: (input, { amount }, moment) => {
    if (amount === 0) return input;
    const field = {
      kind: 'lens',
      amount: amount > 0 ? amount : amount * pinchAtFull,
      centerX: moment.width / 2,
      centerY: moment.height / 2,
      // Keeps the corners in place when the image bulges, instead of moving them inwards.
      zoom: amount > 0 ? 1 + amount : 1,
    } as const;
    return { kind: 'remap', of: input, field, edge: bendEdge(moment) };
  },
});

/**
 * Maximum strength a of the pinch distortion r (1 + a r^2). Above a third, the function decreases inside the image, so
 * that parts of it would appear twice.
 */
const pinchAtFull = 0.33;

export const mirror = defineEffect({
  type: 'mirror',
  description:
    'One half mirrored onto the other; where the mirror image ends, the picture goes on mirrored at its edge.',
  params: {
    axis: oneOf(['x', 'y'], 'x', 'The left half onto the right (x) or the upper onto the lower (y).'),
    offset: number(0, -0.5, 0.5, 'Where the mirror stands, from the middle. Share of the side, -0.5 to 0.5.'),
  },
  graph: (input, { axis, offset }, moment) => {
    const at = (0.5 + offset) * (axis === 'x' ? moment.width : moment.height);
    return { kind: 'remap', of: input, field: { kind: 'mirror', axis, at }, edge: bendEdge(moment) };
  },
});

export const kaleidoscope = defineEffect({
  type: 'kaleidoscope',
  description: 'A wedge of the picture, mirrored around the middle.',
  params: {
    segments: number(6, 2, 24, 'Wedges around the middle. 2-24, whole.'),
    angle: angle(0, 'Turn of the wedge that is shown.'),
  },
  graph: (input, { segments, angle }, { width, height }) => {
    const field = {
      kind: 'kaleidoscope',
      segments: Math.round(segments),
      angle,
      centerX: width / 2,
      centerY: height / 2,
    } as const;
    return { kind: 'remap', of: input, field, edge: 'mirror' };
  },
});

export const pixelate = defineEffect({
  type: 'pixelate',
  description: 'A mosaic of squares.',
  params: { size: pixels(12, 1, 400, 'Side of a square.') },
  graph: (input, { size }, moment) => {
    const side = size * moment.scale;
    if (side <= 1) return input;
    // After the blur, the centre of a square is close to its mean: unblurred centres would flicker.
    const shape = { type: 'gaussian', sigmaX: side * 0.35, sigmaY: side * 0.35 } as const;
    const edge = blurEdge(moment);
    const mean: GraphNode = { kind: 'blur', of: input, edge, shape };
    return { kind: 'remap', of: mean, field: { kind: 'pixelate', size: side }, edge };
  },
});
