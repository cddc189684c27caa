import { expect, test } from 'vitest';
import { loadKernels } from '../../kernels/load-kernels.ts';
import { noisePlane } from '../../kernels/plane-bench.ts';
import { at, type BytePlane, fromPixels } from '../../kernels/reference/blend.ts';
import { type PlanarImage, planarToRgba, rgbaToPlanar } from '../../kernels/reference/rgba-convert.ts';
import { allPlanes, createSurface, type Plane, type Surface } from '../planar/surface.ts';
import { planarFromRgba, rgbaFromPlanar } from './convert.ts';
import { noisePixels, type Pixels, putPixels, takePixels, worstDifference } from './graph-bench.ts';

const kernels = loadKernels(64 * 1024 * 1024);
const sizes = [
  [1, 1],
  [2, 2],
  [7, 5],
  [16, 3],
  [33, 9],
  [50, 18],
] as const;

function putPlane(plane: BytePlane, target: Plane): void {
  for (let y = 0; y < plane.height; y++) {
    const row = plane.data.subarray(y * plane.stride, y * plane.stride + plane.width);
    kernels.heap.bytes.set(row, target.offset + y * target.stride);
  }
}

function takePlane({ offset, stride, width, height }: Plane): BytePlane {
  return fromPixels(width, height, (x, y) => kernels.heap.bytes[offset + y * stride + x] ?? 0);
}

function putPlanar(image: PlanarImage): Surface {
  const { luma, u, v, alpha } = image;
  const surface = createSurface(kernels.heap, luma.width, luma.height, alpha !== null);
  const planes = alpha ? [luma, u, v, alpha.luma, alpha.chroma] : [luma, u, v];
  for (const [index, plane] of allPlanes(surface).entries()) {
    const source = planes[index];
    if (source) putPlane(source, plane);
  }
  return surface;
}

function planarNoise(width: number, height: number, withAlpha: boolean): PlanarImage {
  const [cw, ch] = [(width + 1) >> 1, (height + 1) >> 1];
  const [luma, u, v] = [noisePlane(width, height, 1, 16, 235), noisePlane(cw, ch, 2, 16, 240), noisePlane(cw, ch, 3)];
  if (!withAlpha) return { luma, u, v, alpha: null };
  const alpha = { luma: noisePlane(width, height, 4), chroma: noisePlane(cw, ch, 5) };
  const under = (plane: BytePlane, cover: BytePlane) =>
    fromPixels(plane.width, plane.height, (x, y) => Math.round((at(plane, x, y) * at(cover, x, y)) / 255));
  return { luma: under(luma, alpha.luma), u: under(u, alpha.chroma), v: under(v, alpha.chroma), alpha };
}

function worst(a: BytePlane, b: BytePlane): number {
  return a.data.reduce((most, byte, i) => Math.max(most, Math.abs(byte - (b.data[i] ?? 0))), 0);
}

test.each([false, true])('planes become RGBA within one step of the plain version (alpha: %s)', (withAlpha) => {
  for (const [width, height] of sizes) {
    const image = planarNoise(width, height, withAlpha);
    const rgba = rgbaFromPlanar(kernels, putPlanar(image), { x: 4, y: -2 });
    const expected: Pixels = { ...planarToRgba(image), x: 4, y: -2 };
    expect(worstDifference(takePixels(kernels, rgba), expected)).toBeLessThanOrEqual(1);
  }
});

test.each([false, true])('RGBA becomes planes within one step of the plain version (alpha: %s)', (withAlpha) => {
  for (const [width, height] of sizes) {
    const pixels = noisePixels({ x: 0, y: 0, width, height }, 6);
    const target = createSurface(kernels.heap, width, height, withAlpha);
    planarFromRgba(kernels, putPixels(kernels, pixels), target);
    const expected = rgbaToPlanar(pixels, withAlpha);
    expect(worst(takePlane(target.luma), expected.luma)).toBeLessThanOrEqual(1);
    expect(worst(takePlane(target.chroma[0]), expected.u)).toBeLessThanOrEqual(1);
    expect(worst(takePlane(target.chroma[1]), expected.v)).toBeLessThanOrEqual(1);
    if (!target.alpha || !expected.alpha) continue;
    expect(takePlane(target.alpha.luma).data).toEqual(expected.alpha.luma.data);
    expect(worst(takePlane(target.alpha.chroma), expected.alpha.chroma)).toBeLessThanOrEqual(1);
  }
});

test('grey planes come back as they were, opaque or not', () => {
  for (const withAlpha of [false, true]) {
    const luma = fromPixels(40, 6, (x, y) => 16 + ((x * 5 + y * 3) % 220));
    const chroma = fromPixels(20, 3, () => 128);
    const full = (plane: BytePlane) => fromPixels(plane.width, plane.height, () => 255);
    const image = {
      luma,
      u: chroma,
      v: chroma,
      alpha: withAlpha ? { luma: full(luma), chroma: full(chroma) } : null,
    };
    const target = createSurface(kernels.heap, 40, 6, withAlpha);
    planarFromRgba(kernels, rgbaFromPlanar(kernels, putPlanar(image), { x: 0, y: 0 }), target);
    expect(takePlane(target.luma)).toEqual(luma);
    expect(takePlane(target.chroma[0])).toEqual(chroma);
    expect(takePlane(target.chroma[1])).toEqual(chroma);
  }
});
