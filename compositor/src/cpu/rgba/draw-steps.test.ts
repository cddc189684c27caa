import { expect, test } from 'vitest';
import type { Rect } from '../../graph/box.ts';
import { tinted } from '../../graph/combine.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import { translation } from '../../graph/matrix.ts';
import { createGraphBench, noisePixels, type Pixels, putPixels, takePixels } from './graph-bench.ts';
import { bandRows, copyRgba, type RowSource, releaseRgba } from './rgba-surface.ts';

const bench = createGraphBench();
const { kernels, backend } = bench;
// Several bands of a picture, the last one of few rows.
const box = { width: 1022, height: 211 };
const pixels = noisePixels({ x: 0, y: 0, ...box }, 5);
const solid = noisePixels({ x: 0, y: 0, ...box }, 6, true);

const clip: GraphNode = { kind: 'input', name: 'clip' };
const other: GraphNode = { kind: 'input', name: 'other' };
const green = { r: 0, g: 0.8, b: 0.2, a: 1 };
const key = { type: 'chroma', colour: green, similarity: 0.1, smoothness: 0.2, spill: 0.3 } as const;
const keyed = (of: GraphNode): GraphNode => ({ kind: 'key', of, key });
const graded = (of: GraphNode): GraphNode => tinted(of, { r: 0.2, g: 0.9, b: 0.4, a: 1 }, 0.6);
const soft = (of: GraphNode, sigmaX: number, sigmaY: number, edge: 'clamp' | 'transparent' = 'clamp'): GraphNode => ({
  kind: 'blur',
  of,
  edge,
  shape: { type: 'gaussian', sigmaX, sigmaY },
});
const moved: GraphNode = { kind: 'transform', of: graded(clip), map: translation(30.5, -12.25), edge: 'transparent' };

const trees: Record<string, GraphNode> = {
  'a grade and a key': keyed(graded(clip)),
  'a blur between them': keyed(soft(graded(clip), 8, 8)),
  'a blur along one axis': soft(graded(clip), 5, 0.5),
  'a blur along the other axis': keyed(soft(clip, 0, 30)),
  'a small blur': keyed(soft(clip, 1, 1)),
  'two blurs': keyed(soft(graded(soft(clip, 4, 4)), 3, 20, 'transparent')),
  'a blur that reaches out': keyed(soft(graded(clip), 9, 9, 'transparent')),
  'a move below': keyed(moved),
  'two pictures': {
    kind: 'composite',
    over: keyed(soft(clip, 6, 6)),
    under: graded(other),
    blend: 'overlay',
    opacity: 0.7,
  },
  'the same picture twice': { kind: 'sum', a: soft(clip, 3, 3), b: clip, k1: 0.2, k2: -0.5, k3: 1.5, k4: 0.1 },
  'a part that is read twice': {
    kind: 'composite',
    over: soft(graded(clip), 6, 6),
    under: clip,
    blend: 'add',
    opacity: 1,
  },
  'a picture as it is': clip,
};

const areas: Rect[] = [
  { x: 0, y: 0, ...box },
  { x: -24, y: -40, width: 1071, height: 300 },
  { x: 333, y: 77, width: 40, height: 121 },
];

/** Creates a row source of an image. `asked` counts the requested rows. */
function rowsOf(picture: Pixels): RowSource & { asked: number } {
  const { x, y, width, height } = picture;
  return {
    ...{ x, y, width, height },
    asked: 0,
    rows(rect) {
      this.asked += rect.height;
      const whole = putPixels(kernels, picture);
      const part = copyRgba(kernels, whole, rect);
      releaseRgba(kernels.heap, whole);
      return part;
    },
  };
}

function inBands(tree: GraphNode, inputs: ReadonlyMap<string, RowSource>, area: Rect): Pixels & { bands: number } {
  const data = new Uint8Array(area.width * area.height * 4);
  let end = area.y;
  let bands = 0;
  backend.drawBands(tree, inputs, box, area, (band) => {
    expect([band.x, band.y, band.width]).toEqual([area.x, end, area.width]);
    data.set(takePixels(kernels, band).data, (band.y - area.y) * area.width * 4);
    end += band.height;
    bands += 1;
  });
  expect(end).toBe(area.y + area.height);
  const { x, y, width, height } = area;
  return { data, x, y, width, height, bands };
}

test.each(Object.entries(trees))('%s: the bands are the whole picture, and all memory is given back', (_, tree) => {
  for (const area of areas) {
    const whole = bench.draw(tree, { clip: pixels, other: solid }, box, area);
    backend.endFrame();
    backend.endFrame();
    const before = kernels.heap.usedBytes;
    const { bands: _, ...drawn } = inBands(
      tree,
      new Map([
        ['clip', rowsOf(pixels)],
        ['other', rowsOf(solid)],
      ]),
      area,
    );
    backend.endFrame();
    backend.endFrame();
    expect(Buffer.compare(drawn.data, whole.data)).toBe(0);
    expect({ ...drawn, data: null }).toEqual({ ...whole, data: null });
    expect(kernels.heap.usedBytes).toBe(before);
  }
});

test('a blur asks for the rows below it once, but for those at the edge of two bands', () => {
  const rows = rowsOf(solid);
  const { bands } = inBands(keyed(soft(graded(clip), 8, 8)), new Map([['clip', rows]]), { x: 0, y: 0, ...box });
  expect(bands).toBe(Math.ceil(box.height / bandRows(box.width)));
  expect(rows.asked).toBeLessThan(1.1 * box.height);
});

test('an error while bands are drawn gives all memory back', () => {
  const before = kernels.heap.usedBytes;
  const fails: RowSource = {
    x: 0,
    y: 0,
    ...box,
    rows() {
      throw new Error('no rows');
    },
  };
  for (const tree of [keyed(clip), keyed(soft(clip, 8, 8)), keyed(moved)]) {
    expect(() => inBands(tree, new Map([['clip', fails]]), { x: 0, y: 0, ...box })).toThrow('no rows');
  }
  backend.endFrame();
  backend.endFrame();
  expect(kernels.heap.usedBytes).toBe(before);
});
