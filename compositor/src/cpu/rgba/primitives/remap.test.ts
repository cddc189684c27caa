import { expect, test } from 'vitest';
import { contains, grow } from '../../../graph/box.ts';
import type { DisplacementMap } from '../../../graph/displacement-map.ts';
import type { GraphNode } from '../../../graph/graph-node.ts';
import type { Edge } from '../../../graph/values.ts';
import { sample } from '../../../kernels/reference/rgba-convert.ts';
import { createGraphBench, noisePixels, type Pixels } from '../graph-bench.ts';

const bench = createGraphBench();
const box = { width: 47, height: 33 };
const rect = { x: 0, y: 0, ...box };
const clip: GraphNode = { kind: 'input', name: 'clip' };

type Place = (x: number, y: number, edge: Edge) => readonly [number, number];

// The formulas of the fields, written down once more, for the middle (x, y) of a pixel.
const cases: [string, DisplacementMap, Place][] = [
  [
    'rows in a wave',
    { kind: 'wave', axis: 'x', amplitude: 5.5, wavelength: 17, phase: 0.2 },
    (x, y) => [x + 5.5 * Math.sin(2 * Math.PI * (y / 17 + 0.2)), y],
  ],
  [
    'columns in a wave',
    { kind: 'wave', axis: 'y', amplitude: 3, wavelength: 9, phase: 0 },
    (x, y) => [x, y + 3 * Math.sin((2 * Math.PI * x) / 9)],
  ],
  ['a barrel', { kind: 'lens', amount: 0.4, centerX: 23.5, centerY: 16.5 }, lens(0.4)],
  ['a barrel that fills', { kind: 'lens', amount: 0.4, centerX: 23.5, centerY: 16.5, zoom: 1.4 }, lens(0.4, 1.4)],
  ['a pincushion', { kind: 'lens', amount: -0.3, centerX: 23.5, centerY: 16.5 }, lens(-0.3)],
  ['a mirror across', { kind: 'mirror', axis: 'x', at: 20.3 }, (x, y) => [x > 20.3 ? 40.6 - x : x, y]],
  ['a mirror below', { kind: 'mirror', axis: 'y', at: 16 }, (x, y) => [x, y > 16 ? 32 - y : y]],
  ['a kaleidoscope', { kind: 'kaleidoscope', segments: 5, angle: 20, centerX: 22, centerY: 15 }, kaleidoscope],
  ['pixels of 6', { kind: 'pixelate', size: 6 }, (x, y, edge) => [snap(x, box.width, edge), snap(y, box.height, edge)]],
  [
    'blocks',
    {
      kind: 'blocks',
      blocks: [
        { x: 3, y: 4, width: 20, height: 9, dx: 6.5, dy: 0 },
        { x: 10, y: 8, width: 30, height: 9, dx: -7, dy: 3 },
      ],
    },
    (x, y) => {
      if (x >= 10 && x < 40 && y >= 8 && y < 17) return [x - 7, y + 3];
      return x >= 3 && x < 23 && y >= 4 && y < 13 ? [x + 6.5, y] : [x, y];
    },
  ],
];

function lens(amount: number, zoom = 1): Place {
  return (x, y) => {
    const r = Math.hypot(x - 23.5, y - 16.5) / Math.hypot(23.5, 16.5);
    const scale = (1 + amount * r * r) / zoom;
    return [23.5 + (x - 23.5) * scale, 16.5 + (y - 16.5) * scale];
  };
}

function kaleidoscope(x: number, y: number): readonly [number, number] {
  const wedge = (2 * Math.PI) / 10;
  const start = (20 * Math.PI) / 180;
  const around = (((Math.atan2(y - 15, x - 22) - start) % (4 * wedge * 2.5)) + 2 * Math.PI) % (2 * Math.PI);
  const inPair = around % (2 * wedge);
  const angle = start + (inPair < wedge ? inPair : 2 * wedge - inPair);
  const radius = Math.hypot(x - 22, y - 15);
  return [22 + radius * Math.cos(angle), 15 + radius * Math.sin(angle)];
}

