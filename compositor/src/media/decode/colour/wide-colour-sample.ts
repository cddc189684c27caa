import {
  AV_PIX_FMT_YUV420P10LE,
  AVCOL_PRI_BT2020,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
} from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { createFrame } from '../../frame.ts';
import { createFrameConverter } from './frame-converter.ts';

const width = 64;
const height = 32;

/**
 * Converts two small frames of high dynamic range and returns the resulting pixels. The pixels are part of this
 * machine's fingerprint, because the conversion tables are computed with powers, which processors may round
 * differently.
 */
export function wideColourSample(): Uint8Array {
  const geometry = { frameWidth: width, frameHeight: height, width, height, turn: [] };
  const samples = [AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67].map((curve) => {
    const frame = createFrame(width, height, AV_PIX_FMT_YUV420P10LE);
    frame.colorTrc = curve;
    frame.colorPrimaries = AVCOL_PRI_BT2020;
    frame.colorSpace = AVCOL_SPC_BT2020_NCL;
    for (const [index, plane] of (frame.data ?? []).entries()) fillRamp(plane, index === 0 ? [64, 13] : [300, 7]);
    const converter = createFrameConverter(geometry);
    const converted = pixelsOf(converter.convert(frame));
    converter.close();
    frame.free();
    return converted;
  });
  return Buffer.concat(samples);
}

// Only the visible part of each row: the padding behind it is uninitialised memory.
function pixelsOf(frame: Frame): Buffer {
  const rows = (frame.data ?? []).flatMap((plane, index) => {
    const stride = frame.linesize[index] ?? 0;
    const [across, down] = index === 0 ? [width, height] : [width / 2, height / 2];
    return Array.from({ length: down }, (_, y) => plane.subarray(y * stride, y * stride + across));
  });
  return Buffer.concat(rows);
}

/** Fills a plane with ten-bit values that rise from `first` in steps of `step` and wrap after 640. */
function fillRamp(plane: Buffer, [first, step]: readonly [first: number, step: number]): void {
  for (let i = 0; i + 1 < plane.length; i += 2) plane.writeUInt16LE(first + (((i / 2) * step) % 640), i);
}
