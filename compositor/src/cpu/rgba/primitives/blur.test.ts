import { expect, test } from 'vitest';
import type { GraphNode, GraphNodeOf } from '../../../graph/graph-node.ts';
import { gaussian } from '../../../kernels/reference/resample.ts';
import { sample } from '../../../kernels/reference/rgba-convert.ts';
import { createGraphBench, noisePixels, type Pixels, worstDifference } from '../graph-bench.ts';

const bench = createGraphBench();
const box = { width: 97, height: 61 };
const rect = { x: 0, y: 0, ...box };
const clip: GraphNode = { kind: 'input', name: 'clip' };

function blur(sigmaX: number, sigmaY: number, edge: 'clamp' | 'transparent'): GraphNode {
  return { kind: 'blur', of: clip, edge, shape: { type: 'gaussian', sigmaX, sigmaY } };
}

function worst(drawn: Pixels, expected: Float64Array): number {
  return drawn.data.reduce((most, byte, i) => Math.max(most, Math.abs(byte - (expected[i] ?? 0))), 0);
}

const sigmas = [
  [0.4, 0.4],
  [1, 2.5],
  [2, 0],
  [2.1, 2.1],
  [0, 2.9],
  [4, 4],
  [11, 1.5],
  [3, 25],
] as const;

test.each(sigmas)(
  'a Gaussian of %d x %d pixels is the true one to two levels (three just above 2 pixels), over clamped and ' +
    'transparent edges',
  (x, y) => {
    const pixels = noisePixels(rect, 3);
    for (const edge of ['clamp', 'transparent'] as const) {
      const drawn = bench.draw(blur(x, y, edge), { clip: pixels }, box, rect);
      expect(worst(drawn, gaussian(pixels, x, y, edge === 'clamp'))).toBeLessThanOrEqual(x === 2.1 ? 3 : 2);
    }
  },
);

test('a blur with transparent edges reaches out of the box, one with clamped edges does not', () => {
  const pixels = noisePixels(rect, 4, true);
  const soft = bench.draw(blur(5, 2, 'transparent'), { clip: pixels }, box);
  expect([soft.x, soft.y, soft.width, soft.height]).toEqual([-15, -6, 97 + 30, 61 + 12]);
  expect(Math.max(...soft.data.subarray(0, soft.width * 4))).toBeLessThan(4);
  const { x, y, width, height } = bench.draw(blur(5, 2, 'clamp'), { clip: pixels }, box);
  expect({ x, y, width, height }).toEqual(rect);
});

test.each(sigmas)('a part of a picture blurred by %d x %d is the part of the whole', (sigmaX, sigmaY) => {
  const pixels = noisePixels(rect, 5);
  for (const edge of ['clamp', 'transparent'] as const) {
    const whole = bench.draw(blur(sigmaX, sigmaY, edge), { clip: pixels }, box, rect);
    const area = { x: 31, y: 17, width: 30, height: 21 };
    const part = bench.draw(blur(sigmaX, sigmaY, edge), { clip: pixels }, box, area);
    expect(worstDifference(part, bench.draw(clip, { clip: whole }, box, area))).toBe(0);
  }
});

test.each([0.3, 2, 6, 40])('a flat picture stays as it is under a blur of %d pixels', (sigma) => {
  const flat: Pixels = { ...rect, data: new Uint8Array(97 * 61 * 4).fill(255) };
  expect(bench.draw(blur(sigma, sigma, 'clamp'), { clip: flat }, box)).toEqual(flat);
});

test('a blur of 0 pixels changes no byte', () => {
  const pixels = noisePixels(rect, 6);
  expect(bench.draw(blur(0, 0, 'transparent'), { clip: pixels }, box)).toEqual(pixels);
});

const lineBox = { width: 31, height: 23 };
const lineRect = { x: 0, y: 0, ...lineBox };
const edges = ['clamp', 'transparent'] as const;

function blurred(shape: GraphNodeOf<'blur'>['shape'], edge: 'clamp' | 'transparent'): GraphNode {
  return { kind: 'blur', of: clip, edge, shape };
}

// A picture without noise above half a cycle a pixel: how samples fall between pixels must not matter.
function smooth(): Pixels {
  const data = new Uint8Array(lineBox.width * lineBox.height * 4);
  for (let i = 0; i < data.length; i++) {
    const [x, y, k] = [(i >> 2) % lineBox.width, Math.floor((i >> 2) / lineBox.width), i & 3];
    data[i] = k === 3 ? 255 : 128 + Math.round(60 * Math.sin(x / 4 + k) + 60 * Math.cos(y / 5 - k));
  }
  return { ...lineRect, data };
}

function meanOf(
  image: Pixels,
  points: (x: number, y: number) => [u: number, v: number, weight: number][],
  edge: 'clamp' | 'transparent',
) {
  const worst = (drawn: Pixels) => {
    let most = 0;
    for (let y = 0; y < lineBox.height; y++) {
      for (let x = 0; x < lineBox.width; x++) {
        const mean = [0, 0, 0, 0];
        let total = 0;
        for (const [u, v, weight] of points(x, y)) {
          total += weight;
          for (const [k, value] of sample(image, u, v, edge).entries()) mean[k] = (mean[k] ?? 0) + value * weight;
        }
        const at = (y * lineBox.width + x) * 4;
        for (const [k, value] of mean.entries())
          most = Math.max(most, Math.abs(value / total - (drawn.data[at + k] ?? 0)));
      }
    }
    return most;
  };
  return { worst };
}

