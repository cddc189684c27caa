import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { decode, type RgbImage } from '@framemill/testing/images';
import { similarity } from '@framemill/testing/similarity';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser, type OpenBrowser, openBrowser } from '../../src/chromium/index.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { createRenderer } from '../../src/render/renderer.ts';
import { profileOf } from '../scenes.ts';
import { type OpenedPage, openPage } from './open-page.ts';
import { makeMedia, type PageProject, pageProjects } from './projects/index.ts';

// The page's pictures beside the compositor's, left and right, for people's eyes.
const output = join(import.meta.dirname, '../../test-output/page');
const browserPath = findBrowser();
if (browserPath === null) console.warn('Skipped: pages against frames, because there is no Chromium here.');
const only = process.env.PAGE_PROJECTS?.split(',');
const projects = pageProjects.filter(({ name }) => !only || only.includes(name));
/** Names of the projects that `npm test` covers: one for each way in which HTML previews draw. */
const sample = new Set([
  ...['video', 'speed-reverse-freeze-loop', 'keyframes', 'shapes', 'blend-multiply', 'grade', 'effects', 'masks'],
  ...['transition-wipe', 'text', 'animation-rise', 'captions-karaoke'],
]);

let browser: OpenBrowser;
let media: MediaFiles;

beforeAll(async () => {
  if (browserPath === null) return;
  mkdirSync(output, { recursive: true });
  // One after the other: a browser that gets no processor does not start in time.
  browser = await openBrowser({ network: 'local' });
  media = await makeMedia();
});
afterAll(() => browser?.close());

for (const project of projects) {
  const { name, floor } = project;
  const options = { tags: sample.has(name) ? [] : 'full' };
  const title = `the page of ${name} looks like its frames: at least ${floor} similar`;
  test.skipIf(browserPath === null)(title, options, async () => {
    const found = await compare(project);
    console.log(`${name}: ${found.map(({ timeSec, value }) => `${timeSec} s ${value.toFixed(4)}`).join(', ')}`);
    expect(Math.min(...found.map(({ value }) => value))).toBeGreaterThanOrEqual(floor);
  });
}

async function compare({ name, document, times, floor }: PageProject): Promise<{ timeSec: number; value: number }[]> {
  const renderer = await createRenderer({ document, profile: profileOf(document), media });
  const opened = await openPage(browser, document, media);
  try {
    const found: { timeSec: number; value: number }[] = [];
    for (const timeSec of times) {
      await opened.show(timeSec);
      const ours = await decode((await renderer.renderFrame(timeSec, { type: 'png', scale: 1 })).data);
      const { picture: image, value } = await settled(opened, ours, floor);
      found.push({ timeSec, value });
      await keep(`${name}-${timeSec}`, ours, image);
    }
    expect(opened.problems).toEqual([]);
    return found;
  } finally {
    renderer.close();
    await opened.close();
  }
}

/**
 * Returns a screenshot of the page and its similarity to a rendered frame. A busy browser may show a decoded video
 * frame long after announcing it, without another event. While the similarity is too low, the screenshot is therefore
 * repeated for some time.
 */
async function settled(
  opened: OpenedPage,
  frame: RgbImage,
  floor: number,
): Promise<{ picture: RgbImage; value: number }> {
  const until = Date.now() + 10_000;
  for (;;) {
    const image = await decode(await opened.shoot());
    const value = similarity(frame, image);
    if (value >= floor || Date.now() > until) return { picture: image, value };
    await setTimeout(200);
  }
}

async function keep(name: string, frame: RgbImage, page: RgbImage): Promise<void> {
  const raw = { width: page.width, height: page.height, channels: 3 } as const;
  const both = sharp(frame.data, { raw }).extend({ right: page.width, background: '#000000' });
  const image = both
    .composite([{ input: Buffer.from(page.data), raw, left: page.width, top: 0 }])
    .png({ compressionLevel: 1 });
  writeFileSync(join(output, `${name}.png`), await image.toBuffer());
}
