import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { starterImage } from '@framemill/compositor/starters';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { makeNumberedVideo, numbersOn } from '@framemill/testing/numbered-video';
import { createDocument } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runIn } from './render-folder.ts';

if (ffmpegMissing) console.warn(`media-length: skipped, ${ffmpegMissing}`);

const [width, height] = [128, 64];
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-length-'));
  mkdirSync(join(folder, 'media'));
  if (ffmpegMissing) return;
  const films = [
    ['long', 40, '30'],
    ['short', 20, '25'],
  ] as const;
  for (const [name, frames, rate] of films) {
    makeNumberedVideo(join(folder, 'media', `${name}.mp4`), { frames, rate, args: ['-c:v', 'libx264'], width, height });
  }
  copyFileSync(starterImage('ocean.webp'), join(folder, 'media', 'still.webp'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runIn(folder, ...args);
function write(name: string, value: unknown): string {
  writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  return join(folder, name);
}
/** Reads the number that each frame of a video shows. A black frame reads as 0, a white one as 255. */
const framesOf = (film: string) =>
  numbersOn(ffmpeg(['-i', join(folder, film), '-vf', 'scale=8:1:flags=area,format=gray', '-f', 'rawvideo', 'pipe:1']));
const cover = { fit: 'cover', trackIndex: 0 };
const ground = { width, height };
const card = (start: number, duration: number, fill: string) => {
  return { op: 'addShapeClip', kind: 'rectangle', start, duration, trackIndex: 1, style: { ...ground, fill } };
};
/**
 * Returns the commands for a project with 15 black frames, the whole video `src` and 10 white frames. A small circle is
 * visible for the first 0.2 s.
 */
const commands = (src: string) => [
  { op: 'setProjectSettings', width, height, fps: 30 },
  card(0, 0.5, '#000000'),
  card(1.5, 1 / 3, '#ffffff'),
  { op: 'addClip', type: 'video', src, start: 0.5, duration: 1, ...cover },
  { op: 'trimClip', clipId: '$3.clipId', duration: 'media' },
  { op: 'addShapeClip', kind: 'circle', start: 0, duration: 0.2, trackIndex: 2, style: { width: 2, height: 2 } },
];
const intro = Array.from({ length: 15 }, () => 0);
const end = Array.from({ length: 10 }, () => 255);
const long = Array.from({ length: 40 }, (_, k) => k);
const short = Array.from({ length: 24 }, (_, k) => Math.floor((k * 25) / 30 + 1e-9));

describe.skipIf(ffmpegMissing)('a film whose length follows the media', () => {
  it('has each frame of the media of its row and no more, and what follows begins right after', () => {
    const file = write('film.json', { commands: commands('{{film|media/long.mp4}}') });
    const table = write('films.csv', 'reference,film\nlong,\nshort,media/short.mp4\n\nstill,media/still.webp\n');
    const { status, stdout, stderr } = run(
      file,
      '--csv',
      table,
      '-o',
      'film-{reference}.mp4',
      '--slots',
      '1',
      '--no-smart',
    );
    expect(framesOf('film-long.mp4')).toEqual([...intro, ...long, ...end]);
    expect(framesOf('film-short.mp4')).toEqual([...intro, ...short, ...end]);
    // The third row names a picture.
    expect([status, stdout]).toEqual([1, expect.stringContaining('2 films, 114 frames')]);
    expect(stderr).toMatch(
      /Row 4: .*film\.json:\d+:\d+: Clip "clip-3" lasts as long as its media.*is an image.*Use a video/,
    );
  });

  it('is that of the file in a document, without any variable too, and a preview and a check know it', () => {
    const clip = {
      id: 'film',
      type: 'video',
      src: 'media/short.mp4',
      start: 0,
      duration: 9,
      durationFrom: 'media',
      ...cover,
    };
    const shape = { kind: 'rectangle', ...ground, fill: '#ffffff' };
    const last = { id: 'end', type: 'shape', shape, start: 9, duration: 1 / 3, trackIndex: 1 };
    const document = { ...createDocument({ width, height, fps: 30 }), clips: [clip, last] };
    const file = write('document.json', document);
    expect(run(file, '-o', 'document.mp4', '--slots', '1').status).toBe(0);
    expect(framesOf('document.mp4')).toEqual([...short, ...end]);
    expect(run('--check', file)).toMatchObject({ status: 0, stdout: expect.stringContaining('2 clips, 1.13 s') });
    const wrong = write('wrong.json', {
      ...document,
      clips: [{ ...clip, type: 'image', src: 'media/still.webp' }, last],
    });
    expect(run('--check', wrong).stdout).toMatch(/wrong\.json:1:\d+: error: clips\[0\]\.durationFrom is media/);
  });
});
