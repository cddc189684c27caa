// Processor time of each primitive on a 1080p picture, one thread: pnpm --filter @framemill/compositor timing

import { cpuUsage, stdout } from 'node:process';
import {
  AV_PIX_FMT_YUV420P10LE,
  AVCOL_PRI_BT2020,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_SMPTE170M,
  AVCOL_TRC_SMPTE2084,
} from 'node-av/constants';
import { createSurface } from '../src/cpu/planar/surface.ts';
import { planarFromRgba, rgbaFromPlanar } from '../src/cpu/rgba/convert.ts';
import { createGraphBackend } from '../src/cpu/rgba/graph-backend.ts';
import { createRgba, type RgbaSurface, releaseRgba } from '../src/cpu/rgba/rgba-surface.ts';
import { effectOf } from '../src/effects/index.ts';
import type { GraphNode, GraphNodeOf } from '../src/graph/graph-node.ts';
import type { LutTable } from '../src/graph/values.ts';
import { loadKernels } from '../src/kernels/load-kernels.ts';
import { createFrameConverter } from '../src/media/decode/colour/frame-converter.ts';
import { createFrame } from '../src/media/frame.ts';
import { skia } from '../src/sprites/skia.ts';

const box = { width: 1920, height: 1080 };
const rect = { x: 0, y: 0, ...box };
const kernels = loadKernels(1024 * 1024 * 1024);
const backend = createGraphBackend(kernels, skia);

// Slopes with a little noise: neither flat nor all edges.
function testImage(seed: number): RgbaSurface {
  const surface = createRgba(kernels.heap, rect);
  const { bytes } = kernels.heap;
  let state = seed;
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const noise = (state >>> 24) & 15;
      const pixel = [(x >> 3) + noise, (y >> 2) + noise, ((x + y) >> 3) + noise, 255].map((value) => value & 255);
      bytes.set([...pixel.slice(0, 3), 255], surface.offset + y * surface.stride + x * 4);
    }
  }
  return surface;
}

// The best of four rounds: others use the machine too.
function report(name: string, work: () => void): void {
  const runs = 8;
  work();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4; round++) {
    const start = cpuUsage();
    for (let run = 0; run < runs; run++) work();
    const { user, system } = cpuUsage(start);
    best = Math.min(best, (user + system) / 1000 / runs);
  }
  stdout.write(`${name.padEnd(36)} ${best.toFixed(1)} ms\n`);
}

const inputs = new Map([
  ['a', testImage(1)],
  ['b', testImage(2)],
]);
const a: GraphNode = { kind: 'input', name: 'a' };
const b: GraphNode = { kind: 'input', name: 'b' };
const draw = (image: GraphNode) => releaseRgba(kernels.heap, backend.draw(image, inputs, box, rect));
const blur = (shape: GraphNodeOf<'blur'>['shape']): GraphNode => ({ kind: 'blur', of: a, edge: 'clamp', shape });
const remap = (field: GraphNodeOf<'remap'>['field']): GraphNode => ({ kind: 'remap', of: a, field, edge: 'clamp' });

function straightTable(): LutTable {
  const size = 33;
  const values = Float32Array.from({ length: size ** 3 * 3 }, (_, i) => {
    const point = Math.floor(i / 3);
    return (
      [(point % size) / 32, (Math.floor(point / size) % size) / 32, Math.floor(point / size ** 2) / 32][i % 3] ?? 0
    );
  });
  return { size, values, id: 'straight' };
}

const green = { r: 0.1, g: 0.8, b: 0.2, a: 1 };
const graded: GraphNode = { kind: 'lut', of: a, table: straightTable(), intensity: 1 };
const soft: GraphNode = { kind: 'blur', of: graded, edge: 'clamp', shape: { type: 'gaussian', sigmaX: 8, sigmaY: 8 } };
const keyed = (of: GraphNode): GraphNode => ({
  kind: 'key',
  of,
  key: { type: 'chroma', colour: green, similarity: 0.1, smoothness: 0.2, spill: 0.1 },
});
const disc = { kind: 'disc', x: 900, y: 500, radiusX: 400, radiusY: 300, feather: 20 } as const;
const turn = { a: 0.985, b: 0.174, c: -0.174, d: 0.985, tx: 108, ty: -159 };

const moment = { ...box, scale: 1, seed: 7, frame: 60, timeSec: 2, edge: 'clamp' } as const;
const effect = (type: 'halftone' | 'vhs'): GraphNode => effectOf(type)?.graph(a, {}, moment) ?? a;

