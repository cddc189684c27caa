import path from 'node:path';
import { hasBrowserFor } from '@framemill/testing/browser';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { suiteFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { uploadTone } from './editor-project.ts';
import { choosePreview, expectFrame, framesOf, openExact } from './exact-preview.ts';
import { openWindow, type Window } from './open-studio.ts';
import { imagePixels } from './stage-pixels.ts';
import { sharedWorld } from './world/shared-world.ts';

const sample = path.resolve(import.meta.dirname, '../../infra/bootstrap/sample/media');

describe.skipIf(!hasBrowserFor('The Studio is'))('the exact preview of the editor', () => {
  const world = forSuite(sharedWorld);
  const folder = suiteFolder();
  let window: Window;
  let page: Page;
  beforeAll(async () => {
    window = await openWindow(world.browser, world.service, 'dark', await world.signedIn(world.service.demo));
    page = window.page;
  });

  const preview = (item: string) => choosePreview(page, item);
  const engineShown = () => page.locator('[data-engine=shown] canvas').waitFor();
  const openProject = (name: string, commands: object[]) => openExact(world.service, page, name, commands);
  const renderedFrames = (projectId: string) => framesOf(world.service, projectId, folder);
  const expectShown = (frame: Buffer | undefined) => expectFrame(page, frame);

  /**
   * Returns the largest difference of a pixel's red, green or blue from a colour. Frames of the engine are YUV, so
   * their colours may differ by 1. The place is counted from the top left of the canvas.
   */
  async function differenceAt(x: number, y: number, ...rgb: number[]): Promise<number> {
    const box = await page.locator('[data-engine]').boundingBox();
    const clip = { x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y, width: 2, height: 2 };
    const { data } = await imagePixels(page, await page.screenshot({ clip }), 'png', { width: 1, height: 1 });
    return Math.max(...rgb.map((value, index) => Math.abs(value - (data[index] ?? 0))));
  }

  it('draws effects that the page cannot show, while it is paused and while it plays', async () => {
    const key = { color: '#00ff00', similarity: 0.2 };
    const fill = { fill: '#00ff00', stroke: '#ffa040', strokeWidth: 60, width: 500, height: 400 };
    const id = await openProject('Exact', [
      { op: 'addBackground', color: '#203040', duration: 2 },
      { op: 'addShapeClip', kind: 'rectangle', start: 0, duration: 2, style: fill },
      { op: 'setChromaKey', clipId: '$1.clipId', ...key },
      { op: 'addEffect', clipId: '$1.clipId', type: 'pixelate' },
      { op: 'addKeyframe', clipId: '$1.clipId', prop: 'x', time: 0, value: -200 },
      { op: 'addKeyframe', clipId: '$1.clipId', prop: 'x', time: 2, value: 200 },
      { op: 'addTextClip', text: 'Grüße', start: 0, duration: 2, style: { fontSize: 90, fontWeight: 700 } },
    ]);
    await page.keyboard.press('Shift+ArrowRight');
    const frames = await renderedFrames(id);
    await expectShown(frames[30]);
    expect(await page.locator('[data-exact]').count()).toBe(0);
    const transport = (name: string) => page.getByRole('button', { name, exact: true });
    await transport('Play').click();
    await transport('Pause').waitFor();
    await transport('Play').waitFor();
    await expectShown(frames.at(-1));
    await page.getByRole('button', { name: 'Exact frame, as rendered' }).click();
    await page.getByRole('menuitem', { name: /^\d+ of \d+ frames dropped$/ }).waitFor();
    await window.screenshot('engine');
    expect(await window.accessibility()).toEqual([]);
    await page.keyboard.press('Escape');
    expect(window.faults).toEqual([]);
  });

  it('draws an animation with the values of its slots', { tags: 'full' }, async () => {
    const file = path.resolve(import.meta.dirname, '../../compositor/test/animation/files/slots.json');
    const { id: src } = await world.service.upload(file);
    const id = await openProject('Animation', [
      { op: 'addBackground', color: '#203040', duration: 2 },
      { op: 'addClip', type: 'video', src, start: 0, duration: 2 },
      { op: 'updateClip', clipId: '$1.clipId', patch: { slots: { accent: '#cc2277' } } },
    ]);
    const [first] = await renderedFrames(id);
    await expectShown(first);
    // Outlines of the clips are above the canvas.
    await page.locator('[data-engine]').click({ force: true });
    const headline = page.getByRole('region', { name: 'Animation' }).getByLabel('headline');
    expect(await headline.inputValue()).toBe('Hello');
    await window.screenshot('animation');
    expect(window.faults).toEqual([]);
  });

  it('has a worker that reaches its own files and those of signed addresses, and nothing else', async () => {
    const [worker] = page.workers();
    if (!worker) throw new Error('no worker');
    const reached = await worker.evaluate(async () => {
      const places = ['/api/studio/session', '/v1/me', '/studio', '/vendor/fonts/Inter_400Regular.ttf'];
      const media = ['/uploads/unknown.mp4', '/proxies/unknown.mp4', '/signed/1.forged/uploads/unknown.mp4'];
      const urls = [...places, ...media, 'https://example.com/', 'kernels.wasm'];
      const tries = urls.map(async (url) => {
        const answer = await fetch(new URL(url, location.href)).catch(() => null);
        return [url, answer?.status ?? 'refused'] as const;
      });
      const script: string = '/vendor/player.js';
      const loaded = await import(script).then(
        () => 'loaded',
        () => 'refused',
      );
      return { ...Object.fromEntries(await Promise.all(tries)), loaded };
    });
    expect(reached).toEqual({
      ...{ '/api/studio/session': 'refused', '/v1/me': 'refused', '/studio': 'refused' },
      ...{ '/vendor/fonts/Inter_400Regular.ttf': 'refused', 'https://example.com/': 'refused' },
      ...{ '/uploads/unknown.mp4': 'refused', '/proxies/unknown.mp4': 'refused' },
      ...{ '/signed/1.forged/uploads/unknown.mp4': 401, 'kernels.wasm': 200, loaded: 'refused' },
    });
    window.faults.splice(0);
    await preview('Preview: approximate');
    await page.locator('[data-engine=none]').waitFor({ state: 'attached' });
    await expect.poll(() => page.workers().length).toBe(0);
  });

  it('shows html clips over the canvas, and asks for a frame of the service where others are above them', async () => {
    const id = await openProject('Html', [
      { op: 'addBackground', color: '#203040', duration: 2 },
      { op: 'addHtmlClip', html: '<div style="background:#ff8040;height:100%"></div>', start: 0, duration: 2 },
      { op: 'setTransform', clipId: '$1.clipId', scale: 0.5 },
    ]);
    await expect.poll(() => differenceAt(320, 180, 0xff, 0x80, 0x40)).toBeLessThanOrEqual(1);
    expect(await differenceAt(40, 40, 0x20, 0x30, 0x40)).toBeLessThanOrEqual(1);
    const above = { op: 'addShapeClip', kind: 'rectangle', start: 0, duration: 2 };
    const commands = [{ ...above, style: { fill: '#40ff80', width: 200, height: 200 } }];
    expect(window.faults).toEqual([]);
    const asked = page.waitForRequest((request) => request.url().includes(`/projects/${id}/frame?`));
    await world.service.call('POST', `/v1/projects/${id}/commands`, { commands });
    // The nodes of these tests have no browser, so the service refuses to render html clips.
    await Promise.all([asked, page.getByText('no running node can render html clips').waitFor()]);
    // No answer comes after the page is left.
    await page.goto('about:blank');
    window.faults.splice(0);
  });

  it('plays the audio of a render as its clock, and that of the page where the browser cannot', {
    tags: 'full',
  }, async () => {
    await page.addInitScript(keepContexts);
    await openProject('Audible', [
      { op: 'addBackground', color: '#203040', duration: 2 },
      { op: 'addClip', type: 'audio', src: await uploadTone(world.service, 2), start: 0, duration: 2, trackIndex: 3 },
    ]);
    const transport = (name: string) => page.getByRole('button', { name, exact: true });
    const stage = page.frameLocator('iframe[title=Preview]');
    const isPageSilent = () => stage.locator('audio').evaluate((element: HTMLAudioElement) => element.paused);
    const playedSec = () => page.evaluate<number>('contexts.at(-1)?.currentTime ?? 0');
    const timecode = async () => (await page.getByTestId('timecode').textContent()) ?? '';
    await transport('Play').click();
    await expect.poll(playedSec).toBeGreaterThan(0.5);
    expect(await isPageSilent()).toBe(true);
    await transport('Pause').click();
    await expect.poll(() => page.evaluate('contexts.at(-1)?.state')).toBe('suspended');
    const [paused, at] = [await playedSec(), await timecode()];
    expect(at).not.toBe('00:00:00:00');
    await transport('Play').click();
    // At the end of the project.
    await expect.poll(timecode, { timeout: 100_000 }).toBe('00:00:02:00');
    await transport('Play').waitFor();
    expect((await playedSec()) - paused).toBeGreaterThan(0.2);
    await page.evaluate(() => sessionStorage.setItem('no-audio-decoder', 'true'));
    await page.reload();
    await engineShown();
    await transport('Play').click();
    await expect.poll(isPageSilent).toBe(false);
    await page.getByText('No exact audio: This browser has no AudioDecoder').waitFor();
    await transport('Play').waitFor();
    await page.evaluate(() => sessionStorage.removeItem('no-audio-decoder'));
    expect(window.faults).toEqual([]);
  });

  const needsFfmpeg = { tags: 'full', skip: ffmpegMissing !== null };
  it('draws SVG images, and says why a frame cannot be exact', needsFfmpeg, async () => {
    const size = 'width="200" height="200"';
    const logo = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="#4080ff"/></svg>`;
    const { id: drawing } = await world.service.upload({ name: 'logo.svg', bytes: Buffer.from(logo) });
    // No browser but Safari decodes TIFF.
    const coded = ['-frames:v', '1', '-c:v', 'tiff', '-f', 'image2pipe', '-'];
    const bytes = Buffer.from(ffmpeg(['-f', 'lavfi', '-i', 'color=red:size=64x64', ...coded]));
    const { id: tiff } = await world.service.upload({ name: 'red.tiff', bytes });
    for (const id of [drawing, tiff]) await world.service.ingested(id);
    await openProject('Images', [
      { op: 'addSticker', src: drawing, start: 0, duration: 1 },
      { op: 'addSticker', src: tiff, start: 1, duration: 1 },
    ]);
    await expect.poll(() => differenceAt(320, 180, 0x40, 0x80, 0xff)).toBeLessThanOrEqual(1);
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText(/^No exact preview: Clip .*could not be decoded/).waitFor();
    await page.locator('[data-engine=none]').waitFor({ state: 'attached' });
    expect(window.faults).toEqual([]);
  });

  it('draws videos as the service does, from the originals when it is paused', { tags: 'full' }, async () => {
    const names = ['ocean.mp4', 'aurora.mp4', 'logo.png'];
    const files = await Promise.all(names.map((name) => world.service.upload(path.join(sample, name))));
    const [ocean, aurora, logo] = files.map(({ id }) => id);
    for (const { id } of files) await world.service.ingested(id);
    const id = await openProject('Exact videos', [
      { op: 'addClip', type: 'video', src: ocean, start: 0, duration: 2, trackIndex: 0 },
      { op: 'addClip', type: 'video', src: aurora, start: 2, duration: 2, trackIndex: 0 },
      { op: 'setTransition', clipId: '$1.clipId', type: 'zoom-blur', duration: 1 },
      { op: 'setColorGrade', clipId: '$0.clipId', grade: { saturation: 0.3, contrast: 0.2 } },
      { op: 'addEffect', clipId: '$1.clipId', type: 'glow' },
      { op: 'addSticker', src: logo, start: 0, duration: 4, x: -350, y: 150, scale: 0.5 },
    ]);
    for (let second = 0; second < 2; second += 1) await page.keyboard.press('Shift+ArrowRight');
    const frames = await renderedFrames(id);
    await expectShown(frames[60]);
    await page.keyboard.press('Shift+ArrowRight');
    await expectShown(frames[90]);
    await window.screenshot('engine-videos');
    expect(window.faults).toEqual([]);
  });
});

// As text, for pages that have not loaded yet.
/** Keeps the audio contexts of a page, and takes its audio decoder away if the test has asked for it. */
const keepContexts = `
  globalThis.contexts = [];
  globalThis.AudioContext = class extends AudioContext {
    constructor(options) {
      super(options);
      contexts.push(this);
    }
  };
  if (self.origin !== 'null' && sessionStorage.getItem('no-audio-decoder')) delete globalThis.AudioDecoder;
`;
