import type { Page } from 'playwright-core';
import type { OpenBrowser } from '../../src/chromium/index.ts';

/** Point in an image, in pixels. */
export interface Point {
  x: number;
  y: number;
}

/**
 * Colours that a browser showed for a file at one time, over black and over white: red, green and blue (0-255) at each
 * of the requested points.
 */
export interface Shown {
  overBlack: number[][];
  overWhite: number[][];
  /** Number of pixels in the whole image whose colours over black and over white do not match their alpha. */
  wrongPixels: number;
  /** Number of pixels whose colours over black and over white differ. */
  differing: number;
}

/** Result of playing a video in the browser. */
export interface PlayedVideo {
  durationSec: number;
  width: number;
  height: number;
  /** Whether the video played from its start to its end. */
  ended: boolean;
  framesShown: number;
  /** Colours at each of the requested times. */
  shown: Shown[];
}

/** Browser page that plays files with the standard media elements. */
export interface Player {
  /** Whether the browser claims to support the MIME type. */
  plays(element: 'video' | 'audio' | 'img', type: string): Promise<boolean>;
  video(file: Buffer, type: string, times: readonly number[], points: readonly Point[]): Promise<PlayedVideo>;
  /** Plays audio to its end in an `<audio>` element. Returns its duration in seconds and its root mean square. */
  audio(file: Buffer, type: string): Promise<{ durationSec: number; ended: boolean; rms: number }>;
  /** Returns the colours of the first and last frame of an image file, and its number of frames. */
  image(file: Buffer, type: string, points: readonly Point[]): Promise<{ count: number; shown: Shown[] }>;
  close(): Promise<void>;
}

/** Script with helper functions for the page, used by the functions below. */
const tools = `
  const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const event = (target, name) => new Promise((resolve, reject) => {
    target.addEventListener(name, resolve, { once: true });
    target.addEventListener('error',
      () => reject(new Error(target.error?.message ?? 'it cannot be shown')), { once: true });
  });
  const presented = (video) => new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  // \`seeked\` may come before the frame can be drawn: the frame itself is waited for as well.
  const seek = async (video, time) => {
    const sought = Promise.all([event(video, 'seeked'), presented(video)]);
    video.currentTime = time;
    await sought;
  };
  const load = async (element, file, type) => {
    const media = document.createElement(element);
    media.muted = true;
    const loaded = Promise.all([event(media, 'loadeddata'), element === 'video' ? presented(media) : null]);
    media.src = URL.createObjectURL(new Blob([bytesOf(file)], { type }));
    await loaded;
    return media;
  };
  const playToEnd = async (media) => {
    const ended = event(media, 'ended');
    await media.play();
    await ended;
    return media.ended;
  };
  // Over black, over white, and as it is, for its alpha.
  const compose = (picture, width, height, points) => {
    const over = (fill) => {
      const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      if (fill) { context.fillStyle = fill; context.fillRect(0, 0, width, height); }
      context.drawImage(picture, 0, 0);
      return context.getImageData(0, 0, width, height).data;
    };
    const [black, white, own] = [over('#000'), over('#fff'), over(null)];
    let wrongPixels = 0;
    let differing = 0;
    for (let at = 0; at < own.length; at += 4) {
      const wanted = 255 - own[at + 3];
      const differences = [0, 1, 2].map((channel) => white[at + channel] - black[at + channel]);
      if (differences.some((one) => Math.abs(one - wanted) > 2)) wrongPixels += 1;
      if (differences.some((one) => one !== 0)) differing += 1;
    }
    const at = (data) => points.map(({ x, y }) => [...data.slice((y * width + x) * 4, (y * width + x) * 4 + 3)]);
    return { overBlack: at(black), overWhite: at(white), wrongPixels, differing };
  };
`;

/** Opens a player page. Its origin is secure, because the `ImageDecoder` API requires that. */
export async function openPlayer(browser: OpenBrowser): Promise<Player> {
  const page = await browser.newPage();
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto('http://localhost/');
  const run = <T>(code: string, input: object) => runIn<T>(page, code, input);
  return {
    plays: (element, type) =>
      run(`return input.element === 'img' || document.createElement(input.element).canPlayType(input.type) !== '';`, {
        ...{ element, type },
      }),
    video: (file, type, times, points) =>
      run(
        `
        const video = await load('video', input.file, input.type);
        const { videoWidth: width, videoHeight: height, duration: durationSec } = video;
        const shown = [];
        for (const time of input.times) {
          await seek(video, time);
          shown.push(compose(video, width, height, input.points));
        }
        await seek(video, 0);
        const before = video.getVideoPlaybackQuality().totalVideoFrames;
        const ended = await playToEnd(video);
        const framesShown = video.getVideoPlaybackQuality().totalVideoFrames - before;
        return { durationSec, width, height, ended, framesShown, shown };`,
        { file: file.toString('base64'), type, times, points },
      ),
    audio: (file, type) =>
      run(
        `
        const audio = await load('audio', input.file, input.type);
        const ended = await playToEnd(audio);
        const decoded = await new OfflineAudioContext(2, 1, 48000).decodeAudioData(bytesOf(input.file).buffer);
        const samples = decoded.getChannelData(0);
        const rms = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
        return { durationSec: audio.duration, ended, rms };`,
        { file: file.toString('base64'), type },
      ),
    image: (file, type, points) =>
      run(
        `
        const decoder = new ImageDecoder({ data: bytesOf(input.file), type: input.type });
        await decoder.tracks.ready;
        await decoder.completed;
        const count = decoder.tracks.selectedTrack.frameCount;
        const shown = [];
        for (const frameIndex of [0, count - 1]) {
          const { image } = await decoder.decode({ frameIndex });
          shown.push(compose(image, image.displayWidth, image.displayHeight, input.points));
          image.close();
        }
        return { count, shown };`,
        { file: file.toString('base64'), type, points },
      ),
    close: () => page.context().close(),
  };
}

function runIn<T>(page: Page, code: string, input: object): Promise<T> {
  return page.evaluate<T>(`(async (input) => { ${tools} ${code} })(${JSON.stringify(input)})`);
}