const cases: [string, GraphNode][] = [
  ['lut', graded],
  ['composite normal', { kind: 'composite', over: b, under: a, blend: 'normal', opacity: 1 }],
  ['composite overlay', { kind: 'composite', over: b, under: a, blend: 'overlay', opacity: 1 }],
  ['composite soft-light', { kind: 'composite', over: b, under: a, blend: 'soft-light', opacity: 1 }],
  ['composite hue', { kind: 'composite', over: b, under: a, blend: 'hue', opacity: 1 }],
  ['blur gaussian 1', blur({ type: 'gaussian', sigmaX: 1, sigmaY: 1 })],
  ['blur gaussian 2', blur({ type: 'gaussian', sigmaX: 2, sigmaY: 2 })],
  ['blur gaussian 3', blur({ type: 'gaussian', sigmaX: 3, sigmaY: 3 })],
  ['blur gaussian 50', blur({ type: 'gaussian', sigmaX: 50, sigmaY: 50 })],
  ['blur directional 40', blur({ type: 'directional', length: 40, angle: 20 })],
  ['blur radial 0.2', blur({ type: 'radial', amount: 0.2, centerX: 960, centerY: 540 })],
  ['key chroma, spill 0.1', keyed(a)],
  [
    'key luma',
    { kind: 'key', of: a, key: { type: 'luma', threshold: 0.3, tolerance: 0.1, softness: 0.2, invert: false } },
  ],
  ['sum', { kind: 'sum', a, b, k1: 0, k2: 1.5, k3: -0.5, k4: 0 }],
  ['matte disc', { kind: 'matte', of: a, by: disc, invert: false, strength: 1 }],
  ['transform, a turn', { kind: 'transform', of: a, map: turn, edge: 'transparent' }],
  [
    'transform, projection',
    { kind: 'transform', of: a, map: [1, 0.1, 0, 0.1, 1, 0, 1e-4, 1e-4, 1], edge: 'transparent' },
  ],
  ['remap wave', remap({ kind: 'wave', axis: 'x', amplitude: 20, wavelength: 90, phase: 0 })],
  ['remap lens', remap({ kind: 'lens', amount: 0.3, centerX: 960, centerY: 540 })],
  ['remap kaleidoscope', remap({ kind: 'kaleidoscope', segments: 6, angle: 0, centerX: 960, centerY: 540 })],
  ['noise 1', { kind: 'noise', seed: 1, size: 1, amount: 1, roughness: 0.5, monochrome: true }],
  ['noise 4', { kind: 'noise', seed: 1, size: 4, amount: 1, roughness: 0.5, monochrome: false }],
  ['effect halftone', effect('halftone')],
  ['effect vhs', effect('vhs')],
  ['grade, blur 8, key, overlay', { kind: 'composite', over: b, under: keyed(soft), blend: 'overlay', opacity: 1 }],
];

const planar = createSurface(kernels.heap, box.width, box.height, false);
const converted = rgbaFromPlanar(kernels, planar, { x: 0, y: 0 });
report('planar to RGBA', () => releaseRgba(kernels.heap, rgbaFromPlanar(kernels, planar, { x: 0, y: 0 })));
report('RGBA to planar', () => planarFromRgba(kernels, converted, planar));
for (const [name, image] of cases) report(name, () => draw(image));

// Ten bits, PQ: slopes of luma and colour.
const wide = createFrame(box.width, box.height, AV_PIX_FMT_YUV420P10LE);
wide.colorTrc = AVCOL_TRC_SMPTE2084;
wide.colorPrimaries = AVCOL_PRI_BT2020;
wide.colorSpace = AVCOL_SPC_BT2020_NCL;
for (const [index, plane] of (wide.data ?? []).entries()) {
  const first = index === 0 ? 64 : 480;
  const range = index === 0 ? 600 : 64;
  for (let i = 0; i + 1 < plane.length; i += 2) plane.writeUInt16LE(first + ((i >> 4) % range), i);
}
const matrix = createFrame(box.width, box.height);
matrix.colorSpace = AVCOL_SPC_SMPTE170M;
const geometry = { ...box, frameWidth: box.width, frameHeight: box.height, turn: [] };
const converter = createFrameConverter(geometry);
report('high dynamic range', () => converter.convert(wide));
report('another colour matrix', () => converter.convert(matrix));
converter.close();
wide.free();
matrix.free();
