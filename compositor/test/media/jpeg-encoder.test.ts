import { decode } from '@framemill/testing/images';
import { afterAll, describe, expect, it } from 'vitest';
import { createStillImages } from '../../src/cpu/still-image.ts';
import { loadKernels } from '../../src/kernels/load-kernels.ts';
import { createJpegEncoder, kernelColours } from '../../src/media/encode/jpeg-encoder.ts';
import { createFrame } from '../../src/media/frame.ts';
import { pixelAt, psnr } from '../images.ts';

const stills = createStillImages(() => loadKernels(64 * 1024 * 1024));
const encoders = { filters: createJpegEncoder(), kernels: createJpegEncoder(kernelColours) };
afterAll(() => {
  stills.close();
  for (const jpegs of Object.values(encoders)) jpegs.close();
});

/** Creates a frame with bars of strong colours over a vertical brightness gradient. */
function testImage(width: number, height: number) {
  const frame = createFrame(width, height);
  const [luma, u, v] = frame.data ?? [];
  const [lumaStride = 0, chromaStride = 0] = frame.linesize;
  if (!luma || !u || !v) throw new Error('The frame has no planes.');
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) luma[y * lumaStride + x] = (40 + (y * 180) / height) | 0;
  for (let y = 0; y < height / 2; y++) {
    for (let x = 0; x < width / 2; x++) {
      const bar = Math.floor((x * 2 * 5) / width);
      u[y * chromaStride + x] = [128, 90, 160, 128, 140][bar] ?? 128;
      v[y * chromaStride + x] = [128, 150, 110, 170, 90][bar] ?? 128;
    }
  }
  return frame;
}

describe.each(Object.entries(encoders))('a JPEG, its colours by %s', (_, jpegs) => {
  it('has the colours of the same picture as a PNG', async () => {
    const frame = testImage(320, 180);
    const png = await decode(await stills.encode(frame, 'png'));
    const jpeg = await decode(jpegs.encode(frame));
    expect([jpeg.width, jpeg.height]).toEqual([320, 180]);
    for (const x of [30, 95, 160, 225, 290]) {
      const [a, b] = [pixelAt(png, x, 90), pixelAt(jpeg, x, 90)];
      for (const channel of [0, 1, 2] as const) expect(Math.abs(a[channel] - b[channel])).toBeLessThanOrEqual(3);
    }
    expect(psnr(png.data, jpeg.data)).toBeGreaterThan(36);
    frame.free();
  });

  it('of the same picture has the same bytes, in any size, one after the other', () => {
    for (const [width, height] of [
      [16, 16],
      [322, 182],
    ] as const) {
      const frame = testImage(width, height);
      expect(Buffer.compare(jpegs.encode(frame), jpegs.encode(frame))).toBe(0);
      frame.free();
    }
  });
});
