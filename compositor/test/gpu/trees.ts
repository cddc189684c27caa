import { BLEND_MODES } from '@framemill/timeline';
import type { DisplacementMap } from '../../src/graph/displacement-map.ts';
import type { Coverage, GraphNode, GraphNodeOf } from '../../src/graph/graph-node.ts';
import { compose, rotation, scaling, translation } from '../../src/graph/matrix.ts';
import type { CubeTable, Edge } from '../../src/graph/values.ts';

/**
 * Effect graph that both the CPU and the GPU backend draw, and the required similarity. Its box is `treeBox`. Its
 * inputs are `photo` (opaque), `ocean` (opaque) and `leaf` (with an outline).
 */
export interface TreeCase {
  readonly name: string;
  readonly tree: GraphNode;
  /** Minimum PSNR of the premultiplied pixels, in dB. Default: 48. */
  readonly floor?: number;
}

export const treeBox = { width: 160, height: 90 };

const photo: GraphNode = { kind: 'input', name: 'photo' };
const ocean: GraphNode = { kind: 'input', name: 'ocean' };
const leaf: GraphNode = { kind: 'input', name: 'leaf' };
const edges: readonly Edge[] = ['transparent', 'clamp', 'mirror', 'wrap'];
const turned = compose(translation(20, -12), compose(rotation(17), scaling(0.8, 0.9)));

const table: CubeTable = {
  size: 5,
  values: Float32Array.from({ length: 375 }, (_, at) => {
    const point = Math.floor(at / 3);
    const own = [point % 5, Math.floor(point / 5) % 5, Math.floor(point / 25)];
    const [a = 0, b = 0] = [own[at % 3], own[(at + 1) % 3]];
    return Math.min(1, Math.max(0, (a / 4) ** 1.4 + 0.15 * Math.sin((b / 4) * 3)));
  }),
  id: 'test table',
};
const inverse: CubeTable = {
  size: 2,
  values: Float32Array.from({ length: 24 }, (_, at) => 1 - (((at / 3) >> (at % 3)) & 1)),
  id: 'test inverse',
};
const curve = Float32Array.from({ length: 256 }, (_, level) => Math.sqrt(level / 255));
const steps = Float32Array.from({ length: 256 }, (_, level) => Math.round((level / 255) * 3) / 3);

const transforms: TreeCase[] = [
  ...edges.map(
    (edge): TreeCase => ({
      name: `transform, turned, ${edge}`,
      tree: { kind: 'transform', of: photo, map: turned, edge },
    }),
  ),
  { name: 'transform, a third', tree: { kind: 'transform', of: leaf, map: scaling(0.34, 0.34), edge: 'transparent' } },
  { name: 'transform, an eighth', tree: { kind: 'transform', of: photo, map: scaling(0.12, 0.2), edge: 'clamp' } },
  { name: 'transform, enlarged', tree: { kind: 'transform', of: leaf, map: scaling(2.3, 2.3), edge: 'transparent' } },
  { name: 'transform, shifted', tree: { kind: 'transform', of: leaf, map: translation(13, -7), edge: 'transparent' } },
  {
    name: 'transform, by parts of a pixel',
    tree: { kind: 'transform', of: leaf, map: translation(3.3, 2.6), edge: 'wrap' },
  },
  {
    name: 'transform, one channel',
    tree: { kind: 'transform', of: leaf, map: translation(6, 3), edge: 'transparent', channel: 'r' },
  },
  {
    name: 'transform, one channel, clamp',
    tree: { kind: 'transform', of: photo, map: translation(-6, 3), edge: 'clamp', channel: 'b' },
  },
  {
    name: 'transform, projected',
    tree: { kind: 'transform', of: photo, map: [0.9, 0.1, 8, -0.1, 0.8, 20, 0.0008, 0.0006, 1], edge: 'transparent' },
  },
];

