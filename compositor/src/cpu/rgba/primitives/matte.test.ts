import { expect, test } from 'vitest';
import type { Coverage, GraphNode } from '../../../graph/graph-node.ts';
import { coverageAt, discMaximum } from '../../../kernels/reference/coverage.ts';
import { createGraphBench, noisePixels, type Pixels, worstDifference } from '../graph-bench.ts';

const bench = createGraphBench();
const box = { width: 51, height: 37 };
const rect = { x: 0, y: 0, ...box };
const clip: GraphNode = { kind: 'input', name: 'clip' };
const white: GraphNode = { kind: 'solid', colour: { r: 1, g: 1, b: 1, a: 1 } };

function matte(by: Coverage, invert = false, strength = 1, of = white): GraphNode {
  return { kind: 'matte', of, by, invert, strength };
}

function alphaAt(pixels: Pixels, x: number, y: number): number {
  return pixels.data[((y - pixels.y) * pixels.width + x - pixels.x) * 4 + 3] ?? 0;
}

const fields: Exclude<Coverage, { kind: 'outline' | 'node' }>[] = [
  { kind: 'half', x: 20.3, y: 11, angle: 0, feather: 0 },
  { kind: 'half', x: 20.3, y: 11, angle: 130, feather: 12 },
  { kind: 'disc', x: 25, y: 18, radiusX: 12, radiusY: 12, feather: 0 },
  { kind: 'disc', x: 25.5, y: 18.5, radiusX: 20, radiusY: 9, feather: 5 },
  { kind: 'sweep', x: 25.5, y: 18, share: 0.3, feather: 0 },
  { kind: 'sweep', x: 25.5, y: 18, share: 0.8, feather: 3 },
  { kind: 'sweep', x: 25.5, y: 18, share: 1, feather: 3 },
  { kind: 'sweep', x: 25.5, y: 18, share: 0, feather: 3 },
  { kind: 'slats', count: 5, share: 0.4, angle: 0 },
  { kind: 'slats', count: 3, share: 0.9, angle: 35 },
  { kind: 'slats', count: 3, share: 1, angle: 35 },
];

test.each(fields)('coverage $kind is its plain version to a level, and so is its inverse ($#)', (field) => {
  for (const invert of [false, true]) {
    const drawn = bench.draw(matte(field, invert), {}, box);
    for (let y = 0; y < box.height; y++) {
      for (let x = 0; x < box.width; x++) {
        const cover = coverageAt(field, x + 0.5, y + 0.5, box);
        const expected = 255 * (invert ? 1 - cover : cover);
        expect(Math.abs(alphaAt(drawn, x, y) - expected)).toBeLessThanOrEqual(1);
      }
    }
  }
});

test('a disc of no radius covers nothing', () => {
  const drawn = bench.draw(matte({ kind: 'disc', x: 5, y: 5, radiusX: 0, radiusY: 4, feather: 2 }), {}, box);
  expect(Math.max(...drawn.data)).toBe(0);
});

test('strength 0 and a coverage of everything change no byte; strength a half leaves half of what is hidden', () => {
  const pixels = noisePixels(rect, 11);
  const nothing: Coverage = { kind: 'sweep', x: 0, y: 0, share: 0, feather: 0 };
  const all: Coverage = { kind: 'sweep', x: 0, y: 0, share: 1, feather: 0 };
  expect(bench.draw(matte(nothing, false, 0, clip), { clip: pixels }, box)).toEqual(pixels);
  expect(bench.draw(matte(all, false, 1, clip), { clip: pixels }, box)).toEqual(pixels);
  const half = bench.draw(matte(nothing, false, 0.5, clip), { clip: pixels }, box);
  expect(half.data.every((byte, i) => Math.abs(byte - (pixels.data[i] ?? 0) / 2) <= 1)).toBe(true);
});

const square = 'M 10 8 H 30 V 28 H 10 Z';

test('an outline covers its inside, antialiased, and its expansion moves the edge both ways', () => {
  const edge = (expansion: number, feather = 0) =>
    bench.draw(matte({ kind: 'outline', d: square, feather, expansion }), {}, box);
  const plain = edge(0);
  expect([alphaAt(plain, 9, 20), alphaAt(plain, 10, 20), alphaAt(plain, 29, 20), alphaAt(plain, 30, 20)]).toEqual([
    0, 255, 255, 0,
  ]);
  const grown = edge(4);
  expect([alphaAt(grown, 5, 20), alphaAt(grown, 6, 20), alphaAt(grown, 33, 20), alphaAt(grown, 34, 20)]).toEqual([
    0, 255, 255, 0,
  ]);
  // Euclidean: a corner becomes round.
  expect(alphaAt(grown, 6, 4)).toBe(0);
  const shrunk = edge(-3.5);
  expect(alphaAt(shrunk, 12, 20)).toBe(0);
  expect(Math.abs(alphaAt(shrunk, 13, 20) - 128)).toBeLessThanOrEqual(2);
  expect(alphaAt(shrunk, 14, 20)).toBe(255);
  const soft = edge(0, 10);
  expect(Math.abs(alphaAt(soft, 9, 18) + alphaAt(soft, 10, 18) - 255)).toBeLessThanOrEqual(3);
  expect(alphaAt(soft, 7, 18)).toBeGreaterThan(5);
});

