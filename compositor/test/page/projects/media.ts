import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { probeMedia } from '../../../src/ingest/probe-media.ts';
import type { MediaFiles } from '../../../src/media/media-files.ts';
import { writeWav } from '../../audio/impulse-file.ts';
import { bundledFont, woff2 } from '../../packed-font.ts';
import { makeFolder, makeImage, makeVideo, rings } from '../../scenes.ts';
import { canvas } from './page-project.ts';

const images = join(import.meta.dirname, '../../../src/gallery/pictures');

/**
 * Creates the media of all projects: two photographs, a video, a small video, a sticker with alpha, a mask, a font and
 * four seconds of audio.
 */
export async function makeMedia(): Promise<MediaFiles> {
  const folder = makeFolder();
  const photo = async (name: string) => {
    const path = join(folder, `${name}.png`);
    const { data, info } = await sharp(join(images, `${name}.webp`))
      .resize(canvas.width, canvas.height)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return makeImage(path, info.width, info.height, (x, y) => {
      const at = (y * info.width + x) * 3;
      return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, 255];
    });
  };
  const withAlpha = ({ path, facts }: MediaFiles[string], hasAlpha: boolean) => ({
    path,
    facts: { ...facts, hasAlpha },
  });
  const sticker = await makeImage(join(folder, 'sticker.png'), 160, 160, (x, y) => {
    const distance = Math.hypot(x - 80, y - 80);
    const cover = Math.min(1, Math.max(0, 78 - distance));
    return [255, distance < 40 ? 80 : 200, 60, Math.round(cover * 255)];
  });
  const mask = await makeImage(join(folder, 'mask.png'), 64, 64, (x) => [255, 255, 255, x * 4]);
  const music = join(folder, 'music.wav');
  writeWav(music, { rate: 48_000, channels: 1, samples: 192_000, sample: (n) => 0.3 * Math.sin(n / 20) });
  const font = join(folder, 'brand.woff2');
  writeFileSync(font, woff2(readFileSync(bundledFont('Caveat', 700))));
  const { width, height } = canvas;
  const movingRings = rings(width, height);
  const smallRings = rings(320, 320);
  return {
    'mountains.png': withAlpha(await photo('mountains'), false),
    'ocean.png': withAlpha(await photo('ocean'), false),
    'video.mp4': withAlpha(makeVideo(join(folder, 'video.mp4'), width, height, 90, movingRings), false),
    'square.mp4': withAlpha(
      makeVideo(join(folder, 'square.mp4'), 320, 320, 60, (x, y, frame) => smallRings(x, y, frame * 2)),
      false,
    ),
    'sticker.png': withAlpha(sticker, true),
    'mask.png': withAlpha(mask, true),
    med_brand: { path: font, facts: await probeMedia(font) },
    'music.wav': { path: music, facts: await probeMedia(music) },
  };
}