const fields: readonly DisplacementMap[] = [
  { kind: 'wave', axis: 'x', amplitude: 7, wavelength: 31, phase: 0.2 },
  { kind: 'wave', axis: 'y', amplitude: 5, wavelength: 47, phase: 0.7 },
  { kind: 'lens', amount: 0.5, centerX: 80, centerY: 45 },
  { kind: 'lens', amount: -0.3, centerX: 60, centerY: 40, zoom: 1.2 },
  { kind: 'mirror', axis: 'x', at: 70 },
  { kind: 'mirror', axis: 'y', at: 50.5 },
  { kind: 'kaleidoscope', segments: 6, angle: 15, centerX: 80, centerY: 45 },
  { kind: 'pixelate', size: 9 },
  {
    kind: 'blocks',
    blocks: [
      { x: 10, y: 20, width: 60, height: 9, dx: 14, dy: 0 },
      { x: 40, y: 24, width: 90, height: 30, dx: -22.5, dy: 3 },
    ],
  },
];

const remaps = fields.flatMap((field) =>
  (['transparent', 'clamp', 'mirror'] as const).map(
    (edge): TreeCase => ({
      name: `remap, ${field.kind}, ${edge} ${fields.indexOf(field)}`,
      tree: { kind: 'remap', of: leaf, field, edge },
    }),
  ),
);

const blurShapes: readonly GraphNodeOf<'blur'>['shape'][] = [
  { type: 'gaussian', sigmaX: 1.2, sigmaY: 1.2 },
  { type: 'gaussian', sigmaX: 2.6, sigmaY: 0 },
  { type: 'gaussian', sigmaX: 6, sigmaY: 6 },
  { type: 'gaussian', sigmaX: 3, sigmaY: 21 },
  { type: 'directional', length: 9, angle: 20 },
  { type: 'directional', length: 45, angle: -70 },
  { type: 'directional', length: 300, angle: 5 },
  { type: 'radial', amount: 0.2, centerX: 80, centerY: 45 },
  { type: 'radial', amount: 0.6, centerX: 30, centerY: 80 },
];

const blurs = blurShapes.flatMap((shape) =>
  (['transparent', 'clamp'] as const).map((edge): TreeCase => {
    const name = `blur, ${shape.type} ${blurShapes.indexOf(shape)}, ${edge}`;
    return { name, tree: { kind: 'blur', of: leaf, shape, edge }, floor: shape.type === 'directional' ? 44 : 48 };
  }),
);

const colours: TreeCase[] = [
  { name: 'lut', tree: { kind: 'lut', of: photo, table, intensity: 1 } },
  { name: 'lut, in part, with an outline', tree: { kind: 'lut', of: leaf, table, intensity: 0.6 } },
  { name: 'lut, a matrix', tree: { kind: 'lut', of: leaf, table: inverse, intensity: 1 } },
  {
    name: 'lut, curves',
    tree: { kind: 'lut', of: leaf, table: { curves: [curve, curve, curve], id: 'roots' }, intensity: 0.8 },
  },
  {
    name: 'lut, steps',
    tree: { kind: 'lut', of: photo, table: { curves: [steps, steps, steps], id: 'steps' }, intensity: 1 },
  },
  {
    name: 'key, chroma',
    tree: {
      kind: 'key',
      of: leaf,
      key: { type: 'chroma', colour: { r: 0.2, g: 0.4, b: 0.7, a: 1 }, similarity: 0.1, smoothness: 0.1, spill: 0.4 },
    },
  },
  {
    name: 'key, chroma of the corners',
    tree: {
      kind: 'key',
      of: ocean,
      key: { type: 'chroma', colour: 'corners', similarity: 0.05, smoothness: 0.1, spill: 0.2 },
    },
  },
  {
    name: 'key, luma',
    tree: {
      kind: 'key',
      of: leaf,
      key: { type: 'luma', threshold: 0.4, tolerance: 0.2, softness: 0.2, invert: false },
    },
  },
  {
    name: 'key, luma, inverted',
    tree: {
      kind: 'key',
      of: photo,
      key: { type: 'luma', threshold: 0.6, tolerance: 0.1, softness: 0.3, invert: true },
    },
  },
  { name: 'sum', tree: { kind: 'sum', a: photo, b: leaf, k1: 0.3, k2: 0.6, k3: 0.4, k4: 0.02 } },
  {
    name: 'sum, sharper',
    tree: {
      kind: 'sum',
      a: photo,
      b: { kind: 'blur', of: photo, edge: 'clamp', shape: { type: 'gaussian', sigmaX: 2, sigmaY: 2 } },
      k1: 0,
      k2: 2,
      k3: -1,
      k4: 0,
    },
  },
];

