import {
  AV_PIX_FMT_YUV420P10LE,
  AV_PIX_FMT_YUV420P12LE,
  AV_PIX_FMT_YUV422P10LE,
  AV_PIX_FMT_YUV444P10LE,
  AVCOL_PRI_BT2020,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_TRC_SMPTE2084,
} from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { expect, test } from 'vitest';
import { type WideCoding, type WideImage, wideToPlanar } from '../../../kernels/reference/wide-colour.ts';
import { createFrame } from '../../frame.ts';
import { createFrameConverter } from './frame-converter.ts';
import { createWideColourConverter, TABLE_SIZE, wideColourTable } from './wide-colour-converter.ts';

const colour = { wide: { curve: 'pq', primaries: 'bt2020' }, matrix: 'bt2020', range: 'limited' } as const;
const sizes = [
  [1, 1],
  [2, 2],
  [7, 5],
  [33, 9],
  [50, 18],
] as const;

// BT.2020 (H.273, table 4).
const weights = { red: 1.4746, greenU: -0.164553, greenV: -0.571353, blue: 1.8814 };
const limited = (unit: number) => ({
  black: 16 * unit,
  lumaRange: 219 * unit,
  grey: 128 * unit,
  chromaRange: 224 * unit,
});
const full = { black: 0, lumaRange: 1023, grey: 512, chromaRange: 1023 };

test.each([
  ['4:2:0 of 10 bits', AV_PIX_FMT_YUV420P10LE, 'pq', 'limited', 10, { ...weights, ...limited(4) }],
  ['4:2:0 of 12 bits', AV_PIX_FMT_YUV420P12LE, 'hlg', 'limited', 12, { ...weights, ...limited(16) }],
  ['4:2:2 of 10 bits, full range', AV_PIX_FMT_YUV422P10LE, 'sdr', 'full', 10, { ...weights, ...full }],
] as const)('%s is its plain version to a level', (_, format, curve, range, depth, coding: WideCoding) => {
  const wide = { curve, primaries: 'bt2020' } as const;
  const values = tableLevels(wideColourTable(wide));
  for (const [width, height] of sizes) {
    const image = noiseImage(width, height, format === AV_PIX_FMT_YUV422P10LE, 2 ** depth);
    const converter = createWideColourConverter(width, height, format, { wide, matrix: 'bt2020', range });
    if (!converter) throw new Error('The format is not taken.');
    const frame = frameOf(image, format);
    const converted = converter.convert(frame);
    const plain = wideToPlanar(image, coding, values, TABLE_SIZE);
    const [columns, rows] = [(width + 1) >> 1, (height + 1) >> 1];
    expect(worst(pixelsOf(converted, 0, width, height), plain.luma)).toBeLessThanOrEqual(1);
    expect(worst(pixelsOf(converted, 1, columns, rows), plain.u)).toBeLessThanOrEqual(1);
    expect(worst(pixelsOf(converted, 2, columns, rows), plain.v)).toBeLessThanOrEqual(1);
    frame.free();
    converter.close();
  }
});

test('samples of more bits than the format has count as its largest', () => {
  const converter = createWideColourConverter(16, 4, AV_PIX_FMT_YUV420P10LE, colour);
  const shownOf = (luma: number) => {
    const image = noiseImage(16, 4, false, 1024);
    const frame = frameOf({ ...image, luma: image.luma.fill(luma) }, AV_PIX_FMT_YUV420P10LE);
    const shown = converter && pixelsOf(converter.convert(frame), 0, 16, 4);
    frame.free();
    return shown;
  };
  const white = shownOf(1023);
  expect(white).not.toBeNull();
  expect(shownOf(65_535)).toEqual(white);
  converter?.close();
});

test.each([
  ['4:2:0', AV_PIX_FMT_YUV420P10LE],
  ['4:2:2', AV_PIX_FMT_YUV422P10LE],
])('a turned picture of %s is converted upright', (_, format) => {
  const tall = format === AV_PIX_FMT_YUV422P10LE;
  const image = noiseImage(12, 8, tall, 1024);
  // Grey: how chroma lies between pixels does not show.
  const frame = frameOf({ ...image, u: image.u.fill(512), v: image.v.fill(512) }, format);
  frame.colorTrc = AVCOL_TRC_SMPTE2084;
  frame.colorPrimaries = AVCOL_PRI_BT2020;
  frame.colorSpace = AVCOL_SPC_BT2020_NCL;
  const lying = createWideColourConverter(12, 8, format, colour);
  const size = { width: 8, height: 12, frameWidth: 8, frameHeight: 12 };
  const upright = createFrameConverter({ ...size, turn: ['transpose=clock'] });
  const given = lying && pixelsOf(lying.convert(frame), 0, 12, 8);
  const turned = Uint8Array.from({ length: 96 }, (_, at) => given?.[(7 - (at % 8)) * 12 + Math.floor(at / 8)] ?? 0);
  expect(pixelsOf(upright.convert(frame), 0, 8, 12)).toEqual(turned);
  frame.free();
  lying?.close();
  upright.close();
});

test('formats that the kernels do not read are left to others', () => {
  expect(createWideColourConverter(16, 4, AV_PIX_FMT_YUV444P10LE, colour)).toBeNull();
});

function tableLevels(table: Int16Array): Float32Array {
  return Float32Array.from(
    { length: TABLE_SIZE ** 3 * 3 },
    (_, i) => (table[Math.floor(i / 3) * 4 + (i % 3)] ?? 0) / 64,
  );
}

function noiseImage(width: number, height: number, tall: boolean, levels: number): WideImage {
  let state = 7;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * levels);
  };
  const chroma = ((width + 1) >> 1) * (tall ? height : (height + 1) >> 1);
  const noise = (length: number) => Uint16Array.from({ length }, next);
  return { width, height, tall, luma: noise(width * height), u: noise(chroma), v: noise(chroma) };
}

function frameOf({ width, height, luma, u, v }: WideImage, format: Frame['format']): Frame {
  const frame = createFrame(width, height, format);
  for (const [index, plane] of [luma, u, v].entries()) {
    const columns = index === 0 ? width : (width + 1) >> 1;
    const stride = frame.linesize[index] ?? 0;
    for (const [at, sample] of plane.entries()) {
      frame.data?.[index]?.writeUInt16LE(sample, Math.floor(at / columns) * stride + (at % columns) * 2);
    }
  }
  return frame;
}

function pixelsOf(frame: Frame, index: number, width: number, height: number): Uint8Array {
  const stride = frame.linesize[index] ?? 0;
  const plane = frame.data?.[index];
  return Uint8Array.from(
    { length: width * height },
    (_, at) => plane?.[Math.floor(at / width) * stride + (at % width)] ?? 0,
  );
}

function worst(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((most, byte, i) => Math.max(most, Math.abs(byte - (b[i] ?? 0))), 0);
}
