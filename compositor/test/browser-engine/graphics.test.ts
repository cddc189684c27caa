import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { launchOptions } from '@framemill/testing/browser';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../src/chromium/index.ts';
import { psnr, shootAll } from '../images.ts';
import { makeFolder } from '../scenes.ts';
import { caseNames, type EngineCase, openCases, resultPath } from './engine-cases.ts';
import { type EnginePage, openEnginePage } from './engine-page.ts';

const missing = findBrowser() === null;
if (missing) console.warn('graphics: skipped, this machine has no Chromium');

/** Software implementation of a GPU. */
const flags = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
  '--use-angle=swiftshader',
];
/** Cases of `npm test`: videos and a transition. Each compiles its shaders, which takes seconds without a GPU. */
const quick = new Set(['video-pip', 'transition-glitch']);
/** Cases: the GPU backend itself is tested in `test/gpu/`. */
const cases = caseNames.filter((name, index) => quick.has(name) || index % 12 === 0);
/** Minimum similarity to the frame of the CPU backend of a render node, in dB. */
const floor = 40;
/**
 * Minimum similarity in dB of cases that need a lower limit. blend-hue: the GPU blends chroma of full resolution, the
 * CPU chroma of 4:2:0, so that edges between saturated colours differ. text-animation-spin: its letters are so small
 * that most of their pixels are edges, which the browser's version of Skia draws slightly differently.
 */
const floors: Readonly<Record<string, number>> = { 'blend-hue': 37, 'text-animation-spin': 37.5 };

describe.skipIf(missing)('the engine on a GPU of the browser', () => {
  const folder = makeFolder();
  let caseOf: (name: string) => EngineCase;
  let browser: Browser;
  let page: EnginePage;
  beforeAll(async () => {
    mkdirSync(dirname(resultPath('x')), { recursive: true });
    caseOf = await openCases(folder);
    browser = await chromium.launch({ ...launchOptions(), args: flags });
    const openPage = async () => ({ page: await browser.newPage(), close: () => browser.close() });
    page = await openEnginePage(() => 200, openPage);
  });
  afterAll(async () => {
    await page?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is there', async () => {
    const adapter = await page.page.evaluate<string>(
      'navigator.gpu.requestAdapter().then((adapter) => adapter.info.architecture)',
    );
    expect(adapter).toBe('swiftshader');
  });

  test('gives way to the kernels when the browser loses the GPU', async () => {
    const { document, media, output } = caseOf('video-pip');
    await page.page.evaluate(`(${keepWorker})(${JSON.stringify({ document, media: page.served(media) })})`);
    const draw = (atSec: number) =>
      page.page.evaluate<boolean>(`globalThis.drawnOnGpu(${atSec}, ${JSON.stringify(output)})`);
    expect(await draw(0)).toBe(true);
    const session = await browser.newBrowserCDPSession();
    // The command is answered by the process that it ends.
    void session.send('Browser.crashGpuProcess').catch(() => undefined);
    // A frame that is like the one before needs no GPU.
    let frame = 0;
    const drawNext = () => {
      frame += 1;
      return draw(frame / 30);
    };
    await expect.poll(drawNext).toBe(false);
  });

  for (const name of cases) {
    test(`draws what a render node draws: ${name}`, { tags: quick.has(name) ? [] : 'full' }, async () => {
      const one = caseOf(name);
      const drawn = await page.draw(one, { graphics: 'any' });
      const frames = await shootAll(one.document, one.media, one.moments, one.output);
      expect(drawn).toHaveLength(frames.length);
      for (const [index, own] of frames.entries()) {
        const ours = drawn[index]?.filter((_, at) => at % 4 < 3) ?? new Uint8Array();
        expect(psnr(ours, own.data)).toBeGreaterThan(floors[name] ?? floor);
      }
    });
  }
});

// As text: the functions of a browser have no types here.
const keepWorker = `({ document, media }) => {
  const worker = new Worker('/engine-worker.js?graphics=any', { type: 'module' });
  worker.postMessage({ type: 'open', document, media });
  globalThis.drawnOnGpu = (atSec, output) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.type === 'address') worker.postMessage({ id: data.id, type: 'address', address: data.path });
      else if (data.type === 'failed') reject(new Error(data.message));
      else if (data.type === 'drawn') resolve(data.onGpu);
    };
    worker.postMessage({ id: 1, type: 'draw', atSec, output, isFast: false, as: 'rgba' });
  });
}`;
