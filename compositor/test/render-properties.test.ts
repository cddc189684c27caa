import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RgbImage } from '@framemill/testing/images';
import type { Clip, Document } from '@framemill/timeline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderer, type MediaFiles } from '../src/render/renderer.ts';
import { pixelAt, psnr, shoot } from './images.ts';
import { makeClip, makeDocument, makeFolder, makeImage, makeVideo, profileOf, rings } from './scenes.ts';

const width = 192;
const height = 108;
const folder = makeFolder();
const media: MediaFiles = {};

beforeAll(async () => {
  media.video = makeVideo(join(folder, 'video.mp4'), width, height, 60, rings(width, height));
  media.other = makeVideo(join(folder, 'other.mp4'), width, height, 60, (x, y) => 16 + ((x * 3 + y * 5) % 200));
  media.photo = await makeImage(join(folder, 'photo.png'), 300, 200, (x, y) => [x % 256, y, (x + y) % 256, 255]);
  media.cutout = await makeImage(join(folder, 'cutout.png'), 64, 64, (x, y) => [
    250,
    80,
    20,
    Math.max(0, Math.min(255, Math.round((28 - Math.hypot(x - 31.5, y - 31.5)) * 128))),
  ]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const base = () => makeClip({ type: 'video', src: 'video' });
const star = (fields: Partial<Clip> = {}) =>
  makeClip({
    type: 'shape',
    trackIndex: 2,
    shape: { kind: 'star', fill: '#ffcc00', width: 80, height: 80 },
    ...fields,
  });
const scene = (...clips: Clip[]) => makeDocument(width, height, clips);

async function segmentBytes(document: Document, ranges: [number, number][]): Promise<Buffer[]> {
  const renderer = await createRenderer({ document, profile: profileOf(document), media });
  const bytes: Buffer[] = [];
  for (const [index, [start, end]] of ranges.entries()) {
    const path = join(folder, `segment-${index}.mp4`);
    await renderer.renderSegment(start, end, path);
    bytes.push(readFileSync(path));
  }
  renderer.close();
  return bytes;
}

test('a layer of opacity 0 is the same as no layer', async () => {
  const without = await shoot(scene(base()), media);
  for (const hidden of [star({ opacity: 0 }), makeClip({ type: 'video', src: 'other', trackIndex: 1, opacity: 0 })]) {
    expect((await shoot(scene(base(), hidden), media)).data).toEqual(without.data);
  }
});

test('a video of the canvas size at rest keeps every byte of its frames, also under a compositing pass', async () => {
  const direct = await shoot(scene(base()), media, 0.5);
  const speck = makeClip({
    type: 'shape',
    trackIndex: 2,
    x: -90,
    y: -50,
    shape: { kind: 'rectangle', fill: '#ffffff', width: 4, height: 4 },
  });
  const composed = await shoot(scene(base(), speck), media, 0.5);
  const lowerHalf = (image: RgbImage) => image.data.subarray(image.data.length / 2);
  expect(lowerHalf(composed)).toEqual(lowerHalf(direct));
});

test('the direct path, dirty rectangles and the whole canvas agree to 45 dB of luma', async () => {
  const direct = await shoot(scene(base()), media, 0.5);
  const veil = (side: number) =>
    makeClip({
      type: 'shape',
      trackIndex: 2,
      opacity: 1 / 256,
      shape: { kind: 'rectangle', fill: '#808080', width: width * side, height: height * side },
    });
  for (const side of [0.3, 1]) {
    const veiled = await shoot(scene(base(), veil(side)), media, 0.5);
    expect(psnr(veiled.data, direct.data)).toBeGreaterThan(45);
  }
});

test('a dissolve starts as the outgoing picture and approaches the incoming one', async () => {
  const outgoing = makeClip({ type: 'video', src: 'video', duration: 1 });
  const incoming = makeClip({
    type: 'video',
    src: 'other',
    start: 1,
    duration: 1,
    transition: { type: 'dissolve', duration: 0.4 },
  });
  const document = scene(outgoing, incoming);
  const first = await shoot(document, media, 1);
  expect(first.data).toEqual((await shoot(scene(makeClip({ type: 'video', src: 'video' })), media, 1)).data);
  const after = await shoot(document, media, 1.4);
  expect(after.data).toEqual((await shoot(scene({ ...incoming, transition: undefined }), media, 1.4)).data);
  const middle = await shoot(document, media, 1.2);
  expect(psnr(middle.data, first.data)).toBeLessThan(30);
  expect(psnr(middle.data, after.data)).toBeLessThan(30);
});

test('a dissolve between small layers leaves the tracks below as they are', async () => {
  const below = makeClip({ type: 'shape', shape: { kind: 'rectangle', fill: '#0000ff', width, height } });
  const box = (fields: Partial<Clip>) => makeClip({ type: 'shape', trackIndex: 1, duration: 1, ...fields });
  const square = (fill: string) => ({ kind: 'rectangle', fill, width: 40, height: 40 }) as const;
  const document = scene(
    below,
    box({ shape: square('#ff0000'), x: -30 }),
    box({ shape: square('#00ff00'), x: 30, start: 1, transition: { type: 'dissolve', duration: 0.4 } }),
  );
  const middle = await shoot(document, media, 1.2);
  const [red, , blue] = pixelAt(middle, width / 2 - 30, height / 2);
  expect(Math.abs(red - 128)).toBeLessThan(12);
  expect(Math.abs(blue - 128)).toBeLessThan(12);
  expect(pixelAt(middle, 4, 4)[2]).toBeGreaterThan(250);
});

test('a segment has the same bytes alone, after others and in another order', async () => {
  const moving = star({
    kfX: [
      { time: 0, value: -40 },
      { time: 2, value: 40 },
    ],
    kfRotation: [
      { time: 0.5, value: 0 },
      { time: 1.5, value: 90 },
    ],
  });
  const photo = makeClip({ type: 'image', src: 'photo', trackIndex: 1, scale: 0.5, rotation: 8, opacity: 0.6 });
  const document = scene(base(), photo, moving);
  const [alone] = await segmentBytes(document, [[30, 45]]);
  const ordered = await segmentBytes(document, [
    [0, 30],
    [30, 45],
  ]);
  const backwards = await segmentBytes(document, [
    [45, 60],
    [30, 45],
    [0, 10],
  ]);
  expect(alone?.equals(ordered[1] ?? Buffer.alloc(0))).toBe(true);
  expect(alone?.equals(backwards[1] ?? Buffer.alloc(0))).toBe(true);
});

test('colours of flat shapes come out within two steps', async () => {
  for (const [fill, expected] of [
    ['#ff0000', [255, 0, 0]],
    ['#00ff00', [0, 255, 0]],
    ['#2060c0', [32, 96, 192]],
    ['#808080', [128, 128, 128]],
  ] as const) {
    const shape = { kind: 'rectangle', fill, width: 100, height: 60 } as const;
    const image = await shoot(scene(makeClip({ type: 'shape', shape })));
    const found = pixelAt(image, width / 2, height / 2);
    for (const [index, value] of expected.entries())
      expect(Math.abs((found[index] ?? 0) - value)).toBeLessThanOrEqual(2);
  }
});

test('a cut-out keeps its soft edge on any background and has no halo', async () => {
  const backdrop = makeClip({ type: 'shape', shape: { kind: 'rectangle', fill: '#fa5014', width, height } });
  const layer = makeClip({ type: 'image', src: 'cutout', trackIndex: 1, fit: 'none', x: 3.3, y: 1.7, rotation: 20 });
  const image = await shoot(scene(backdrop, layer), media);
  const flat = await shoot(scene(backdrop), media);
  expect(psnr(image.data, flat.data)).toBeGreaterThan(46);
});

test('cropping, flipping and turning half round put the picture where the numbers say', async () => {
  const quarter = makeClip({ type: 'image', src: 'photo', fit: 'fill', cropL: 0.5, cropT: 0.5 });
  const cropped = await shoot(scene(quarter), media);
  expect(pixelAt(cropped, 10, 10)).toEqual([0, 0, 0]);
  expect(pixelAt(cropped, width - 10, height - 10)).not.toEqual([0, 0, 0]);
  const flipped = await shoot(
    scene(makeClip({ type: 'image', src: 'photo', fit: 'fill', flipH: true, flipV: true })),
    media,
  );
  const turned = await shoot(scene(makeClip({ type: 'image', src: 'photo', fit: 'fill', rotation: 180 })), media);
  expect(psnr(flipped.data, turned.data)).toBeGreaterThan(34);
});

test('two halves of a picture, cropped where they meet, are the whole picture', async () => {
  const whole = await shoot(scene(makeClip({ type: 'image', src: 'photo', fit: 'fill' })), media);
  // On whole pixels: where both halves cover part of a pixel, what lies below shines through.
  for (const share of [0.5, 0.25, 0.75]) {
    const left = makeClip({ type: 'image', src: 'photo', fit: 'fill', cropR: 1 - share });
    const right = makeClip({ type: 'image', src: 'photo', fit: 'fill', cropL: share, trackIndex: 1 });
    const both = await shoot(scene(left, right), media);
    const apart = both.data.filter((byte, at) => Math.abs(byte - (whole.data[at] ?? 0)) > 1).length;
    expect({ share, apart }).toEqual({ share, apart: 0 });
  }
});

test('a missing source is named together with its clip', async () => {
  const document = scene(makeClip({ type: 'video', src: 'nowhere', id: 'lost' }));
  await expect(shoot(document, media)).rejects.toThrow(/lost.*nowhere/);
});

test('a cancelled or failed segment leaves no file behind', async () => {
  const document = scene(base());
  const renderer = await createRenderer({ document, profile: profileOf(document), media });
  const path = join(folder, 'cancelled.mp4');
  const stop = () => {
    throw new Error('enough');
  };
  await expect(renderer.renderSegment(0, 10, path, stop)).rejects.toThrow('enough');
  expect(() => readFileSync(path)).toThrow(/ENOENT/);
  renderer.close();
});
