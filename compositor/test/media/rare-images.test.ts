import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { openImageSource } from '../../src/media/decode/still/image-source.ts';
import { pixelAt } from '../images.ts';
import { render } from './judge.ts';
import { type ApngFrame, tinyApng } from './tiny-apng.ts';
import { type TinyBmp, tinyBmp } from './tiny-bmp.ts';
import { type TinyTiff, tinyTiff } from './tiny-tiff.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-rare-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, bytes: Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

/** Returns the RGBA colours of an image file as eight hexadecimal digits for each pixel. */
async function pixelsOf(path: string): Promise<{ pixels: string[]; hasAlpha: boolean }> {
  const { hasAlpha } = await probeMedia(path);
  const image = await openImageSource(path);
  expect(image.hasAlpha).toBe(hasAlpha);
  const hex = Buffer.from(image.rgba()).toString('hex');
  return { pixels: hex.match(/.{8}/g) ?? [], hasAlpha: hasAlpha === true };
}

describe('TIFF', () => {
  const width = 20;
  const height = 18;
  const colour = (at: number) => [(at * 13) & 255, (at * 7) & 255, 255 - (at & 255)];
  const rgb = Array.from({ length: width * height }, (_, at) => colour(at));
  const to16 = (pixels: number[][]) => pixels.map((pixel) => pixel.map((value) => value * 257));
  const expected = rgb.map((pixel) => `${Buffer.from(pixel).toString('hex')}ff`);
  const image = (more: Partial<TinyTiff>): Buffer =>
    tinyTiff({ width, height, bits: 8, photometric: 2, samples: rgb, ...more });

  it.each([
    ['interleaved', {}],
    ['planes', { planar: true }],
    ['tiles', { tile: 16 }],
    ['16 bits', { bits: 16, samples: to16(rgb) }],
    ['16 bits in planes', { bits: 16, samples: to16(rgb), planar: true }],
  ])('%s is drawn as it was written', async (name, more) => {
    expect((await pixelsOf(write(`${name}.tiff`, image(more)))).pixels).toEqual(expected);
  });

  it('of Lab colours in 16 bits is drawn', async () => {
    // L of 0-65535 for 0-100, a and b in 256ths: red, green, white and a grey.
    const samples = [
      [53.24, 80.09, 67.2],
      [87.73, -86.18, 83.18],
      [100, 0, 0],
      [53.59, 0, 0],
    ].map(([l = 0, a = 0, b = 0]) => [
      Math.round(l * 655.35),
      Math.round(a * 256) & 65535,
      Math.round(b * 256) & 65535,
    ]);
    const path = write('lab.tiff', tinyTiff({ width: 4, height: 1, bits: 16, photometric: 8, samples }));
    expect((await pixelsOf(path)).pixels).toEqual(['ff0000ff', '00ff00ff', 'ffffffff', '808080ff']);
  });

  const grey = (top: number) => rgb.map(([red = 0]) => [Math.round((red * top) / 255)]);
  it.each([
    [
      'tiles of planes',
      { planar: true, tile: 16 },
      /in tiles of separate planes, which is not supported\. Save it without/,
    ],
    [
      '12 bits',
      { bits: 12, samples: rgb.map((pixel) => pixel.map((value) => value * 16)) },
      /of 12 bits a sample.*8 or 16/,
    ],
    ['12 bits of grey', { bits: 12, photometric: 1, samples: grey(4095) }, /of 12 bits a sample.*Save it with 8 or 16/],
    ['32 bits', { bits: 32, photometric: 1, samples: grey(0xffffffff) }, /of 32 bits a sample.*Save it with 8 or 16/],
    ['Lab of 8 bits', { photometric: 8 }, /in Lab colours of 8 bits, which is not supported\. Save it as RGB/],
    ['ICC Lab', { photometric: 9 }, /in Lab colours of 8 bits, which is not supported\. Save it as RGB/],
  ])('of %s is refused by what it is', async (name, more, message) => {
    const path = write(`refused ${name}.tiff`, image(more));
    const error = { code: 'invalid_request', message: expect.stringMatching(message) };
    await expect(probeMedia(path)).rejects.toMatchObject(error);
    await expect(openImageSource(path)).rejects.toMatchObject(error);
  });
});

