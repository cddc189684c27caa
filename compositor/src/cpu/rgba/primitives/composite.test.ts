import { BLEND_MODES } from '@framemill/timeline';
import { expect, test } from 'vitest';
import type { GraphNode } from '../../../graph/graph-node.ts';
import { blend, type Straight } from '../../../kernels/reference/rgba-blend.ts';
import { createGraphBench, noisePixels, type Pixels, worstDifference } from '../graph-bench.ts';

const bench = createGraphBench();
const box = { width: 61, height: 23 };
const rect = { x: 0, y: 0, ...box };
const over: GraphNode = { kind: 'input', name: 'over' };
const under: GraphNode = { kind: 'input', name: 'under' };

function straightAt(pixels: Pixels, i: number): Straight {
  const byte = (k: number) => pixels.data[i + k] ?? 0;
  const alpha = byte(3) / 255;
  const part = (k: number) => (alpha > 0 ? byte(k) / byte(3) : 0);
  return { colour: [part(0), part(1), part(2)], alpha };
}

function expected(mode: (typeof BLEND_MODES)[number], top: Pixels, bottom: Pixels, opacity: number): Pixels {
  const data = new Uint8Array(top.data.length);
  for (let i = 0; i < data.length; i += 4) {
    const source = straightAt(top, i);
    const mixed = blend(mode, { ...source, alpha: source.alpha * opacity }, straightAt(bottom, i));
    data.set(
      mixed.map((value) => Math.round(value * 255)),
      i,
    );
  }
  return { ...top, data };
}

test.each(BLEND_MODES)(
  '%s follows the formula of W3C Compositing 1 to a level, opaque, and to two, translucent',
  (mode) => {
    for (const opaque of [true, false]) {
      const [top, bottom] = [noisePixels(rect, 1, opaque), noisePixels(rect, 2, opaque)];
      for (const opacity of [1, 0.5]) {
        const drawn = bench.draw(
          { kind: 'composite', over, under, blend: mode, opacity },
          { over: top, under: bottom },
          box,
        );
        const difference = worstDifference(drawn, expected(mode, top, bottom, opacity));
        expect(difference).toBeLessThanOrEqual(opaque && opacity === 1 ? 1 : 2);
      }
    }
  },
);

test.each(BLEND_MODES)('%s leaves what the upper picture does not touch, and everything at opacity 0', (mode) => {
  const bottom = noisePixels(rect, 3);
  const empty = { ...rect, data: new Uint8Array(bottom.data.length) };
  for (const [top, opacity] of [
    [empty, 1],
    [noisePixels(rect, 4), 0],
  ] as const) {
    const image: GraphNode = { kind: 'composite', over, under, blend: mode, opacity };
    expect(bench.draw(image, { over: top, under: bottom }, box)).toEqual(bottom);
  }
});

test.each(BLEND_MODES)('%s atop keeps the alpha below and follows the formula inside', (mode) => {
  if (mode === 'add') return;
  const [top, bottom] = [noisePixels(rect, 7), noisePixels(rect, 8)];
  const image: GraphNode = { kind: 'composite', over, under, blend: mode, opacity: 0.75, atop: true };
  const drawn = bench.draw(image, { over: top, under: bottom }, box);
  const data = new Uint8Array(top.data.length);
  for (let i = 0; i < data.length; i += 4) {
    const [source, backdrop] = [straightAt(top, i), straightAt(bottom, i)];
    const inside = blend(mode, { ...source, alpha: source.alpha * 0.75 }, { ...backdrop, alpha: 1 });
    data.set(
      inside.map((value) => Math.round(value * backdrop.alpha * 255)),
      i,
    );
  }
  expect(worstDifference(drawn, { ...top, data })).toBeLessThanOrEqual(2);
  for (let i = 3; i < data.length; i += 4) expect(drawn.data[i]).toBe(bottom.data[i]);
});

test('pictures of different places are laid where they belong', () => {
  const top = noisePixels({ x: 20, y: -3, width: 7, height: 9 }, 5, true);
  const bottom = noisePixels({ x: 2, y: 1, width: 30, height: 20 }, 6, true);
  const image: GraphNode = { kind: 'composite', over, under, blend: 'normal', opacity: 1 };
  const drawn = bench.draw(image, { over: top, under: bottom }, box, { x: 0, y: -4, width: 40, height: 30 });
  const at = (pixels: Pixels, x: number, y: number) => {
    const offset = ((y - pixels.y) * pixels.width + x - pixels.x) * 4;
    return [...pixels.data.subarray(offset, offset + 4)];
  };
  expect(at(drawn, 21, 2)).toEqual(at(top, 21, 2));
  expect(at(drawn, 3, 2)).toEqual(at(bottom, 3, 2));
  expect(at(drawn, 0, 0)).toEqual([0, 0, 0, 0]);
  expect(at(drawn, 21, -3)).toEqual(at(top, 21, -3));
});

const sumBox = { width: 37, height: 11 };
const sumRect = { x: 0, y: 0, ...sumBox };
const a: GraphNode = { kind: 'input', name: 'a' };
const b: GraphNode = { kind: 'input', name: 'b' };

test.each([
  [0, 1, 1, 0],
  [0, 1.5, -0.5, 0],
  [1, 0, 0, 0],
  [-0.5, 0.7, 0.2, 0.1],
])('%d a b + %d a + %d b + %d is the formula, clamped to its alpha', (k1, k2, k3, k4) => {
  const [first, second] = [noisePixels(sumRect, 25), noisePixels(sumRect, 26)];
  const drawn = bench.draw({ kind: 'sum', a, b, k1, k2, k3, k4 }, { a: first, b: second }, sumBox);
  for (let i = 0; i < drawn.data.length; i += 4) {
    const channel = (k: number) => {
      const [pa, pb] = [(first.data[i + k] ?? 0) / 255, (second.data[i + k] ?? 0) / 255];
      return 255 * Math.min(1, Math.max(0, k1 * pa * pb + k2 * pa + k3 * pb + k4));
    };
    for (let k = 0; k < 4; k++) {
      expect(Math.abs((drawn.data[i + k] ?? 0) - Math.min(channel(k), channel(3)))).toBeLessThanOrEqual(1);
    }
  }
});

test('a sum of one picture alone changes no byte, and one with a constant fills the box', () => {
  const pixels = noisePixels(sumRect, 27);
  const alone: GraphNode = { kind: 'sum', a, b, k1: 0, k2: 1, k3: 0, k4: 0 };
  expect(bench.draw(alone, { a: pixels, b: noisePixels(sumRect, 28) }, sumBox)).toEqual(pixels);
  const empty = { x: 3, y: 3, width: 0, height: 0, data: new Uint8Array(0) };
  const constant: GraphNode = { kind: 'sum', a, b, k1: 0, k2: 0, k3: 1, k4: 0.2 };
  expect([...new Set(bench.draw(constant, { a: empty, b: empty }, sumBox).data)]).toEqual([51]);
});

test('pictures of different places are summed where they lie', () => {
  const small = noisePixels({ x: 4, y: 2, width: 5, height: 3 }, 29, true);
  const both: GraphNode = { kind: 'sum', a, b, k1: 0, k2: 1, k3: 1, k4: 0 };
  const pixels = { ...noisePixels(sumRect, 30), data: new Uint8Array(sumBox.width * sumBox.height * 4) };
  const drawn = bench.draw(both, { a: small, b: pixels }, sumBox);
  expect(bench.draw(a, { a: drawn }, sumBox, small)).toEqual(small);
});
