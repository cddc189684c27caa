import path from 'node:path';
import { hasBrowserFor } from '@framemill/testing/browser';
import { hasFirefoxFor, launchFirefox } from '@framemill/testing/firefox';
import { suiteFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import { decode } from '@framemill/testing/images';
import { similarity } from '@framemill/testing/similarity';
import { zipEntries } from '@framemill/testing/zip-entries';
import { describe, expect, it } from 'vitest';
import { sharedWorld } from './world/shared-world.ts';

const sample = path.resolve(import.meta.dirname, '../../infra/bootstrap/sample/media');
/** Size of the service's frames of a project of 1280 by 720. */
const FRAME = { width: 640, height: 360 };

// The shared world starts Chromium, although it is not used here.
const isHere = hasFirefoxFor('The stage of the editor is') && hasBrowserFor('The Studio is');

describe.skipIf(!isHere)('the exact preview in Firefox', () => {
  const world = forSuite(sharedWorld);
  const folder = suiteFolder();

  it('draws a video, a moving logo and captions as the service does, and plays them', { tags: 'full' }, async () => {
    const { service } = world;
    const [ocean, logo] = await Promise.all(
      ['ocean.mp4', 'logo.png'].map((name) => service.upload(path.join(sample, name))),
    );
    for (const file of [ocean, logo]) await service.ingested(file?.id ?? '');
    const moves = [
      { op: 'addKeyframe', clipId: '$1.clipId', prop: 'x', time: 0, value: -400 },
      { op: 'addKeyframe', clipId: '$1.clipId', prop: 'x', time: 3, value: 400 },
    ];
    const { project } = await service.call('POST', '/v1/projects', {
      name: 'Firefox',
      commands: [
        { op: 'addClip', type: 'video', src: ocean?.id, start: 0, duration: 3, trackIndex: 0 },
        { op: 'addSticker', src: logo?.id, start: 0, duration: 3, y: -200, scale: 0.5 },
        { op: 'addTextClip', text: 'Wind and water', start: 0, duration: 3, style: { fontSize: 70 } },
        ...moves,
        { op: 'setProjectSettings', width: 1280, height: 720 },
      ],
    });
    const archive = path.join(folder, 'frames.zip');
    await service.render({ projectId: project.id, format: 'png-sequence', resolution: 'half' }, archive);
    const frames = zipEntries(archive).map(({ bytes }) => bytes);

    const browser = await launchFirefox();
    try {
      const { cookies } = await world.signedIn(service.demo);
      await browser.setCookie(
        ...cookies.map(({ name, value, domain, path: place, httpOnly, secure }) => ({
          ...{ name, value, domain, path: place, httpOnly, secure },
        })),
      );
      const page = await browser.newPage();
      await page.setViewport({ width: 1440, height: 900 });
      await page.evaluateOnNewDocument("if (self === top) localStorage.setItem('framemill-preview', 'exact')");
      await page.goto(`${service.apiHost}/studio/projects/${project.id}/edit`);
      await page.waitForSelector('[data-engine=shown] canvas', { timeout: 100_000 });
      // At 50%, a pixel of the frame is one of the window.
      await page.locator('::-p-xpath(//button[starts-with(., "Preview zoom")])').click();
      await page.locator('::-p-xpath(//*[@role="menuitem"][.="50%"])').click();
      /** Expects a frame of the render on the canvas. */
      const expectShown = async (png: Buffer | undefined) => {
        const own = await decode(png ?? Buffer.alloc(0));
        // Firefox does not let a page read a canvas that a worker draws on.
        const shown = async () => {
          const box = await (await page.$('[data-engine] canvas'))?.boundingBox();
          const shot = await page.screenshot({ clip: { x: box?.x ?? 0, y: box?.y ?? 0, ...FRAME } });
          return similarity(await decode(Buffer.from(shot)), own);
        };
        await expect.poll(shown).toBeGreaterThan(0.95);
        console.info(`exact preview in Firefox: ${(await shown()).toFixed(4)}`);
      };
      await expectShown(frames[0]);
      await page.locator('button[aria-label="Play"]').click();
      await page.waitForSelector('button[aria-label="Pause"]');
      await page.waitForSelector('button[aria-label="Play"]', { timeout: 100_000 });
      await expectShown(frames.at(-1));
      await page.screenshot({ path: path.join(folder, 'firefox.png') });
    } finally {
      await browser.close();
    }
  });
});