describe('BMP, as Chromium 150 draws it', () => {
  const argb = [0x80ff0000, 0x4000ff00, 0x000000ff, 0xff204060];
  const opaque = ['ff0000ff', '00ff00ff', '0000ffff', '204060ff'];
  const seen = ['ff000080', '00ff0040', '0000ff00', '204060ff'];
  const rgb = [0xff0000, 0xff00, 0xff];
  const kinds: readonly (readonly [name: string, image: Partial<TinyBmp>, pixels: string[]])[] = [
    ['32 bits, the fourth byte unused', { rows: [argb] }, opaque],
    ['32 bits in a header with alpha, of which none is named', { rows: [argb], header: 108 }, opaque],
    ['32 bits by fields, no alpha among them', { rows: [argb], masks: rgb }, opaque],
    ['32 bits by fields, red and blue swapped', { rows: [argb], masks: rgb.toReversed() }, opaque.map(swapped)],
    ['32 bits by fields in a header of 52 bytes', { rows: [argb], masks: rgb, header: 52 }, opaque],
    ['32 bits by fields with alpha', { rows: [argb], masks: [...rgb, 0xff000000], header: 56 }, seen],
    ['32 bits by fields with alpha, last header', { rows: [argb], masks: [...rgb, 0xff000000], header: 124 }, seen],
    [
      'alpha that is 0 everywhere',
      { rows: [argb.map((value) => value & 0xffffff)], masks: [...rgb, 0xff000000], header: 124 },
      opaque,
    ],
    [
      'ten bits a component',
      { rows: [[0x3ff00000, 0xffc00, 0x3ff, (512 << 20) | (256 << 10) | 128]], masks: [0x3ff00000, 0xffc00, 0x3ff] },
      ['ff0000ff', '00ff00ff', '0000ffff', '804020ff'],
    ],
    ['16 bits', { bits: 16, rows: [[0x7c00, 0x3e0, 0x1f, 0x4210]] }, ['ff0000ff', '00ff00ff', '0000ffff', '848484ff']],
    [
      '16 bits as 5, 6 and 5',
      { bits: 16, rows: [[0xf800, 0x7e0, 0x1f, 0x8410]], masks: [0xf800, 0x7e0, 0x1f] },
      ['ff0000ff', '00ff00ff', '0000ffff', '848284ff'],
    ],
    [
      '16 bits as 5, 6 and 5, blue first',
      { bits: 16, rows: [[0xf800, 0x7e0, 0x1f, 0x8410]], masks: [0x1f, 0x7e0, 0xf800] },
      ['0000ffff', '00ff00ff', 'ff0000ff', '848284ff'],
    ],
    [
      '16 bits with alpha',
      { bits: 16, rows: [[0xff00, 0x80f0, 0x400f, 0x888]], masks: [0xf00, 0xf0, 0xf, 0xf000], header: 108 },
      ['ff0000ff', '00ff0088', '0000ff44', '88888800'],
    ],
  ];

  it.each(kinds)('%s', async (name, more, expected) => {
    const path = write(`${name}.bmp`, tinyBmp({ width: 4, height: 1, bits: 32, rows: [], ...more }));
    const { pixels, hasAlpha } = await pixelsOf(path);
    expect(pixels).toEqual(expected);
    expect(hasAlpha).toBe(expected.some((pixel) => !pixel.endsWith('ff')));
  });

  it('rows from the top', async () => {
    const rows = [
      [0xff0000, 0x00ff00],
      [0x0000ff, 0x204060],
    ];
    const image = { width: 2, bits: 32, rows } as const;
    expect((await pixelsOf(write('top.bmp', tinyBmp({ ...image, height: -2 })))).pixels).toEqual(opaque);
    const flipped = [...opaque.slice(2), ...opaque.slice(0, 2)];
    expect((await pixelsOf(write('bottom.bmp', tinyBmp({ ...image, height: 2 })))).pixels).toEqual(flipped);
  });

  it('that is cut off is refused', async () => {
    const whole = tinyBmp({ width: 4, height: 4, bits: 32, rows: [argb, argb, argb, argb] });
    await expect(probeMedia(write('cut.bmp', whole.subarray(0, -8)))).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('cut off'),
    });
  });
});

