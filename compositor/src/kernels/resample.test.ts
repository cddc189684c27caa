import { expect, test } from 'vitest';
import { createPlaneBench, noisePlane } from './plane-bench.ts';
import type { BytePlane } from './reference/blend.ts';
import { type AffineMap, type Axis, affine, halve, scale } from './reference/resample.ts';

const bench = createPlaneBench();
const { run, heap } = bench.kernels;

function kernelScale(src: BytePlane, w: number, h: number, x: Axis, y: Axis): Uint8Array {
  const [s, out] = [bench.put(src), bench.blank(w, h)];
  const scratch = heap.allocate(run.scaleScratchSize(w, src.width));
  run.scalePlane(
    out.offset,
    out.stride,
    w,
    h,
    s.offset,
    s.stride,
    src.width,
    src.height,
    x.start,
    x.step,
    y.start,
    y.step,
    scratch,
  );
  return bench.take(out).data;
}

test('halving gives the same bytes as its plain version for even and odd sizes', () => {
  for (const [w, h] of [
    [2, 2],
    [1, 1],
    [3, 5],
    [33, 4],
    [64, 7],
    [131, 3],
  ] as const) {
    const src = noisePlane(w, h, 1);
    const [s, out] = [bench.put(src), bench.blank((w + 1) >> 1, (h + 1) >> 1)];
    run.halvePlane(out.offset, out.stride, s.offset, s.stride, w, h);
    expect(bench.take(out).data).toEqual(halve(src).data);
  }
});

test('scaling gives the same bytes as its plain version when shrinking, enlarging, shifting and flipping', () => {
  const cases: [w: number, h: number, x: Axis, y: Axis][] = [
    [20, 10, { start: 0.3, step: 1.75 }, { start: 0.2, step: 1.6 }],
    [37, 21, { start: 0, step: 1 }, { start: 0, step: 1 }],
    [37, 21, { start: -0.4, step: 1 }, { start: 0.25, step: 1 }],
    [90, 50, { start: -0.3, step: 0.41 }, { start: -0.3, step: 0.42 }],
    [37, 21, { start: 36, step: -1 }, { start: 20, step: -1 }],
    [25, 15, { start: 36.2, step: -1.5 }, { start: 20.7, step: -1.4 }],
    [45, 30, { start: -6, step: 1.1 }, { start: -5, step: 1.2 }],
    [1, 1, { start: 18, step: 1.3 }, { start: 9, step: 1.3 }],
  ];
  const src = noisePlane(37, 21, 2);
  for (const [w, h, x, y] of cases) expect(kernelScale(src, w, h, x, y)).toEqual(scale(src, w, h, x, y).data);
});

test('scaling gives the same bytes for every weight, every width of a group, and an odd last row', () => {
  const src = noisePlane(60, 9, 5);
  for (let i = 0; i < src.data.length; i += 2) src.data[i] = (src.data[i] ?? 0) < 128 ? 0 : 255;
  const steps = [-1.75, -1.3, -1, 0.3, 0.8, 1, 1.004, 1.3, 1.75];
  for (let i = 0; i < 40 * steps.length; i++) {
    const step = steps[i % steps.length] ?? 1;
    const x = { start: (step < 0 ? 60 : -3) + i * 0.0127, step };
    const y = { start: (step < 0 ? 8 : 0) + i / 256, step };
    const [w, h] = [1 + (i % 40), 1 + (i % 7)];
    expect(kernelScale(src, w, h, x, y), `${w} x ${h}, step ${step}`).toEqual(scale(src, w, h, x, y).data);
  }
});

test('scaling by one at whole positions changes no byte', () => {
  const src = noisePlane(50, 20, 3);
  expect(kernelScale(src, 50, 20, { start: 0, step: 1 }, { start: 0, step: 1 })).toEqual(src.data);
});

test('scaling a flat plane keeps it flat at any ratio', () => {
  const src = noisePlane(64, 48, 1, 235, 235);
  for (const step of [0.13, 0.5, 1.01, 1.33, 1.7]) {
    const out = kernelScale(src, 30, 20, { start: 0.5, step }, { start: 0.5, step });
    expect(out.every((byte) => byte === 235)).toBe(true);
  }
});

test('affine sampling gives the same bytes as its plain version, edges and outside included', () => {
  const src = noisePlane(40, 30, 4);
  const turn = (degrees: number, ratio: number): AffineMap => {
    const c = Math.cos((degrees * Math.PI) / 180) * ratio;
    const s = Math.sin((degrees * Math.PI) / 180) * ratio;
    return { u0: 20 - c * 25 - s * 20, v0: 15 + s * 25 - c * 20, ux: c, uy: s, vx: -s, vy: c };
  };
  for (const map of [turn(0, 1), turn(10, 1.2), turn(-33, 0.7), turn(90, 1), turn(180, 0.4), turn(200, 1.4)]) {
    for (const band of [0, 2]) {
      const [s, out] = [bench.put(src), bench.blank(51, 41)];
      const { u0, v0, ux, uy, vx, vy } = map;
      run.affinePlane(out.offset, out.stride, 51, 41, s.offset, s.stride, 40, 30, u0, v0, ux, uy, vx, vy, band);
      expect(bench.take(out).data).toEqual(affine(src, 51, 41, map, band).data);
    }
  }
});

