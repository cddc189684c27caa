import { writeFileSync } from 'node:fs';
import { ffmpeg } from '@framemill/testing/ffmpeg';
import { makeApng, makeGif, makeWebp } from './animations.ts';
import { makeOneKey, makeSwitching } from './one-key.ts';

/** Animation of 2.3 MB and 8,000 s that overloads a decoder without limits: 100,000 frames of 49 megapixels. */
const attack = { side: 7000, frames: 100_000, frameMs: 80 };
const short = { side: 7000, frames: 2000, frameMs: 80 };

/** Functions that make the files of the variants, by file name. */
export const makers: Readonly<Record<string, (path: string) => unknown>> = {
  'attack.gif': (path) => writeFileSync(path, makeGif(attack)),
  'short.apng': (path) => writeFileSync(path, makeApng(short)),
  'short.webp': async (path) => writeFileSync(path, await makeWebp(short)),
  'one-key.mp4': (path) => makeOneKey(path, { size: '3840x2160', pictures: 4800 }),
  'one-key.mkv': (path) => makeOneKey(path, { size: '3840x2160', pictures: 4800 }),
  'minute.mp4': (path) => makeOneKey(path, { size: '3840x2160', pictures: 3600 }),
  'small.mp4': (path) => makeOneKey(path, { size: '64x64', pictures: 1800 }),
  'hour.mkv': (path) => makeOneKey(path, { size: '64x64', pictures: 108_000 }),
  'switching.webm': (path) => makeSwitching(path, 2048),
  'small.mpg': (path) =>
    ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=25:d=60', '-c:v', 'mpeg1video', '-g', '12', path]),
};
