import { expect, test } from 'vitest';
import { createPlaneBench, noisePlane } from './plane-bench.ts';
import { type BytePlane, fromPixels, mix, multiply, overPremultiplied, overStraight } from './reference/blend.ts';

const sizes: [number, number][] = [
  [1, 1],
  [7, 3],
  [16, 2],
  [33, 5],
  [64, 4],
];
const opacities = [0, 1, 100, 127, 255, 256];
const bench = createPlaneBench();
const { run } = bench.kernels;

// Holes and solid runs as well as noise, so that the shortcuts for both are taken.
function alphaPlane(width: number, height: number): BytePlane {
  const noise = noisePlane(width, height, 3);
  return fromPixels(width, height, (x, y) => {
    const byte = noise.data[y * width + x] ?? 0;
    return y % 3 === 0 ? byte : ([0, 255, byte][(x >> 4) % 3] ?? 0);
  });
}

test('mixing two planes gives the same bytes as its plain version, and either plane exactly at the ends', () => {
  for (const [w, h] of sizes) {
    const a = noisePlane(w, h, 1);
    const b = noisePlane(w, h, 2);
    for (const weight of opacities) {
      const [ha, hb, out] = [bench.put(a), bench.put(b), bench.blank(w, h)];
      run.mixRect(out.offset, out.stride, ha.offset, ha.stride, hb.offset, hb.stride, w, h, weight);
      expect(bench.take(out).data).toEqual(mix(a, b, weight).data);
    }
    expect(mix(a, b, 0).data).toEqual(a.data);
    expect(mix(a, b, 256).data).toEqual(b.data);
  }
});

test('blending a premultiplied layer gives the same bytes as its plain version', () => {
  for (const [w, h] of sizes) {
    const base = noisePlane(w, h, 4);
    const alpha = alphaPlane(w, h);
    const colour = multiply(noisePlane(w, h, 5, 16, 240), alpha, 256);
    for (const opacity of opacities) {
      const [d, c, a] = [bench.put(base), bench.put(colour), bench.put(alpha)];
      run.blendPremultiplied(d.offset, d.stride, c.offset, a.offset, c.stride, w, h, opacity);
      expect(bench.take(d).data).toEqual(overPremultiplied(base, colour, alpha, opacity).data);
    }
  }
});

test('blending a straight layer gives the same bytes as its plain version', () => {
  for (const [w, h] of sizes) {
    const base = noisePlane(w, h, 6);
    const colour = noisePlane(w, h, 7);
    const alpha = alphaPlane(w, h);
    for (const opacity of opacities) {
      const [d, c, a] = [bench.put(base), bench.put(colour), bench.put(alpha)];
      run.blendStraight(d.offset, d.stride, c.offset, c.stride, a.offset, a.stride, w, h, opacity);
      expect(bench.take(d).data).toEqual(overStraight(base, colour, alpha, opacity).data);
    }
  }
});

test('a layer of opacity 0 leaves every byte as it was', () => {
  const base = noisePlane(50, 4, 8);
  const [d, c, a] = [bench.put(base), bench.put(noisePlane(50, 4, 9)), bench.put(alphaPlane(50, 4))];
  run.blendPremultiplied(d.offset, d.stride, c.offset, a.offset, c.stride, 50, 4, 0);
  run.blendStraight(d.offset, d.stride, c.offset, c.stride, a.offset, a.stride, 50, 4, 0);
  expect(bench.take(d).data).toEqual(base.data);
});

test('multiplying by alpha and opacity gives the same bytes as its plain version', () => {
  for (const [w, h] of sizes) {
    const src = noisePlane(w, h, 10);
    const alpha = alphaPlane(w, h);
    for (const opacity of opacities) {
      const [s, a, out] = [bench.put(src), bench.put(alpha), bench.blank(w, h)];
      run.multiplyRect(out.offset, out.stride, s.offset, s.stride, a.offset, a.stride, w, h, opacity);
      expect(bench.take(out).data).toEqual(multiply(src, alpha, opacity).data);
      run.multiplyRect(out.offset, out.stride, s.offset, s.stride, 0, 0, w, h, opacity);
      expect(bench.take(out).data).toEqual(multiply(src, null, opacity).data);
    }
  }
});

test('copies, fills and the maximum touch exactly their rectangle', () => {
  for (const [w, h] of sizes) {
    const src = noisePlane(w, h, 11, 0, 200);
    const [s, out] = [bench.put(src), bench.blank(w, h)];
    run.copyRect(out.offset, out.stride, s.offset, s.stride, w, h);
    expect(bench.take(out).data).toEqual(src.data);
    expect(run.maxRect(s.offset, s.stride, w, h)).toBe(Math.max(...src.data));
    run.fillRect(out.offset, out.stride, w, h, 9);
    expect(bench.take(out).data.every((byte) => byte === 9)).toBe(true);
  }
});
