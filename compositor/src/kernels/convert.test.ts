import { expect, test } from 'vitest';
import { createPlaneBench, noisePlane } from './plane-bench.ts';
import { chroma, fullChroma, luma, type RgbaPixels, toRgba } from './reference/convert.ts';
import { chromaAlpha, cover } from './reference/coverage.ts';

const bench = createPlaneBench();
const { run } = bench.kernels;

function noiseImage(width: number, height: number): RgbaPixels {
  return { data: noisePlane(width * 4, height, 5).data, width, height };
}

// The plain versions use real numbers, the kernels fixed point: they may round a half differently.
function expectClose(actual: Uint8Array, expected: Uint8Array, tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  const worst = actual.reduce((most, byte, i) => Math.max(most, Math.abs(byte - (expected[i] ?? 0))), 0);
  expect(worst).toBeLessThanOrEqual(tolerance);
}

test.each([
  [true, 'opaque'],
  [false, 'translucent'],
])('RGBA becomes BT.709 planes within one step of the plain version (opaque: %s)', (opaque) => {
  for (const [w, h] of [
    [1, 1],
    [7, 5],
    [16, 8],
    [33, 9],
  ] as const) {
    const image = noiseImage(w, h);
    const rgba = bench.bytes(image.data);
    const [y, a] = [bench.blank(w, h), bench.blank(w, h)];
    run.rgbaToLuma(y.offset, y.stride, opaque ? 0 : a.offset, rgba, w, h);
    expectClose(bench.take(y).data, luma(image, opaque).data, 1);
    const [cw, ch] = [(w + 1) >> 1, (h + 1) >> 1];
    const [u, v, ca] = [bench.blank(cw, ch), bench.blank(cw, ch), bench.blank(cw, ch)];
    run.rgbaToChroma(u.offset, v.offset, u.stride, opaque ? 0 : ca.offset, rgba, w, h);
    expectClose(bench.take(u).data, chroma(image, 'u', opaque).data, 1);
    expectClose(bench.take(v).data, chroma(image, 'v', opaque).data, 1);
    if (!opaque) expectClose(bench.take(ca).data, chroma(image, 'alpha', false).data, 1);
    const [fu, fv] = [bench.blank(w, h), bench.blank(w, h)];
    run.rgbaToFullChroma(fu.offset, fv.offset, fu.stride, opaque ? 0 : 1, rgba, w, h);
    expectClose(bench.take(fu).data, fullChroma(image, 'u', opaque).data, 1);
    expectClose(bench.take(fv).data, fullChroma(image, 'v', opaque).data, 1);
  }
});

test('opaque pixels become the same bytes with alpha and without, whatever the width', () => {
  for (let w = 1; w <= 40; w++) {
    const h = 1 + (w % 4);
    const image = noiseImage(w, h);
    for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255;
    const rgba = bench.bytes(image.data);
    const [cw, ch] = [(w + 1) >> 1, (h + 1) >> 1];
    const [without, multiplied] = [0, 1].map((hasAlpha) => {
      const [y, a] = [bench.blank(w, h), bench.blank(w, h)];
      const [u, v, ca] = [bench.blank(cw, ch), bench.blank(cw, ch), bench.blank(cw, ch)];
      run.rgbaToLuma(y.offset, y.stride, hasAlpha * a.offset, rgba, w, h);
      run.rgbaToChroma(u.offset, v.offset, u.stride, hasAlpha * ca.offset, rgba, w, h);
      if (hasAlpha) expect([...new Set([...bench.take(a).data, ...bench.take(ca).data])]).toEqual([255]);
      return [y, u, v].map((plane) => bench.take(plane).data);
    });
    expect(multiplied).toEqual(without);
  }
});

test('white is 235, black 16, and both have neutral chroma', () => {
  for (const [grey, expected] of [
    [255, 235],
    [0, 16],
  ] as const) {
    const rgba = bench.bytes(new Uint8Array(4 * 16).fill(grey));
    const [y, u, v] = [bench.blank(4, 4), bench.blank(2, 2), bench.blank(2, 2)];
    run.rgbaToLuma(y.offset, y.stride, 0, rgba, 4, 4);
    run.rgbaToChroma(u.offset, v.offset, u.stride, 0, rgba, 4, 4);
    expect([...new Set(bench.take(y).data)]).toEqual([expected]);
    expect([...new Set([...bench.take(u).data, ...bench.take(v).data])]).toEqual([128]);
  }
});

test('planes become RGBA within one step of the plain version', () => {
  for (const [w, h] of [
    [1, 1],
    [7, 5],
    [32, 6],
  ] as const) {
    const [cw, ch] = [(w + 1) >> 1, (h + 1) >> 1];
    const [y, u, v] = [noisePlane(w, h, 6, 16, 235), noisePlane(cw, ch, 7, 16, 240), noisePlane(cw, ch, 8, 16, 240)];
    const [hy, hu, hv] = [bench.put(y), bench.put(u), bench.put(v)];
    const out = bench.bytes(new Uint8Array(w * h * 4));
    run.yuvToRgba(out, hy.offset, hy.stride, hu.offset, hv.offset, hu.stride, w, h);
    expectClose(bench.kernels.heap.bytes.slice(out, out + w * h * 4), toRgba(y, u, v), 1);
  }
});

test('coverage of upright, turned, rounded and hair-thin rectangles is within one step of the plain version', () => {
  const turned = { px: -25, py: -14, pxx: 0.94, pxy: 0.342, pyx: -0.342, pyy: 0.94 };
  const upright = { px: -20.25, py: -15.5, pxx: 1, pxy: 0, pyx: 0, pyy: 1 };
  for (const map of [turned, upright]) {
    for (const [hx, hy, rx, ry] of [
      [15, 10, 0, 0],
      [15, 10, 6, 6],
      [15, 10, 12, 3],
      [14.6, 10, 3, 10],
      [15.3, 10.7, 10.7, 10.7],
      [0.2, 12, 0, 0],
    ] as const) {
      const out = bench.blank(43, 31);
      const { px, py, pxx, pxy, pyx, pyy } = map;
      run.coverRect(out.offset, out.stride, 43, 31, px, py, pxx, pxy, pyx, pyy, hx, hy, rx, ry);
      expectClose(bench.take(out).data, cover(43, 31, map, { hx, hy, rx, ry }).data, 1);
    }
  }
});

test('alpha at chroma sites gives the same bytes as its plain version', () => {
  for (const [w, h] of [
    [1, 1],
    [2, 2],
    [9, 7],
    [34, 6],
    [35, 3],
    [67, 4],
  ] as const) {
    const alpha = noisePlane(w, h, 9);
    const [a, out] = [bench.put(alpha), bench.blank((w + 1) >> 1, (h + 1) >> 1)];
    run.chromaAlpha(out.offset, out.stride, a.offset, a.stride, w, h);
    expect(bench.take(out).data).toEqual(chromaAlpha(alpha).data);
  }
});
