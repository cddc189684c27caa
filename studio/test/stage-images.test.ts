import path from 'node:path';
import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { similarity } from '@framemill/testing/similarity';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWindow, showPagePreview, type Window } from './open-studio.ts';
import { imagePixels } from './stage-pixels.ts';
import { sharedWorld } from './world/shared-world.ts';

const sample = path.resolve(import.meta.dirname, '../../infra/bootstrap/sample/media');
// The frames are JPEGs, whose noise counts in what is flat and black: the films have something everywhere.
/**
 * Sizes of the editor preview (`CANVAS`) and of the frames that the service renders for comparison (`FRAME`), in
 * pixels.
 */
const CANVAS = { width: 1280, height: 720 };
const FRAME = { width: 640, height: 360 };

describe.skipIf(!hasBrowserFor('The Studio is'))('the stage beside the frames of the service', () => {
  const world = forSuite(sharedWorld);
  let window: Window;
  let page: Page;
  let media: { ocean: string; aurora: string; logo: string };
  beforeAll(async () => {
    const { service, browser } = world;
    window = await openWindow(browser, service, 'dark', await world.signedIn(service.demo));
    page = window.page;
    await showPagePreview(page);
    const files = ['ocean.mp4', 'aurora.mp4', 'logo.png'].map((name) => service.upload(path.join(sample, name)));
    const [ocean, aurora, logo] = (await Promise.all(files)).map(({ id }) => id);
    for (const id of [ocean, aurora, logo]) await service.ingested(id);
    media = { ocean, aurora, logo };
  });

  const visible = { start: 0, duration: 4 };
  const films: [name: string, floor: number, commands: () => object[]][] = [
    [
      'shapes, a mask and blending over a video',
      0.97,
      () => [
        { op: 'addClip', type: 'video', src: media.ocean, ...visible, trackIndex: 0 },
        { op: 'addShapeClip', kind: 'star', ...visible, style: { fill: '#ff8040', width: 400, height: 400 } },
        { op: 'setTransform', clipId: '$1.clipId', x: 300, y: -60, rotation: 20 },
        { op: 'addShapeClip', kind: 'circle', ...visible, style: { fill: '#4080ff', width: 500, height: 500 } },
        { op: 'setBlendMode', clipId: '$3.clipId', mode: 'screen' },
        { op: 'addSticker', src: media.logo, ...visible, x: -350, y: 150, scale: 0.5 },
        { op: 'setMask', clipId: '$3.clipId', mask: { shape: 'rectangle', width: 300, height: 460, feather: 20 } },
        { op: 'addKeyframe', clipId: '$1.clipId', prop: 'x', time: 0, value: 0 },
        { op: 'addKeyframe', clipId: '$1.clipId', prop: 'x', time: 2, value: 300 },
      ],
    ],
    [
      'videos, a grade and a transition',
      0.97,
      () => [
        { op: 'addClip', type: 'video', src: media.ocean, start: 0, duration: 2, trackIndex: 0 },
        { op: 'addClip', type: 'video', src: media.aurora, start: 2, duration: 2, trackIndex: 0 },
        { op: 'setTransition', clipId: '$1.clipId', type: 'dissolve', duration: 1 },
        { op: 'setColorGrade', clipId: '$0.clipId', grade: { saturation: 0.3, contrast: 0.2 } },
      ],
    ],
    [
      'texts',
      0.92,
      () => [
        { op: 'addBackground', color: '#203040' },
        { op: 'addTextClip', text: 'Grüße aus dem Studio', ...visible, style: { fontSize: 90, fontWeight: 700 } },
        { op: 'addLowerThird', title: 'Ada Lovelace', subtitle: 'Mathematician', ...visible },
      ],
    ],
  ];
  for (const [name, floor, commands] of films) {
    // Shapes, masks and blending over a video need all that draws the stage.
    const options = { tags: commands === films[0]?.[2] ? [] : 'full' };
    it(`shows ${name} at least ${floor} as similar`, options, () => expectSimilar(name, floor, commands()));
  }

  async function expectSimilar(name: string, floor: number, commands: object[]): Promise<void> {
    const settings = { op: 'setProjectSettings', ...CANVAS };
    const { project } = await world.service.call('POST', '/v1/projects', { name, commands });
    await world.service.call('POST', `/v1/projects/${project.id}/commands`, { commands: [settings] });
    await page.goto(`${world.service.apiHost}/studio/projects/${project.id}/edit`);
    await page.locator('[data-connection=saved]').waitFor();
    await page.frameLocator('iframe[title=Preview]').locator('.clip').first().waitFor({ state: 'attached' });
    const found: string[] = [];
    // A key may have ten frames a minute.
    for (const timeSec of [1, 3]) {
      for (let second = found.length; second < timeSec; second += 1) await page.keyboard.press('Shift+ArrowRight');
      const address = `/api/studio/projects/${project.id}/preview?format=image&at=${timeSec}`;
      const answer = await window.context.request.get(`${world.service.apiHost}${address}`);
      const exact = await imagePixels(page, await answer.body(), 'jpeg', FRAME);
      const until = Date.now() + 40_000;
      let value = 0;
      // Nothing tells when a browser shows a video's picture.
      do value = similarity(exact, await imagePixels(page, await shootStage(), 'png', FRAME));
      while (value < floor && Date.now() < until);
      found.push(`${timeSec} s ${value.toFixed(4)}`);
      expect.soft(value, `${timeSec} s`).toBeGreaterThanOrEqual(floor);
    }
    console.info(`stage, ${name}: ${found.join(', ')}`);
    await window.screenshot(`stage-${name.split(/\W/)[0]}`);
  }

  /** Takes a screenshot of the editor preview alone, at the size `CANVAS`. */
  async function shootStage(): Promise<Buffer> {
    await page.evaluate(({ width, height }) => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[title=Preview]');
      if (!frame) throw new Error('no stage');
      Object.assign(frame.style, { transform: 'none', position: 'fixed' });
      Object.assign(frame.style, { width: `${width}px`, height: `${height}px` });
      Object.assign(frame.style, { margin: '0', padding: '0', border: '0', inset: '0 auto auto 0' });
      frame.popover = 'manual';
      // Above everything, wherever the editor has it.
      if (!frame.matches(':popover-open')) frame.showPopover();
    }, CANVAS);
    return page.screenshot({ clip: { x: 0, y: 0, ...CANVAS }, type: 'png' });
  }
});