function snap(place: number, length: number, edge: Edge): number {
  const middle = length / 2 + Math.round((place - length / 2) / 6) * 6;
  return edge === 'transparent' ? middle : Math.min(length - 0.5, Math.max(0.5, middle));
}

function differences(drawn: Pixels, source: Pixels, edge: Edge, place: Place): number[] {
  const found: number[] = [];
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const [u, v] = place(x + 0.5, y + 0.5, edge);
      const at = (y * box.width + x) * 4;
      const plain = sample(source, u - 0.5, v - 0.5, edge);
      found.push(Math.max(...plain.map((value, k) => Math.abs(value - (drawn.data[at + k] ?? 0)))));
    }
  }
  return found;
}

test.each(cases)('%s is the plain version of its formula to two levels', (_, field, place) => {
  const pixels = noisePixels(rect, 20);
  for (const edge of ['transparent', 'clamp', 'mirror', 'wrap'] as const) {
    const drawn = bench.draw({ kind: 'remap', of: clip, field, edge }, { clip: pixels }, box, rect);
    expect(Math.max(...differences(drawn, pixels, edge, place))).toBeLessThanOrEqual(2);
  }
});

// A kaleidoscope fills its box, and a strong pincushion shows no more than its box.
const bending = cases.filter(([name, { kind }]) => kind !== 'kaleidoscope' && name !== 'a pincushion');
bending.push(['a slight pincushion', { kind: 'lens', amount: -0.05, centerX: 23.5, centerY: 16.5 }, lens(-0.05)]);

test.each(bending)('%s goes on beyond the box with a picture that does', (_, field, place) => {
  const pixels = noisePixels(grow(rect, 9, 7), 23);
  const { data, ...drawn } = bench.draw({ kind: 'remap', of: clip, field, edge: 'transparent' }, { clip: pixels }, box);
  const shown = grow(rect, 30, 20);
  let worst = 0;
  for (let y = shown.y; y < shown.y + shown.height; y++) {
    for (let x = shown.x; x < shown.x + shown.width; x++) {
      const [u, v] = place(x + 0.5, y + 0.5, 'transparent');
      const plain = sample(pixels, u - 0.5 - pixels.x, v - 0.5 - pixels.y, 'transparent');
      const isDrawn = contains(drawn, { x, y, width: 1, height: 1 });
      const at = ((y - drawn.y) * drawn.width + x - drawn.x) * 4;
      worst = plain.reduce(
        (most, value, k) => Math.max(most, Math.abs(value - (isDrawn ? (data[at + k] ?? 0) : 0))),
        worst,
      );
    }
  }
  expect(worst).toBeLessThanOrEqual(2);
});

test.each(cases)('a part of %s is the part of the whole', (_, field) => {
  const pixels = noisePixels(rect, 21);
  const area = { x: 8, y: 5, width: 21, height: 17 };
  for (const edge of ['transparent', 'clamp'] as const) {
    const image: GraphNode = { kind: 'remap', of: clip, field, edge };
    const whole = bench.draw(image, { clip: pixels }, box, rect);
    expect(bench.draw(image, { clip: pixels }, box, area)).toEqual(bench.draw(clip, { clip: whole }, box, area));
  }
});

test('fields that move nothing change no byte', () => {
  const pixels = noisePixels(rect, 22);
  const still: DisplacementMap[] = [
    { kind: 'wave', axis: 'x', amplitude: 0, wavelength: 5, phase: 0 },
    { kind: 'lens', amount: 0, centerX: 10, centerY: 10 },
    { kind: 'pixelate', size: 1 },
    { kind: 'blocks', blocks: [] },
  ];
  for (const field of still) {
    for (const edge of ['transparent', 'clamp'] as const) {
      expect(bench.draw({ kind: 'remap', of: clip, field, edge }, { clip: pixels }, box, rect)).toEqual(pixels);
    }
  }
});