test('an outline moves farther than its bends are wide, and lines within it move nothing', () => {
  const disc = 'M 15 18 A 10 10 0 0 1 35 18 A 10 10 0 0 1 15 18 Z';
  const draw = (d: string, expansion: number) =>
    bench.draw(matte({ kind: 'outline', d, feather: 0, expansion }), {}, box);
  for (const expansion of [-11, -14, -40]) expect(Math.max(...draw(disc, expansion).data)).toBe(0);
  for (const expansion of [15, 25, 300]) {
    const grown = draw(disc, expansion);
    for (let y = 14; y < 22; y++) for (let x = 5; x < 45; x++) expect(alphaAt(grown, x, y)).toBe(255);
  }
  const open = draw('M 20 8 H 30 V 28 H 20', 5);
  expect([alphaAt(open, 14, 18), alphaAt(open, 15, 18)]).toEqual([0, 255]);
  const twice = draw(`${square} M 20 8 H 40 V 28 H 20 Z`, -3);
  expect([alphaAt(twice, 12, 18), alphaAt(twice, 20, 18), alphaAt(twice, 30, 18)]).toEqual([0, 255, 255]);
});

test('an outline is drawn once for frames that ask for the same', () => {
  const before = bench.kernels.heap.usedBytes;
  const draw = () => bench.draw(matte({ kind: 'outline', d: square, feather: 2, expansion: 0 }), {}, box);
  const first = draw();
  const kept = bench.kernels.heap.usedBytes;
  expect(kept).toBeGreaterThan(before);
  expect(draw()).toEqual(first);
  expect(bench.kernels.heap.usedBytes).toBe(kept);
  bench.backend.endFrame();
  bench.backend.endFrame();
  expect(bench.kernels.heap.usedBytes).toBeLessThanOrEqual(before);
});

test('a picture covers by its alpha or by its luma', () => {
  const pixels = noisePixels(rect, 12);
  const by = (channel: 'alpha' | 'luma'): Coverage => ({
    kind: 'node',
    node: clip,
    channel,
    expansion: 0,
    feather: 0,
  });
  const alpha = bench.draw(matte(by('alpha')), { clip: pixels }, box);
  const luma = bench.draw(matte(by('luma')), { clip: pixels }, box);
  for (let i = 0; i < pixels.data.length; i += 4) {
    const byte = (k: number) => pixels.data[i + k] ?? 0;
    expect(alpha.data[i]).toBe(byte(3));
    const expected = 0.2126 * byte(0) + 0.7152 * byte(1) + 0.0722 * byte(2);
    expect(Math.abs((luma.data[i] ?? 0) - expected)).toBeLessThanOrEqual(1);
  }
});

test('the edge of a picture’s coverage moves by the Euclidean distance', () => {
  const disc: GraphNode = matte({ kind: 'disc', x: 25.5, y: 18.5, radiusX: 8, radiusY: 8, feather: 0 });
  for (const expansion of [5, 2.5, -3]) {
    const by: Coverage = { kind: 'node', node: disc, channel: 'alpha', expansion, feather: 0 };
    const radius = 8 + expansion;
    const expected: Coverage = { kind: 'disc', x: 25.5, y: 18.5, radiusX: radius, radiusY: radius, feather: 0 };
    // A quarter of a pixel, where edges are a pixel wide.
    expect(worstDifference(bench.draw(matte(by), {}, box), bench.draw(matte(expected), {}, box))).toBeLessThan(70);
  }
});

test('what is soft or half transparent keeps that when its edge moves', () => {
  // A hill, and beside it a plateau of a third.
  const level = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= box.width || y >= box.height) return 0;
    return Math.round(Math.max(0, 200 - 11 * Math.hypot(x - 18, y - 17), x > 38 && y > 20 ? 85 : 0));
  };
  const data = new Uint8Array(box.width * box.height * 4);
  for (let i = 0; i < data.length; i++) data[i] = level((i >> 2) % box.width, Math.floor((i >> 2) / box.width));
  const free = (x: number, y: number) => (x < 0 || y < 0 || x >= box.width || y >= box.height ? 0 : 255 - level(x, y));
  for (const expansion of [1, 5.4, 20, -3]) {
    const by: Coverage = { kind: 'node', node: clip, channel: 'alpha', expansion, feather: 0 };
    const drawn = bench.draw(matte(by), { clip: { ...rect, data } }, box);
    const radius = Math.floor(Math.abs(expansion));
    for (let y = 3; y < box.height - 3; y++) {
      for (let x = 3; x < box.width - 3; x++) {
        const expected = expansion > 0 ? discMaximum(level, x, y, radius) : 255 - discMaximum(free, x, y, radius);
        expect(alphaAt(drawn, x, y), `${expansion}: ${x}, ${y}`).toBe(expected);
      }
    }
  }
});
