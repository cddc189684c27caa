import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from '@framemill/testing/images';
import type { Clip } from '@framemill/timeline';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAnimation } from '../../src/animation/open-animation.ts';
import { animationPoster } from '../../src/ingest/ingest-animation.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import type { MediaFiles } from '../../src/render/renderer.ts';
import { pixelAt, psnr, shoot, shootAll } from '../images.ts';
import { makeClip, makeDocument } from '../scenes.ts';
import { animationFile, animationNames } from './files.ts';

let folder = '';
let media: MediaFiles = {};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-animations-'));
  for (const name of animationNames) {
    const path = animationFile(name);
    media = { ...media, [name]: { path, facts: await probeMedia(path) } };
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns a document of 120x120 with a clip of an animation, over red. */
function documentOf(src: string, fields: Partial<Clip> = {}, side = 120) {
  return makeDocument(side, side, [makeClip({ type: 'video', src, ...fields })], '#ff0000');
}

/** Returns the horizontal centre of the moving box of `shapes`: the middle of the row through it that is `#ff3333`. */
function boxCentre({ data, width }: { data: Uint8Array; width: number }): number {
  const row = 60 * width;
  const inside = Array.from({ length: width }, (_, x) => x).filter(
    (x) => Math.abs((data[3 * (row + x) + 1] ?? 0) - 51) < 12,
  );
  return (Math.min(...inside) + Math.max(...inside) + 1) / 2;
}

describe('an animation', () => {
  it.each(animationNames)('%s is described by its probe', async (name) => {
    expect(media[name]?.facts).toMatchObject({
      ...{ kind: 'animation', mimeType: 'video/lottie+json', width: 120, height: 120, fps: 30, durationSec: 2 },
      ...{ hasAudio: false, hasAlpha: true, animation: { warnings: [] } },
    });
  });

  it('lists its slots with their types and values', () => {
    expect(media.slots?.facts.animation?.slots).toEqual([
      { id: 'headline', type: 'text', value: 'Hello' },
      { id: 'turn', type: 'number', value: '0' },
      { id: 'accent', type: 'color', value: '#1a4de6' },
    ]);
  });

  it('in a .lottie file is the same, with the images of the archive', async () => {
    const root = JSON.parse(readFileSync(animationFile('precomp'), 'utf8'));
    const image = root.assets.find(({ id }: { id: string }) => id === 'dots');
    const bytes = Buffer.from(image.p.split(',')[1], 'base64');
    Object.assign(image, { u: '/images/', p: 'dots.png', e: 0 });
    const path = join(folder, 'archive.lottie');
    const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
    const manifest = { version: '1.0', animations: [{ id: 'other' }, { id: 'mine' }], activeAnimationId: 'mine' };
    writeFileSync(
      path,
      zipSync({
        'manifest.json': text({ ...manifest, states: [{ id: 'hover' }] }),
        'animations/mine.json': text(root),
        'images/dots.png': bytes,
      }),
    );
    const facts = await probeMedia(path);
    expect(facts).toMatchObject({ kind: 'animation', mimeType: 'application/zip+dotlottie', width: 120 });
    expect(facts.animation?.warnings).toEqual([
      'It has 2 animations. "mine" is shown.',
      'Its state machines are not run.',
    ]);
    const packed = await shoot(documentOf('packed'), { packed: { path, facts } }, 1);
    const plain = await shoot(documentOf('precomp'), media, 1);
    expect(psnr(packed.data, plain.data)).toBe(Number.POSITIVE_INFINITY);
  });

  // The box goes from x = 30 at the start to x = 90 at 1 s, and stays there.
  it.each([
    ['plays', {}, 0.5, 60],
    ['shows times between its frames', { speed: 0.1 }, 1.5, 39],
    ['plays faster', { speed: 2 }, 0.3, 66],
    ['plays backwards', { reverse: true }, 1.5, 59],
    ['is trimmed', { mediaStart: 0.25 }, 0.25, 60],
    ['stands still', { freezeAt: 0.5 }, 1.8, 60],
    ['starts again', { loop: true, mediaDuration: 0.5 }, 0.75, 45],
    [
      'moves by keyframes',
      {
        kfX: [
          { time: 0, value: 0 },
          { time: 1, value: 20 },
        ],
      },
      0.5,
      70,
    ],
  ] as const)('%s as a video does', async (_, fields, atSec, centre) => {
    const image = await shoot(documentOf('shapes', fields as Partial<Clip>), media, atSec);
    expect(Math.abs(boxCentre(image) - centre)).toBeLessThan(2);
  });

  it('is transparent where it draws nothing', async () => {
    const image = await shoot(documentOf('mask'), media, 0);
    expect(pixelAt(image, 4, 4)[0]).toBeGreaterThan(240);
    expect(pixelAt(image, 60, 60)[2]).toBeGreaterThan(200);
  });

  it('is drawn at the size at which it is shown', async () => {
    const [small, large] = await Promise.all([
      shoot(documentOf('mask'), media),
      shoot(documentOf('mask', {}, 480), media),
    ]);
    const enlarged = await sharp(Buffer.from(small.data), { raw: { width: 120, height: 120, channels: 3 } })
      .resize(480, 480, { kernel: 'linear' })
      .raw()
      .toBuffer();
    const softPixels = (data: Uint8Array) => {
      const row = data.subarray(240 * 480 * 3, 241 * 480 * 3);
      return Array.from({ length: 480 }, (_, x) => row[3 * x + 2] ?? 0).filter((blue) => blue > 20 && blue < 215)
        .length;
    };
    expect(softPixels(large.data)).toBeLessThan(softPixels(enlarged) / 2);
  });

  it('has the same pixels again, whatever was drawn before', async () => {
    const document = documentOf('shapes');
    const [first, , again] = await shootAll(document, media, [0.4, 1.7, 0.4]);
    const [alone] = await shootAll(document, media, [0.4]);
    expect(again?.data).toEqual(first?.data);
    expect(alone?.data).toEqual(first?.data);
  });

  it('shows the values of its slots', async () => {
    const slots = { accent: '#00ff00', headline: 'i', turn: '90' };
    const plain = await shoot(documentOf('slots'), media);
    const filled = await shoot(documentOf('slots', { slots }), media);
    expect(pixelAt(plain, 20, 20)[2]).toBeGreaterThan(200);
    expect(pixelAt(filled, 20, 20)[1]).toBeGreaterThan(230);
    // The bar stands upright now.
    expect(pixelAt(plain, 40, 86)[1]).toBeGreaterThan(230);
    expect(pixelAt(filled, 60, 106)[0]).toBeGreaterThan(200);
    expect(pixelAt(filled, 40, 86)[0]).toBeLessThan(30);
  });

  it('names the slot and the clip of a value that does not fit', async () => {
    const document = documentOf('slots', { id: 'c1', slots: { turn: 'left' } });
    await expect(shoot(document, media)).rejects.toThrow('Clip c1 ("slots"): slot "turn" needs a number (got "left").');
  });

  it('draws letters of the bundled fonts', async () => {
    const drawing = await openAnimation(animationFile('text'));
    const rgba = drawing.rgba(0);
    let opaque = 0;
    for (let at = 3; at < rgba.length; at += 4) opaque += (rgba[at] ?? 0) / 255;
    expect(opaque).toBeGreaterThan(300);
    expect(opaque).toBeLessThan(1_400);
  });

  it('gets a poster with alpha', async () => {
    const path = join(folder, 'poster.png');
    expect(await animationPoster(animationFile('mask'), path)).toMatchObject({ type: 'png', width: 120, height: 120 });
    const { hasAlpha } = await sharp(path).metadata();
    expect(hasAlpha).toBe(true);
    expect(pixelAt(await decode(path), 60, 60)).toEqual([34, 102, 238]);
  });
});
