import { AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { expect, test } from 'vitest';
import { recodePlanes, type WideImage } from '../../../kernels/reference/wide-colour.ts';
import { createFrame } from '../../frame.ts';
import { createRecodeConverter } from './recode-converter.ts';

const sizes = [
  [1, 1],
  [2, 2],
  [7, 5],
  [16, 4],
  [17, 3],
  [33, 9],
  [62, 18],
] as const;

test.each([
  ['bt601', 'limited', [0.299, 0.114]],
  ['bt601', 'full', [0.299, 0.114]],
  ['bt709', 'full', [0.2126, 0.0722]],
  ['bt2020', 'limited', [0.2627, 0.0593]],
  ['smpte240m', 'full', [0.212, 0.087]],
  ['fcc', 'limited', [0.3, 0.11]],
] as const)('%s %s is its plain version to a level', (matrix, range, shares) => {
  for (const [width, height] of sizes) {
    const image = noiseImage(width, height);
    const plain = recodePlanes(image, shares, range);
    const recoded = recodedOf(image, matrix, range, AV_PIX_FMT_YUV420P);
    const pairs = [
      [recoded.luma, plain.luma],
      [recoded.u, plain.u],
      [recoded.v, plain.v],
    ] as const;
    for (const [made, wanted] of pairs) {
      expect(made).toHaveLength(wanted.length);
      const differences = made.map((byte, index) => Math.abs(byte - (wanted[index] ?? 0)));
      expect(Math.max(...differences)).toBeLessThanOrEqual(1);
      // Only where the plain version is about to round the other way.
      expect(differences.filter((difference) => difference > 0).length).toBeLessThanOrEqual(1 + made.length / 20);
    }
  }
});

test('BT.709 limited stays what it is', () => {
  const image = noiseImage(33, 9);
  const { luma, u, v } = image;
  const same = { luma: Array.from(luma), u: Array.from(u), v: Array.from(v) };
  expect(recodedOf(image, 'bt709', 'limited', AV_PIX_FMT_YUV420P)).toEqual(same);
});

test('grey keeps its grey, full range black and white become limited ones, whatever the format is called', () => {
  const grey = (level: number): WideImage => {
    const { luma, u, v, ...size } = noiseImage(18, 6);
    return { ...size, luma: luma.fill(level), u: u.fill(128), v: v.fill(128) };
  };
  for (const format of [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P]) {
    const shown = [0, 255].map((level) => recodedOf(grey(level), 'bt601', 'full', format));
    expect(shown.map(({ luma, u, v }) => [...new Set(luma), ...new Set(u), ...new Set(v)])).toEqual([
      [16, 128, 128],
      [235, 128, 128],
    ]);
  }
  const limited = recodedOf(grey(90), 'bt601', 'limited', AV_PIX_FMT_YUV420P);
  expect(new Set(limited.luma)).toEqual(new Set([90]));
});

function recodedOf(image: WideImage, matrix: string, range: 'full' | 'limited', format: Frame['format']) {
  const { width, height } = image;
  const frame = createFrame(width, height, format);
  const [columns, rows] = [(width + 1) >> 1, (height + 1) >> 1];
  const planes = [image.luma, image.u, image.v];
  for (const [index, plane] of planes.entries()) {
    const across = index === 0 ? width : columns;
    const stride = frame.linesize[index] ?? 0;
    for (const [at, sample] of plane.entries()) {
      frame.data?.[index]?.writeUInt8(sample, Math.floor(at / across) * stride + (at % across));
    }
  }
  const converter = createRecodeConverter(width, height, format, { matrix, range });
  const made = converter.convert(frame);
  const result = {
    luma: pixelsOf(made, 0, width, height),
    u: pixelsOf(made, 1, columns, rows),
    v: pixelsOf(made, 2, columns, rows),
  };
  frame.free();
  converter.close();
  return result;
}

function noiseImage(width: number, height: number): WideImage {
  let state = 7;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
  const noise = (length: number) => Uint16Array.from({ length }, next);
  const chroma = ((width + 1) >> 1) * ((height + 1) >> 1);
  return { width, height, tall: false, luma: noise(width * height), u: noise(chroma), v: noise(chroma) };
}

function pixelsOf(frame: Frame, index: number, width: number, height: number): number[] {
  const stride = frame.linesize[index] ?? 0;
  const plane = frame.data?.[index];
  return Array.from(
    { length: width * height },
    (_, at) => plane?.[Math.floor(at / width) * stride + (at % width)] ?? 0,
  );
}