function swapped(pixel: string): string {
  return pixel.slice(4, 6) + pixel.slice(2, 4) + pixel.slice(0, 2) + pixel.slice(6);
}

describe('APNG', () => {
  const SIDE = 16;
  type Colour = readonly [number, number, number, number];
  const red: Colour = [255, 0, 0, 255];
  const green: Colour = [0, 255, 0, 255];
  const blue: Colour = [0, 0, 255, 255];
  /** Creates an APNG frame that covers one of four squares, which are side by side on the canvas. */
  const square = (at: number, colour: Colour, dispose: ApngFrame['dispose'], blend: ApngFrame['blend']): ApngFrame => {
    return { x: at * SIDE, y: 0, width: SIDE, height: SIDE, pixel: () => colour, dispose, blend };
  };
  const whole = (colour: Colour, dispose: ApngFrame['dispose']): ApngFrame => {
    return { ...square(0, colour, dispose, 'source'), width: 4 * SIDE };
  };

  /** Returns the colour in the middle of each square of each rendered frame over white. */
  async function shown(name: string, frames: readonly ApngFrame[]): Promise<number[][][]> {
    const path = write(name, tinyApng(4 * SIDE, SIDE, frames));
    expect(await probeMedia(path)).toMatchObject({ kind: 'video', mimeType: 'image/apng', hasAlpha: true });
    const all: number[][][] = [];
    for (const k of frames.keys()) {
      const image = await render(path, k / 10 + 0.05, '#ffffff');
      all.push([0, 1, 2, 3].map((at) => [...pixelAt(image, at * SIDE + SIDE / 2, SIDE / 2)].slice(0, 3)));
    }
    return all;
  }

  function expectNear(frames: number[][][], expected: readonly (readonly (readonly number[])[])[]): void {
    const off = frames.flat(2).map((value, at) => Math.abs(value - (expected.flat(2)[at] ?? Number.NaN)));
    expect(Math.max(...off), JSON.stringify(frames)).toBeLessThanOrEqual(4);
  }

  const [r, g, b, w] = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ] as const;

  it('clears, restores and keeps what a frame says of itself', async () => {
    const frames = await shown('disposal.png', [
      whole(red, 'none'),
      square(1, green, 'background', 'source'),
      square(3, blue, 'previous', 'source'),
      square(0, green, 'none', 'source'),
    ]);
    expectNear(frames, [
      [r, r, r, r],
      [r, g, r, r],
      [r, w, r, b],
      [g, w, r, r],
    ]);
  });

  it('puts a frame over what is there, or in its place', async () => {
    const half: Colour = [0, 0, 255, 128];
    const frames = await shown('blending.png', [
      whole(red, 'none'),
      square(1, half, 'none', 'over'),
      square(2, half, 'none', 'source'),
    ]);
    expectNear(frames, [
      [r, r, r, r],
      [r, [127, 0, 128], r, r],
      [r, [127, 0, 128], [127, 127, 255], r],
    ]);
  });

  it('of two frames has no rate, rather than that of its clock', async () => {
    const path = write('two.png', tinyApng(4 * SIDE, SIDE, [whole(red, 'none'), whole(green, 'none')]));
    expect(await probeMedia(path)).toMatchObject({ fps: null, durationSec: 0.2 });
  });

  it('takes a first frame that asks for what was before it for one that is cleared', async () => {
    const frames = await shown('first.png', [whole(red, 'previous'), square(1, green, 'none', 'over')]);
    expectNear(frames, [
      [r, r, r, r],
      [w, g, w, w],
    ]);
  });
});
