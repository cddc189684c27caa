import { expect, test } from 'vitest';
import type { GraphNode, GraphNodeOf } from '../../../graph/graph-node.ts';
import { compose, identity, invert, type Matrix, rotation, scaling, translation } from '../../../graph/matrix.ts';
import { invertProjection } from '../../../graph/primitives/transform.ts';
import type { Edge, Projection } from '../../../graph/values.ts';
import { sample } from '../../../kernels/reference/rgba-convert.ts';
import { createGraphBench, noisePixels, type Pixels, worstDifference } from '../graph-bench.ts';

const bench = createGraphBench();
const box = { width: 41, height: 27 };
const rect = { x: 0, y: 0, ...box };
const clip: GraphNode = { kind: 'input', name: 'clip' };
const edges: readonly Edge[] = ['transparent', 'clamp', 'mirror', 'wrap'];

function moved(map: GraphNodeOf<'transform'>['map'], edge: Edge = 'transparent'): GraphNodeOf<'transform'> {
  return { kind: 'transform', of: clip, map, edge };
}

function expected(pixels: Pixels, edge: Edge, place: (x: number, y: number) => readonly [number, number]): Pixels {
  const data = new Uint8Array(pixels.data.length);
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const [u, v] = place(x + 0.5, y + 0.5);
      data.set(sample(pixels, u - 0.5, v - 0.5, edge).map(Math.round), (y * box.width + x) * 4);
    }
  }
  return { ...pixels, data };
}

const about = (turn: Matrix) => compose(translation(20, 13), compose(turn, translation(-20, -13)));
const maps: [string, Matrix][] = [
  ['a turn', about(rotation(33))],
  ['an enlargement', about(scaling(2.3, 1.7))],
  ['a shift by parts of pixels', translation(3.25, -4.6)],
  ['a flip', about(scaling(-1, 1))],
];

test.each(maps)('%s is its plain version to two levels, whatever lies beyond the edge', (_, map) => {
  const pixels = noisePixels(rect, 13);
  const back = invert(map) ?? identity;
  for (const edge of edges) {
    const drawn = bench.draw(moved(map, edge), { clip: pixels }, box, rect);
    const plain = expected(pixels, edge, (x, y) => [
      back.a * x + back.c * y + back.tx,
      back.b * x + back.d * y + back.ty,
    ]);
    expect(worstDifference(drawn, plain)).toBeLessThanOrEqual(2);
  }
});

const leaning: Projection = [1.1, 0.2, -3, 0.05, 0.9, 2, 0.004, 0.002, 1];

test('a projection is its plain version to two levels', () => {
  const pixels = noisePixels(rect, 14);
  const [a, b, c, d, e, f, g, h, i] = invertProjection(leaning) ?? leaning;
  for (const edge of edges) {
    const drawn = bench.draw(moved(leaning, edge), { clip: pixels }, box, rect);
    const plain = expected(pixels, edge, (x, y) => {
      const w = g * x + h * y + i;
      return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
    });
    expect(worstDifference(drawn, plain)).toBeLessThanOrEqual(2);
  }
});

test.each(edges)('identity and shifts by whole pixels change no byte of what is shown (%s)', (edge) => {
  const pixels = noisePixels(rect, 15);
  expect(bench.draw(moved(identity, edge), { clip: pixels }, box, rect)).toEqual(pixels);
  const shifted = bench.draw(moved(translation(5, 3), edge), { clip: pixels }, box, rect);
  const inner = { x: 5, y: 3, width: 30, height: 20 };
  const part = bench.draw(clip, { clip: shifted }, box, inner);
  expect(part.data).toEqual(bench.draw(clip, { clip: pixels }, box, { ...inner, x: 0, y: 0 }).data);
});

test('a picture shrunk to a quarter is the mean of 4 x 4 pixels', () => {
  const size = { width: 40, height: 24 };
  const pixels = noisePixels({ x: 0, y: 0, ...size }, 16);
  const drawn = bench.draw(moved(scaling(0.25, 0.25)), { clip: pixels }, size, { x: 0, y: 0, width: 10, height: 6 });
  for (let i = 0; i < drawn.data.length; i++) {
    const [x, y, k] = [(i >> 2) % 10, Math.floor(i / 40), i & 3];
    let sum = 0;
    for (let n = 0; n < 16; n++) sum += pixels.data[((4 * y + (n >> 2)) * 40 + 4 * x + (n & 3)) * 4 + k] ?? 0;
    expect(Math.abs((drawn.data[i] ?? 0) - sum / 16)).toBeLessThanOrEqual(1);
  }
});

test.each([
  [compose(scaling(0.3, 0.23), translation(2.4, 7)), 'clamp'],
  [compose(scaling(0.3, 0.23), translation(2.4, 7)), 'transparent'],
  [about(compose(rotation(70), scaling(0.45, 0.6))), 'wrap'],
  [about(compose(rotation(20), scaling(1.3, 1.6))), 'mirror'],
  [scaling(4, 1), 'mirror'],
  [translation(-7.3, 5.6), 'mirror'],
  [translation(11.25, -4), 'clamp'],
  [translation(300, 2), 'wrap'],
] as const)('a part of a transformed picture is the part of the whole (%#)', (map, edge) => {
  const pixels = noisePixels(rect, 17);
  const whole = bench.draw(moved(map, edge), { clip: pixels }, box, rect);
  const area = { x: 7, y: 5, width: 19, height: 12 };
  const part = bench.draw(moved(map, edge), { clip: pixels }, box, area);
  expect(part).toEqual(bench.draw(clip, { clip: whole }, box, area));
});

test('only one channel moves when a channel is named, and alpha is the larger one', () => {
  const pixels = noisePixels(rect, 18);
  const all = bench.draw(moved(translation(4, 0)), { clip: pixels }, box, rect);
  const drawn = bench.draw({ ...moved(translation(4, 0)), channel: 'g' }, { clip: pixels }, box, rect);
  for (let i = 0; i < drawn.data.length; i += 4) {
    const at = (data: Uint8Array, k: number) => data[i + k] ?? 0;
    const expectedPixel = [at(pixels.data, 0), at(all.data, 1), at(pixels.data, 2)];
    expect([...drawn.data.subarray(i, i + 4)]).toEqual([
      ...expectedPixel,
      Math.max(at(pixels.data, 3), at(all.data, 3)),
    ]);
  }
});

test('a map that flattens the picture draws nothing', () => {
  const pixels = noisePixels(rect, 19);
  expect(Math.max(...bench.draw(moved(scaling(0, 1)), { clip: pixels }, box, rect).data)).toBe(0);
});

test('a map that looks far beyond the picture takes no memory for what is not there', () => {
  const pixels = noisePixels(rect, 20);
  const tilted: Projection = [1, 0, 0, 0, 1, 0, 0, 0.0374, 1];
  const before = bench.kernels.heap.bytes.length;
  const drawn = bench.draw(moved(tilted), { clip: pixels }, box, { x: 0, y: 0, width: 4000, height: 40 });
  expect(Math.max(...drawn.data.subarray(0, 400))).toBeGreaterThan(0);
  expect(bench.kernels.heap.bytes.length - before).toBeLessThan(4 * 1024 * 1024);
});
