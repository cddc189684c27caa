import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { launchBrowser } from '@framemill/testing/browser';
import { startService } from '@framemill/testing/service';
import type { Browser, Page } from 'playwright-core';

// Shows the editor at three sizes and in both themes as studio/editor.webp: node studio/test/editor-sheet.ts.

const studio = path.resolve(import.meta.dirname, '..');
const media = path.join(studio, '../infra/bootstrap/sample/media');
const sizes = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
const themes = ['dark', 'light'] as const;
const most = 400_000;

const service = await startService({ slots: 1 });
const browser = await launchBrowser();
try {
  const projectId = await newProject();
  const cells: string[] = [];
  for (const size of sizes) {
    for (const theme of themes) {
      const image = await editorImage(projectId, size, theme);
      cells.push(`<img src="data:image/png;base64,${image.toString('base64')}" alt="">`);
    }
  }
  const bytes = await sheetOf(browser, cells);
  writeFileSync(path.join(studio, 'editor.webp'), bytes);
  console.info(`${bytes.length} bytes`);
} finally {
  await browser.close();
  await service.stop();
}

/** Creates a project with a clip of each kind, and returns its id. */
async function newProject(): Promise<string> {
  const names = ['mountains.mp4', 'ocean.mp4', 'aurora.mp4', 'logo.png', 'music.flac'];
  const [mountains, ocean, aurora, logo, music] = await Promise.all(
    names.map(async (name) => {
      const { id } = await service.upload(path.join(media, name));
      await service.ingested(id);
      return id;
    }),
  );
  const title = { fontFamily: 'Playfair Display', fontSize: 130, fontStyle: 'italic' };
  const { project } = await service.call('POST', '/v1/projects', {
    name: 'Above the clouds',
    commands: [
      { op: 'addClip', type: 'video', src: mountains, start: 0, duration: 4, trackIndex: 0 },
      { op: 'addClip', type: 'video', src: ocean, start: 4, duration: 4, trackIndex: 0 },
      { op: 'addClip', type: 'video', src: aurora, start: 8, duration: 4, trackIndex: 0 },
      { op: 'addSticker', src: logo, start: 6, duration: 6, x: 700, y: -380, scale: 0.5 },
      { op: 'addTextClip', text: 'Above the clouds', start: 1, duration: 4, style: title },
      { op: 'addClip', type: 'audio', src: music, start: 0, duration: 12, trackIndex: 3 },
      { op: 'setTransition', clipId: '$1.clipId', type: 'dissolve', duration: 1 },
      { op: 'setColorGrade', clipId: '$0.clipId', grade: { temperature: 0.25, contrast: 0.15, saturation: 0.2 } },
      { op: 'addEffect', clipId: '$0.clipId', type: 'glow' },
      { op: 'setAudioFades', clipId: '$5.clipId', fadeIn: 1, fadeOut: 2 },
      { op: 'addMarkers', markers: [{ time: 4, label: 'Sea' }] },
    ],
  });
  await service.call('POST', `/v1/projects/${project.id}/comments`, {
    ...{ text: 'Hold the title a second longer.', timeSec: 2, endSec: 5 },
  });
  return project.id;
}

/** Returns a PNG of the editor with a selected clip. */
async function editorImage(
  projectId: string,
  viewport: { width: number; height: number },
  colorScheme: (typeof themes)[number],
): Promise<Buffer> {
  const context = await browser.newContext({ colorScheme, viewport });
  const { email, password } = service.demo;
  const headers = { origin: service.apiHost };
  await context.request.post(`${service.apiHost}/api/auth/sign-in`, { data: { email, password }, headers });
  const page = await context.newPage();
  await page.addInitScript(() => self === top && localStorage.setItem('framemill-preview', 'exact'));
  await page.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
  await page.locator('[data-engine=shown] canvas').waitFor();
  await page.getByTestId('ruler').click({ position: { x: 150, y: 22 } });
  await page.getByRole('button', { name: /^mountains/ }).click();
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  await page.evaluate(() => document.fonts.ready);
  await page.getByRole('slider').first().waitFor();
  // The engine draws the frame, and the timeline its thumbnails; the page has no event for both.
  await page.waitForTimeout(3_000);
  const image = await page.screenshot();
  await context.close();
  return image;
}

/** Returns the images side by side as WebP of at most `most` bytes. */
async function sheetOf(browser: Browser, cells: readonly string[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1_680, height: 1_000 } });
  await page.setContent(`<style>
    body { margin: 0; background: #2a2d32; }
    main { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; padding: 16px; }
    img { width: 100%; display: block; border-radius: 6px; }
  </style><main>${cells.join('')}</main>`);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: 1_680, height });
  for (let quality = 90; quality > 30; quality -= 10) {
    const bytes = await webpOf(page, quality);
    if (bytes.length <= most) return bytes;
  }
  throw new Error(`The image has more than ${most} bytes at the lowest quality.`);
}

/** Returns a screenshot of the page as WebP, which Playwright cannot write by itself. `quality` is 0-100. */
async function webpOf(page: Page, quality: number): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  await session.detach();
  return Buffer.from(data, 'base64');
}