test.each([
  [5, 0],
  [6.5, 90],
  [9, 37],
  [20, -20],
  [33, 110],
  [24, 45],
  [40, 3],
  [300, 12],
])('a mean along %d pixels at %d degrees is the true one to three levels, to seven at hard edges', (length, angle) => {
  const image = smooth();
  const [a, b] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  for (const edge of edges) {
    const drawn = bench.draw(blurred({ type: 'directional', length, angle }, edge), { clip: image }, lineBox, lineRect);
    const points = Math.min(150, Math.max(30, 2 * length));
    const line = (x: number, y: number) =>
      Array.from({ length: points }, (_, i): [number, number, number] => {
        const way = ((i + 0.5) / points - 0.5) * length;
        return [x + way * a, y + way * b, 1];
      });
    expect(meanOf(image, line, edge).worst(drawn)).toBeLessThanOrEqual(edge === 'clamp' ? 3 : 7);
  }
});

test.each([0.1, 0.4, 0.9])('a mean of %d of the way to the centre is the true one to four levels', (amount) => {
  const image = smooth();
  const [cx, cy] = [14, 12];
  for (const edge of edges) {
    const shape = { type: 'radial', amount, centerX: cx, centerY: cy } as const;
    const drawn = bench.draw(blurred(shape, edge), { clip: image }, lineBox, lineRect);
    const line = (x: number, y: number) =>
      Array.from({ length: 60 }, (_, i): [number, number, number] => {
        const scale = 1 - (amount * (i + 0.5)) / 60;
        return [cx - 0.5 + (x + 0.5 - cx) * scale, cy - 0.5 + (y + 0.5 - cy) * scale, 1];
      });
    expect(meanOf(image, line, edge).worst(drawn)).toBeLessThanOrEqual(4);
  }
});

test('streaks of an opaque picture reach out of it as far on all sides', () => {
  const flat: Pixels = { ...lineRect, data: new Uint8Array(lineBox.width * lineBox.height * 4).fill(255) };
  const shape = { type: 'radial', amount: 0.5, centerX: lineBox.width / 2, centerY: lineBox.height / 2 } as const;
  const room = 18;
  const area = { x: -room, y: -room, width: lineBox.width + 2 * room, height: lineBox.height + 2 * room };
  const { data } = bench.draw(blurred(shape, 'transparent'), { clip: flat }, lineBox, area);
  const at = (x: number, y: number) => data[(y * area.width + x) * 4] ?? 0;
  for (let y = 0; y < area.height; y++) {
    for (let x = 0; x < area.width; x++) {
      const others = [at(area.width - 1 - x, y), at(x, area.height - 1 - y)];
      for (const other of others) expect(Math.abs(at(x, y) - other), `${x}, ${y}`).toBeLessThanOrEqual(4);
    }
  }
  expect(at(room - 3, area.height >> 1)).toBeGreaterThan(100);
  expect(at(0, area.height >> 1)).toBe(0);
});

const shapes: GraphNodeOf<'blur'>['shape'][] = [
  { type: 'directional', length: 7, angle: 30 },
  { type: 'directional', length: 26, angle: 160 },
  { type: 'directional', length: 40, angle: 88 },
  { type: 'directional', length: 300, angle: 45 },
  { type: 'radial', amount: 0.3, centerX: 20, centerY: 10 },
  { type: 'radial', amount: 0.6, centerX: -5, centerY: 40 },
];

test.each(shapes)('a part of a picture blurred along lines is the part of the whole (%#)', (shape) => {
  const pixels = noisePixels(lineRect, 23);
  const area = { x: 9, y: 7, width: 22, height: 15 };
  for (const edge of edges) {
    const whole = bench.draw(blurred(shape, edge), { clip: pixels }, lineBox, lineRect);
    const part = bench.draw(blurred(shape, edge), { clip: pixels }, lineBox, area);
    expect(part).toEqual(bench.draw(clip, { clip: whole }, lineBox, area));
  }
});

test.each(shapes)('a flat picture stays flat under a blur along lines (%#)', (shape) => {
  const flat: Pixels = { ...lineRect, data: new Uint8Array(lineBox.width * lineBox.height * 4).fill(255) };
  expect(bench.draw(blurred(shape, 'clamp'), { clip: flat }, lineBox)).toEqual(flat);
});

test('a length or an amount of 0 changes no byte', () => {
  const pixels = noisePixels(lineRect, 24);
  for (const edge of edges) {
    const still = blurred({ type: 'directional', length: 0, angle: 20 }, edge);
    expect(bench.draw(still, { clip: pixels }, lineBox, lineRect)).toEqual(pixels);
    const near = blurred({ type: 'radial', amount: 0, centerX: 3, centerY: 4 }, edge);
    expect(bench.draw(near, { clip: pixels }, lineBox, lineRect)).toEqual(pixels);
  }
});
