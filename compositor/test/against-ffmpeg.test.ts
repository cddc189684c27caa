import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@framemill/testing/images';
import type { Clip } from '@framemill/timeline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MediaFiles } from '../src/render/renderer.ts';
import { psnr, shoot } from './images.ts';
import { makeClip, makeDocument, makeFolder, makeVideo } from './scenes.ts';

// The independent judge: the same scene through another program's filters, compared as pictures. PNG through its
// exact converters on both sides, so that only the filters differ.
const width = 320;
const height = 180;
const folder = makeFolder();
let media: MediaFiles = {};

const installed = hasFfmpeg();
if (!installed) console.log('Skipped: comparison with ffmpeg, because the ffmpeg program is not installed.');

beforeAll(() => {
  const waves = (x: number, y: number) => Math.round(125 + 60 * Math.sin(x / 9) + 40 * Math.cos((x + 2 * y) / 13));
  media = {
    video: makeVideo(join(folder, 'video.mp4'), width, height, 10, (x, y, frame) => waves(x + frame, y)),
    other: makeVideo(join(folder, 'other.mp4'), width, height, 10, (x, y) => waves(3 * y, x)),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function compare(clips: Clip[], graph: string): Promise<number> {
  const path = join(folder, 'judge.png');
  const sources = Object.values(media).flatMap(({ path: source }) => ['-i', source]);
  const out = `${graph},scale=out_range=full:flags=accurate_rnd+full_chroma_int+bicubic,format=rgb24[out]`;
  const select = ['-map', '[out]', '-frames:v', '1', path];
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...sources, '-filter_complex', out, ...select]);
  const image = await shoot(makeDocument(width, height, clips), media);
  return psnr(image.data, (await decode(path)).data);
}

const video = (fields: Partial<Clip> = {}) => makeClip({ type: 'video', src: 'video', ...fields });
const other = (fields: Partial<Clip> = {}) => makeClip({ type: 'video', src: 'other', trackIndex: 1, ...fields });

test.skipIf(!installed).each<[string, number, Clip[], string]>([
  ['an untouched frame', 42, [video()], '[0:v]null'],
  [
    'a layer shrunk to half on even pixels',
    38,
    [video(), other({ scale: 0.5, x: 40, y: -19 })],
    '[1:v]scale=160:90:flags=area[p];[0:v][p]overlay=120:26:format=yuv420',
  ],
  [
    'a layer shrunk by a third',
    36,
    [video(), other({ scale: 0.65, y: 0.5 })],
    '[1:v]scale=208:117:flags=bilinear[p];[0:v][p]overlay=56:32:format=yuv420',
  ],
  ['a picture enlarged to double', 36, [video({ scale: 2 })], '[0:v]scale=640:360:flags=bilinear,crop=320:180'],
  [
    'half opacity',
    40,
    [video(), other({ opacity: 0.5 })],
    '[1:v]format=yuva420p,lutyuv=a=128[p];[0:v][p]overlay=0:0:format=yuv420',
  ],
  // Its rotate filter turns about a pixel's corner instead of the middle (0.2 px here) and has hard edges.
  ['a turn by 20 degrees', 26, [video({ rotation: 20 })], '[0:v]rotate=20*PI/180:bilinear=1'],
])('%s is the same picture to %d dB', async (_, floorDb, clips, graph) => {
  expect(await compare(clips, graph)).toBeGreaterThan(floorDb);
});

function hasFfmpeg(): boolean {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
