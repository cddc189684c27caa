import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { decode } from '@framemill/testing/images';
import { sampled } from '@framemill/testing/sampled';
import type { Transition } from '@framemill/timeline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MediaFiles } from '../src/render/renderer.ts';
import { lumaOf, psnr, shoot } from './images.ts';
import { fps, makeClip, makeDocument, makeFolder, makeImage } from './scenes.ts';

// The independent judge: the luma of the same two pictures through xfade, at the same share of the way. Where xfade has
// no transition of the same meaning, its overlay filter moves the picture. xfade's edges lie one pixel beside where the
// share of the way puts them.
if (ffmpegMissing) console.warn(`transitions-against-ffmpeg: skipped, ${ffmpegMissing}`);

const [width, height] = [320, 180];
const frames = 20;
const folder = makeFolder();
let media: MediaFiles = {};

beforeAll(async () => {
  const wave = (k: number) => Math.round(128 + 100 * Math.sin(k));
  media = {
    a: await makeImage(join(folder, 'a.png'), width, height, (x, y) => [wave(x / 23), wave(y / 29), wave(x / 37), 255]),
    b: await makeImage(join(folder, 'b.png'), width, height, (x, y) => [wave(y / 19), wave(x / 31), wave(y / 41), 255]),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Type = Pick<Transition, 'type' | 'direction'>;
const xfade = (name: string) => `[p][q]xfade=transition=${name}:duration=${frames / fps}:offset=0`;

const transitions: [string, Type, number, (frame: number) => string][] = [
  ['a dissolve', { type: 'dissolve' }, 44, () => xfade('fade')],
  ['a wipe to the right', { type: 'wipe', direction: 'right' }, 29, () => xfade('wiperight')],
  ['a wipe to the left', { type: 'wipe', direction: 'left' }, 29, () => xfade('wipeleft')],
  ['a wipe downwards', { type: 'wipe', direction: 'down' }, 29, () => xfade('wipedown')],
  ['a wipe upwards', { type: 'wipe', direction: 'up' }, 29, () => xfade('wipeup')],
  ['a push to the left', { type: 'push', direction: 'left' }, 29, () => xfade('slideleft')],
  ['a push to the right', { type: 'push', direction: 'right' }, 29, () => xfade('slideright')],
  ['a push upwards', { type: 'push', direction: 'up' }, 29, () => xfade('slideup')],
  ['a push downwards', { type: 'push', direction: 'down' }, 29, () => xfade('slidedown')],
  [
    'a slide to the left',
    { type: 'slide', direction: 'left' },
    48,
    (frame) => `[p][q]overlay=x=${width * (1 - frame / frames)}:y=0:format=gbrp`,
  ],
];
for (const { cases, tags } of sampled(transitions, 3))
  test.skipIf(ffmpegMissing !== null).each(cases)(
    '%s is that of ffmpeg',
    { tags },
    async (name, transition, floorDb, graph) => {
      const first = makeClip({ type: 'image', src: 'a', duration: 2 });
      const window = { ...transition, duration: frames / fps };
      const second = makeClip({ type: 'image', src: 'b', start: 2, duration: 2, transition: window });
      const document = makeDocument(width, height, [first, second]);
      for (const frame of [0, 5, 12]) {
        const ours = await shoot(document, media, 2 + frame / fps);
        const path = join(folder, 'judge.png');
        const inputs = ['a', 'b'].flatMap((src) => [
          '-loop',
          '1',
          '-r',
          String(fps),
          '-t',
          '1',
          '-i',
          join(folder, `${src}.png`),
        ]);
        const out = `${graph(frame)},format=rgb24,select=eq(n\\,${frame})[out]`;
        ffmpeg([
          ...inputs,
          '-filter_complex',
          `[0]format=gbrp[p];[1]format=gbrp[q];${out}`,
          '-map',
          '[out]',
          '-frames:v',
          '1',
          path,
        ]);
        const found = psnr(lumaOf(ours), lumaOf(await decode(path)));
        console.log(`ffmpeg, ${name}, frame ${frame} of ${frames}: ${found.toFixed(1)} dB (at least ${floorDb})`);
        expect(found).toBeGreaterThan(floorDb);
      }
    },
  );
