import { expect, test } from 'vitest';
import type { GraphNode, GraphNodeOf } from '../../../graph/graph-node.ts';
import { sample } from '../../../kernels/reference/rgba-sample.ts';
import { createGraphBench, noisePixels, type Pixels } from '../graph-bench.ts';

const bench = createGraphBench();
const box = { width: 31, height: 23 };
const rect = { x: 0, y: 0, ...box };
const clip: GraphNode = { kind: 'input', name: 'clip' };
const edges = ['clamp', 'transparent'] as const;

function blurred(shape: GraphNodeOf<'blur'>['shape'], edge: 'clamp' | 'transparent'): GraphNode {
  return { kind: 'blur', of: clip, edge, shape };
}

// A picture without noise above half a cycle a pixel: how samples fall between pixels must not matter.
function smooth(): Pixels {
  const data = new Uint8Array(box.width * box.height * 4);
  for (let i = 0; i < data.length; i++) {
    const [x, y, k] = [(i >> 2) % box.width, Math.floor((i >> 2) / box.width), i & 3];
    data[i] = k === 3 ? 255 : 128 + Math.round(60 * Math.sin(x / 4 + k) + 60 * Math.cos(y / 5 - k));
  }
  return { ...rect, data };
}

function meanOf(
  image: Pixels,
  points: (x: number, y: number) => [u: number, v: number, weight: number][],
  edge: 'clamp' | 'transparent',
) {
  const worst = (drawn: Pixels) => {
    let most = 0;
    for (let y = 0; y < box.height; y++) {
      for (let x = 0; x < box.width; x++) {
        const mean = [0, 0, 0, 0];
        let total = 0;
        for (const [u, v, weight] of points(x, y)) {
          total += weight;
          for (const [k, value] of sample(image, u, v, edge).entries()) mean[k] = (mean[k] ?? 0) + value * weight;
        }
        const at = (y * box.width + x) * 4;
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
    const drawn = bench.draw(blurred({ type: 'directional', length, angle }, edge), { clip: image }, box, rect);
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
    const drawn = bench.draw(blurred(shape, edge), { clip: image }, box, rect);
    const line = (x: number, y: number) =>
      Array.from({ length: 60 }, (_, i): [number, number, number] => {
        const scale = 1 - (amount * (i + 0.5)) / 60;
        return [cx - 0.5 + (x + 0.5 - cx) * scale, cy - 0.5 + (y + 0.5 - cy) * scale, 1];
      });
    expect(meanOf(image, line, edge).worst(drawn)).toBeLessThanOrEqual(4);
  }
});

test('streaks of an opaque picture reach out of it as far on all sides', () => {
  const flat: Pixels = { ...rect, data: new Uint8Array(box.width * box.height * 4).fill(255) };
  const shape = { type: 'radial', amount: 0.5, centerX: box.width / 2, centerY: box.height / 2 } as const;
  const room = 18;
  const area = { x: -room, y: -room, width: box.width + 2 * room, height: box.height + 2 * room };
  const { data } = bench.draw(blurred(shape, 'transparent'), { clip: flat }, box, area);
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
  const pixels = noisePixels(rect, 23);
  const area = { x: 9, y: 7, width: 22, height: 15 };
  for (const edge of edges) {
    const whole = bench.draw(blurred(shape, edge), { clip: pixels }, box, rect);
    const part = bench.draw(blurred(shape, edge), { clip: pixels }, box, area);
    expect(part).toEqual(bench.draw(clip, { clip: whole }, box, area));
  }
});

test.each(shapes)('a flat picture stays flat under a blur along lines (%#)', (shape) => {
  const flat: Pixels = { ...rect, data: new Uint8Array(box.width * box.height * 4).fill(255) };
  expect(bench.draw(blurred(shape, 'clamp'), { clip: flat }, box)).toEqual(flat);
});

test('a length or an amount of 0 changes no byte', () => {
  const pixels = noisePixels(rect, 24);
  for (const edge of edges) {
    const still = blurred({ type: 'directional', length: 0, angle: 20 }, edge);
    expect(bench.draw(still, { clip: pixels }, box, rect)).toEqual(pixels);
    const near = blurred({ type: 'radial', amount: 0, centerX: 3, centerY: 4 }, edge);
    expect(bench.draw(near, { clip: pixels }, box, rect)).toEqual(pixels);
  }
});
