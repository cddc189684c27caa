import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpegMissing } from '@framemill/testing/ffmpeg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, type OpenBrowser, openBrowser } from '../../src/chromium/index.ts';
import { makeFolder } from '../scenes.ts';
import { crossfade, frames, makeFilm, planVideo, renderFilm, secondFrom } from './smart-film.ts';

const missing = ffmpegMissing ?? (findBrowser() === null ? 'this machine has no Chromium' : null);
if (missing) console.warn(`smart-in-chromium: skipped, ${missing}`);

/**
 * Output frames to seek to: around each segment boundary and in the middle of copied ranges. The order alternates, so
 * that seeks go forward and backward.
 */
const places = [239, 0, 142, 143, 29, 30, 233, 59, 60, 119, 150, 44, 172, 173, 232, 90, 118, 200];

// Runs in the page: seeks a video to each time and reads the number on its frame, from the middle of each of eight
// bars. `seeked` may come before the frame can be drawn: the frame itself is waited for as well.
const showFrames = `async (source, times) => {
  const video = document.querySelector('video');
  const context = new OffscreenCanvas(8, 1).getContext('2d', { willReadFrequently: true });
  const event = (name) => new Promise((resolve, reject) => {
    video.addEventListener(name, resolve, { once: true });
    video.addEventListener('error', () => reject(new Error(video.error.message)), { once: true });
  });
  const presented = () => new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  const loaded = Promise.all([event('loadeddata'), presented()]);
  video.src = source;
  await loaded;
  const numbers = [];
  for (const time of times) {
    const sought = Promise.all([event('seeked'), presented()]);
    video.currentTime = time;
    await sought;
    for (let bar = 0; bar < 8; bar++) context.drawImage(video, bar * 40 + 10, 90, 20, 2, bar, 0, 1, 1);
    const { data } = context.getImageData(0, 0, 8, 1);
    let number = 0;
    for (let bar = 0; bar < 8; bar++) number = number * 2 + (data[bar * 4] > 125 ? 1 : 0);
    numbers.push(number);
  }
  return { seconds: video.duration, numbers };
}`;

describe.skipIf(missing !== null)('a smart render in Chromium', () => {
  let folder = '';
  let browser: OpenBrowser;
  beforeAll(async () => {
    folder = makeFolder();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['with B-frames', ''],
    ['without reordering', ':bframes=0'],
  ])('of a source %s shows the right frame wherever one seeks to', async (_, params) => {
    const film = await makeFilm(join(folder, 'source.mp4'), params);
    const { outPath } = await renderFilm(planVideo(film, 'standard'), join(folder, 'film'));
    const page = await browser.newPage();
    try {
      const url = `data:video/mp4;base64,${readFileSync(outPath).toString('base64')}`;
      await page.setContent('<!doctype html><video muted></video>');
      const times = places.map((frame) => (frame + 0.5) / 30);
      const shown = `(${showFrames})(${JSON.stringify(url)}, ${JSON.stringify(times)})`;
      const { seconds, numbers } = await page.evaluate<{ seconds: number; numbers: number[] }>(shown);
      expect(seconds).toBeCloseTo(frames / 30, 2);
      const numberOf = (frame: number) =>
        frame < crossfade.startFrame ? frame : frame - crossfade.startFrame + secondFrom;
      expect(places.map((frame, i) => [frame, numbers[i]])).toEqual(places.map((frame) => [frame, numberOf(frame)]));
    } finally {
      await page.context().close();
    }
  });
});