test('turned samples of planes that lie pixel by pixel are those of each plane alone', () => {
  const [w, h] = [45, 30];
  const holes = noisePlane(w, h, 8);
  const planes = [4, 5, 6].map((seed) => {
    const plane = noisePlane(w, h, seed);
    // Nothing in half of the rows: there the kernels stop early.
    for (let i = 0; i < plane.data.length; i++) if (i > 900 && (holes.data[i] ?? 0) < 250) plane.data[i] = 0;
    return plane;
  });
  const put = planes.map(bench.put);
  const [a, b, c] = put;
  if (!a || !b || !c) throw new Error('A plane is missing.');
  const pair = heap.allocate(2 * w * h);
  run.pairPlanes(pair, 2 * w, a.offset, b.offset, a.stride, w, h);
  const triple = heap.allocate(4 * w * h);
  run.triplePlanes(triple, 4 * w, a.offset, b.offset, c.offset, a.stride, w, h);
  for (const degrees of [3, 45, 90, 200]) {
    const ux = Math.cos((degrees * Math.PI) / 180);
    const uy = Math.sin((degrees * Math.PI) / 180);
    const map = { u0: 20 - ux * 25 - uy * 20, v0: 15 + uy * 25 - ux * 20, ux, uy, vx: -uy, vy: ux };
    for (const width of [51, 5]) {
      const size = [width, 41] as const;
      const rest = [map.u0, map.v0, map.ux, map.uy, map.vx, map.vy, 2] as const;
      const two = [bench.blank(...size), bench.blank(...size)] as const;
      run.affinePair(two[0].offset, two[1].offset, two[0].stride, ...size, pair, 2 * w, w, h, ...rest, 0, 0, 0);
      const three = [bench.blank(...size), bench.blank(...size), bench.blank(...size)] as const;
      const offsets = [three[0].offset, three[1].offset, three[2].offset] as const;
      run.affineTriple(...offsets, three[0].stride, ...size, triple, 4 * w, w, h, ...rest, 0, 0, 0);
      for (const [index, out] of [...two, ...three].entries()) {
        const plane = planes[index < 2 ? index : index - 2];
        if (plane) expect(bench.take(out).data).toEqual(affine(plane, ...size, map, 2).data);
      }
    }
  }
});

test('rows of a turned picture that is flat in places are those of the whole one', () => {
  const [w, h] = [90, 70];
  const planes = [200, 90, 30].map((flat) => {
    const plane = noisePlane(w, h, flat);
    for (let i = 0; i < plane.data.length; i++) {
      const [x, y] = [i % w, Math.floor(i / w)];
      if (x > 20 && y < 50) plane.data[i] = flat;
      if (x > 76 && y > 30) plane.data[i] = 0;
    }
    return plane;
  });
  const [a, b, c] = planes.map(bench.put);
  if (!a || !b || !c) throw new Error('A plane is missing.');
  const pair = heap.allocate(2 * w * h);
  run.pairPlanes(pair, 2 * w, a.offset, b.offset, a.stride, w, h);
  const triple = heap.allocate(4 * w * h);
  run.triplePlanes(triple, 4 * w, a.offset, b.offset, c.offset, a.stride, w, h);
  const tiles = heap.allocate(4 * 12 * 9);
  const tilesOf = (src: number, size: number) => run.flatTiles(tiles, 4 * 12, src, size * w, size, w, h);
  // A pixel in the middle of a flat part: its tile and those around it are no longer flat.
  const spoilt = 2 * (w * 20 + 40);
  for (const [degrees, scale] of [
    [20, 1],
    [130, 0.9],
    [265, 1.2],
    [33, 2],
  ] as const) {
    const ux = scale * Math.cos((degrees * Math.PI) / 180);
    const uy = scale * Math.sin((degrees * Math.PI) / 180);
    const map = { u0: 45 - ux * 40 - uy * 30, v0: 35 + uy * 40 - ux * 30, ux, uy, vx: -uy, vy: ux };
    const rest = [map.u0, map.v0, map.ux, map.uy, map.vx, map.vy, 2] as const;
    const rows = [81, 23] as const;
    const whole = planes.map((plane) => affine(plane, 81, 60, map, 2).data.slice(81 * 14, 81 * 37));
    const two = [bench.blank(...rows), bench.blank(...rows)] as const;
    tilesOf(pair, 2);
    run.affinePair(two[0].offset, two[1].offset, two[0].stride, ...rows, pair, 2 * w, w, h, ...rest, 14, tiles, 4 * 12);
    const three = [bench.blank(...rows), bench.blank(...rows), bench.blank(...rows)] as const;
    const offsets = [three[0].offset, three[1].offset, three[2].offset] as const;
    tilesOf(triple, 4);
    run.affineTriple(...offsets, three[0].stride, ...rows, triple, 4 * w, w, h, ...rest, 14, tiles, 4 * 12);
    for (const [index, out] of [...two, ...three].entries())
      expect(bench.take(out).data).toEqual(whole[index < 2 ? index : index - 2]);
  }
  tilesOf(pair, 2);
  const flags = () => Array.from({ length: 12 * 9 }, (_, tile) => heap.bytes[tiles + 4 * tile + 3] ?? 0);
  const before = flags().filter((flag) => flag > 0).length;
  heap.bytes[pair + spoilt] = 201;
  tilesOf(pair, 2);
  expect(before - flags().filter((flag) => flag > 0).length).toBe(9);
});
