import type { Document } from '@framemill/timeline';
import type { Page } from 'playwright-core';
import type { OpenBrowser } from '../../src/chromium/index.ts';
import { documentFonts } from '../../src/fonts/document-fonts.ts';
import { openTextEngine } from '../../src/fonts/font-files.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { compositionPage } from '../../src/page/composition-page.ts';
import { screenshot } from '../screenshot.ts';
import { servePage } from './page-server.ts';

/** HTML preview that is open in a browser. It is controlled as a player would control it. */
export interface OpenedPage {
  readonly page: Page;
  readonly html: string;
  /** Errors that the page logged to the console, and requests of the page that failed. */
  readonly problems: string[];
  /**
   * Shows a time as the specification requires of players: clips by their time attributes, videos at `mediaStart + (t -
   * start)`, everything else by the timeline.
   */
  show(timeSec: number): Promise<void>;
  /** Takes a screenshot of the root element, as PNG. */
  shoot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens the page of a document and waits for its fonts and media. */
export async function openPage(browser: OpenBrowser, document: Document, media: MediaFiles): Promise<OpenedPage> {
  const { html } = await compositionPage({
    document,
    engine: await openTextEngine(),
    fonts: documentFonts(document.clips, media),
    media: (src) => {
      const file = media[src];
      return file ? { facts: file.facts, url: `/uploads/${src}` } : null;
    },
  });
  const { width, height } = document.settings;
  const page = await browser.newPage({ width, height, scale: 1 });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    // A player that seeks ends its request: that is no problem.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`failed ${request.url()}`);
  });
  // A real server: requests of a video that a test answers in its place are now and then never answered.
  const files = new Map(Object.entries(media).map(([src, { path }]) => [`/uploads/${src}`, path]));
  const server = await servePage(html, files);
  await page.goto(server.url, { waitUntil: 'load' });
  await page.evaluate(mediaLoaded);
  return {
    page,
    html,
    problems,
    show: (timeSec) => page.evaluate(`(${showTime})(${timeSec})`),
    shoot: () => (document.clips.some(({ type }) => type === 'video') ? stillImage(page) : screenshot(page)),
    async close() {
      await page.context().close();
      await server.close();
    },
  };
}

/**
 * Takes screenshots until two consecutive ones are equal, because a decoded video frame may appear on the screen later
 * than the browser announces.
 */
async function stillImage(page: Page): Promise<Buffer> {
  let last = await screenshot(page);
  for (;;) {
    const next = await screenshot(page);
    if (next.equals(last)) return next;
    last = next;
  }
}

/** Script for the page that waits for fonts, images and the first frames of videos. */
const mediaLoaded = `(async () => {
  await Promise.all([...document.fonts].map((font) => font.load()));
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  await Promise.all([...document.querySelectorAll('video')].map((video) => video.readyState >= 2 ? null :
    new Promise((resolve) => { video.onloadeddata = resolve; video.onerror = resolve; })));
})()`;

/** Script for the page that shows a time as a player would. */
const showTime = `async (time) => {
  const seeks = [];
  for (const element of document.querySelectorAll('.clip')) {
    const start = Number(element.dataset.start);
    const isShown = time >= start && time < start + Number(element.dataset.duration);
    element.style.visibility = isShown ? 'visible' : 'hidden';
  }
  window.__timelines.main.seek(time);
  for (const video of document.querySelectorAll('video')) {
    if (getComputedStyle(video).visibility === 'hidden') continue;
    if (!video.dataset.ownTime) {
      const wanted = Number(video.dataset.mediaStart) + (time - Number(video.dataset.start));
      const last = Math.max(0, video.duration - 0.001);
      if (video.currentTime !== Math.min(wanted, last)) video.currentTime = Math.min(wanted, last);
    }
    // A seek is over before its picture is on the screen, and the picture before it may still be on its way there.
    if (video.seeking) seeks.push(new Promise((resolve) => {
      const shown = (_, { mediaTime }) =>
        mediaTime < video.currentTime + 0.001 && mediaTime > video.currentTime - 0.034
          ? resolve()
          : video.requestVideoFrameCallback(shown);
      video.requestVideoFrameCallback(shown);
      // Now and then the last one is never called. Whoever looks at the picture sees whether it is the right one.
      setTimeout(resolve, 3000);
    }));
  }
  await Promise.all(seeks);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}`;
