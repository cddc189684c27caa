import { gzipSync } from 'node:zlib';
import type { OwnService } from '@framemill/testing/service';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { median, percentile } from '../measure/statistics.ts';
import { at, call, uploadIngested } from '../stack/call.ts';
import { startStack } from '../stack/start-stack.ts';
import { frameTimes, GESTURES, memoryOfPages, seekTimes, timesToOthers } from './studio-times.ts';
import { atRest, makeManyClips, openBrowser, openEditor, signedIn } from './studio-window.ts';

/** Measured value of the Studio (the web editor) with its budget. */
export interface StudioFigure {
  readonly what: string;
  readonly unit: 'ms' | 'MB' | 'kB' | '%' | 'x';
  /**
   * Value that is compared with the budget `most`: the 95th percentile if the budget limits it, otherwise the median.
   */
  readonly value: number;
  readonly most: number;
  /** Individual values from which `value` was computed; empty when there is only one. */
  readonly values: readonly number[];
}

/** Results of `--only studio`. */
export interface StudioResults {
  readonly figures: readonly StudioFigure[];
  /** PNG screenshot of the editor with 10,000 clips. */
  readonly picture: Buffer;
}

/**
 * Measures how long opening a project, gestures, seeking and editing take in the Studio (the web editor), and compares
 * the times with their budgets. It uses Chromium and starts a service of its own. `clips` are videos of 10 s.
 */
export async function measureStudio(
  clips: readonly string[],
  runs: number,
  log: (line: string) => void,
): Promise<StudioResults> {
  const stack = await startStack(1);
  try {
    const browser = await openBrowser();
    try {
      return await measure(stack, browser, clips, Math.max(5, runs), log);
    } finally {
      await browser.close();
    }
  } finally {
    await stack.stop();
  }
}

async function measure(
  stack: OwnService,
  browser: Browser,
  clips: readonly string[],
  runs: number,
  log: (line: string) => void,
): Promise<StudioResults> {
  const { apiHost, demo } = stack;
  const film = await filmOf(stack, clips);
  const figures: StudioFigure[] = [{ ...(await firstLoad(browser, apiHost)), values: [] }];
  const context = await signedIn(browser, stack);

  log('studio: opening 1,000 clips');
  const thousand = await makeManyClips(apiHost, demo.liveKey, 1_000);
  const opened: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const page = await context.newPage();
    const ms = await openEditor(page, apiHost, thousand);
    // The first one fills the browser's cache.
    if (run > 0) opened.push(ms);
    await page.close();
  }
  figures.push({
    what: '1,000 clips: open and usable',
    unit: 'ms',
    value: median(opened),
    most: 1_500,
    values: opened,
  });

  log('studio: seeking');
  const sought = await inEditor(context, apiHost, film, async (page) => {
    await page.getByRole('button', { name: 'Zoom to fit', exact: true }).click();
    // Starts at 1: at position 0 the video is already shown. The first seeks load the files.
    await seekTimes(page, 1, 10);
    return seekTimes(page, 11, 90);
  });
  figures.push({
    what: 'seek in a film of uploads, p95',
    unit: 'ms',
    value: percentile(sought, 0.95),
    most: 120,
    values: sought,
  });

  log('studio: a command to another editor');
  const reached = await inEditor(context, apiHost, film, async (here) =>
    inEditor(context, apiHost, film, (there) => timesToOthers(here, there, 20)),
  );
  figures.push({
    what: 'a command to another open editor, p95',
    unit: 'ms',
    value: percentile(reached, 0.95),
    most: 300,
    values: reached,
  });

  log('studio: 10,000 clips');
  const many = await makeManyClips(apiHost, demo.liveKey, 10_000);
  const image = await inEditor(context, apiHost, many, async (page) => {
    for (const [name, gesture] of Object.entries(GESTURES)) {
      await gesture(page);
      await atRest(page);
      const times = await frameTimes(page, () => gesture(page));
      figures.push({
        what: `10,000 clips: ${name}, p95 of frames`,
        unit: 'ms',
        value: percentile(times, 0.95),
        most: 50,
        values: times,
      });
      await atRest(page);
    }
    const bytes = await memoryOfPages(browser);
    figures.push({ what: '10,000 clips: memory', unit: 'MB', value: bytes / 1e6, most: 500, values: [] });
    return page.screenshot();
  });
  return { figures, picture: image };
}

async function inEditor<T>(
  context: BrowserContext,
  apiHost: string,
  id: string,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await context.newPage();
  await openEditor(page, apiHost, id);
  await atRest(page);
  const result = await work(page);
  await page.close();
  return result;
}

async function firstLoad(browser: Browser, apiHost: string): Promise<Omit<StudioFigure, 'values'>> {
  const page = await browser.newPage();
  const scripts: string[] = [];
  page.on('response', (response) => response.url().endsWith('.js') && scripts.push(response.url()));
  await page.goto(`${apiHost}/studio`);
  await page.getByLabel('Password').waitFor();
  await page.close();
  let bytes = 0;
  for (const url of scripts) bytes += gzipSync(await (await fetch(url)).bytes(), { level: 9 }).length;
  return { what: 'script before the first page, gzipped', unit: 'kB', value: bytes / 1e3, most: 300 };
}

async function filmOf({ apiHost, demo }: OwnService, clips: readonly string[]): Promise<string> {
  const { liveKey } = demo;
  const commands: object[] = [];
  for (const clip of clips) {
    const src = await uploadIngested(apiHost, liveKey, clip);
    commands.push({ op: 'addClip', type: 'video', src, start: commands.length * 10, duration: 10, trackIndex: 0 });
  }
  const project = await call(apiHost, liveKey, 'POST', '/projects', { name: 'Uploads', commands });
  return String(at(project, 'project', 'id'));
}