const heart = 'M80 20C110 -10 150 30 80 80C10 30 50 -10 80 20Z';
const coverages: readonly Coverage[] = [
  { kind: 'outline', d: heart, feather: 0, expansion: 0 },
  { kind: 'outline', d: heart, feather: 12, expansion: 4 },
  { kind: 'outline', d: heart, feather: 0, expansion: -5 },
  { kind: 'half', x: 70, y: 40, angle: 30, feather: 14 },
  { kind: 'disc', x: 75, y: 44, radiusX: 50, radiusY: 30, feather: 6 },
  { kind: 'sweep', x: 80, y: 45, share: 0.3, feather: 2 },
  { kind: 'sweep', x: 80, y: 45, share: 0.8, feather: 0 },
  { kind: 'slats', count: 7, share: 0.4, angle: 20 },
  { kind: 'node', node: leaf, channel: 'alpha', expansion: 0, feather: 0 },
  { kind: 'node', node: ocean, channel: 'luma', expansion: 0, feather: 5 },
  { kind: 'node', node: leaf, channel: 'alpha', expansion: 4.5, feather: 0 },
  { kind: 'node', node: leaf, channel: 'alpha', expansion: -4.5, feather: 3 },
];

const mattes = coverages.flatMap((by, index): TreeCase[] => [
  { name: `matte, ${by.kind} ${index}`, tree: { kind: 'matte', of: photo, by, invert: false, strength: 1 } },
  { name: `matte, ${by.kind} ${index}, inverted`, tree: { kind: 'matte', of: leaf, by, invert: true, strength: 0.7 } },
]);

const ink = { r: 0.9, g: 0.5, b: 0.1, a: 0.8 };
const generators: TreeCase[] = [
  { name: 'solid', tree: { kind: 'solid', colour: ink } },
  { name: 'solid with room', tree: { kind: 'solid', colour: ink, room: 7 } },
  {
    name: 'pattern, lines',
    tree: { kind: 'pattern', colour: ink, pattern: { type: 'lines', spacing: 7, share: 0.4, angle: 0 } },
  },
  {
    name: 'pattern, slanted lines',
    tree: { kind: 'pattern', colour: ink, pattern: { type: 'lines', spacing: 5.5, share: 0.5, angle: 33 } },
  },
  {
    name: 'pattern, dots',
    tree: { kind: 'pattern', colour: ink, pattern: { type: 'dots', of: photo, size: 8, angle: 30 } },
  },
  {
    name: 'pattern, radial',
    tree: {
      kind: 'pattern',
      colour: ink,
      pattern: { type: 'radial', centerX: 80, centerY: 45, radiusX: 80, radiusY: 45, inner: 0.3, outer: 1.1 },
    },
  },
  {
    name: 'noise, fine',
    tree: { kind: 'noise', seed: -1234567, size: 1, amount: 0.7, roughness: 1, monochrome: false },
  },
  { name: 'noise, coarse', tree: { kind: 'noise', seed: 99, size: 6, amount: 0.9, roughness: 0.2, monochrome: true } },
];

const composites = BLEND_MODES.flatMap((blend): TreeCase[] => [
  { name: `composite, ${blend}`, tree: { kind: 'composite', over: ocean, under: photo, blend, opacity: 1 } },
  {
    name: `composite, ${blend}, with outlines`,
    tree: {
      kind: 'composite',
      over: leaf,
      under: {
        kind: 'matte',
        of: photo,
        by: { kind: 'disc', x: 90, y: 45, radiusX: 60, radiusY: 30, feather: 20 },
        invert: false,
        strength: 1,
      },
      blend,
      opacity: 0.7,
    },
  },
  {
    name: `composite, ${blend}, atop`,
    tree: { kind: 'composite', over: ocean, under: leaf, blend, opacity: 0.8, atop: true },
  },
]);

/** Effect graphs that cover every primitive with every form of its parameters. */
export const treeCases: readonly TreeCase[] = [
  ...transforms,
  ...remaps,
  ...blurs,
  ...colours,
  ...mattes,
  ...generators,
  ...composites,
];
