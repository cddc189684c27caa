import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { engineFolder, playerElementScript } from '@framemill/compositor/page';
import type { OwnService } from '@framemill/testing/service';
import type { Command } from '@framemill/timeline';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { runCommand } from '../measure/run-command.ts';
import { median, percentile } from '../measure/statistics.ts';
import type { BenchMedia } from '../media.ts';
import { clipsOfS1, s1 } from '../scenes/s1.ts';
import { clipsOfS5, extraTracksOfS5 } from '../scenes/s5.ts';
import { commandsOf } from '../scenes/scene.ts';
import { at, call, uploadIngested } from '../stack/call.ts';
import { startStack } from '../stack/start-stack.ts';
import type { StudioFigure } from './studio.ts';
import { memoryOfPages } from './studio-times.ts';
import { atRest, makeManyClips, openBrowser, openEditor, signedIn } from './studio-window.ts';

/** Comparison of one frame of the engine with that of a render node; see `compositor/test/browser-engine/parity.ts`. */
export interface ParityFrame {
  readonly name: string;
  readonly use: 'paused' | 'playing';
  readonly hasVideo: boolean;
  readonly hasText: boolean;
  /** In dB; null when the frames are equal. */
  readonly psnr: number | null;
  readonly ssim: number;
}

/** Frames that must reach a similarity, with those that do not. */
export interface ParityGroup {
  readonly what: string;
  readonly unit: 'dB' | 'SSIM';
  readonly least: number;
  readonly frames: number;
  /** Number of frames that are equal byte by byte. */
  readonly equal: number;
  /** Smallest value; null when all frames are equal. */
  readonly worst: number | null;
  readonly below: readonly { readonly name: string; readonly value: number }[];
}

/** Results of `--only browser-engine`. */
export interface EngineFigures {
  readonly parity: readonly ParityGroup[];
  /** Frames that the engine does not draw, with the reason. */
  readonly refused: readonly { readonly name: string; readonly message: string }[];
  readonly stage: readonly StudioFigure[];
}

/** Paths and settings of the benchmark. */
export interface EngineSuiteInput {
  readonly root: string;
  readonly media: BenchMedia;
  readonly runs: number;
  /** Duration of the memory measurement. */
  readonly minutes: number;
}

const seconds = 10;
/** Time after which the stage draws nothing more for a seek, in ms. */
const restMs = 700;

/**
 * Compares frames of the browser engine with those of a render node, and measures the stage of the editor in Chromium
 * beside a service of its own. Returns the figures and a PNG of the frames that differ most.
 */
export async function measureBrowserEngine(
  input: EngineSuiteInput,
  log: (line: string) => void,
): Promise<{ figures: EngineFigures; worst: Buffer }> {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-engine-'));
  try {
    log('browser-engine: frames beside those of a render node');
    const program = join(input.root, 'compositor/test/browser-engine/parity.ts');
    execFileSync(process.execPath, [program, folder], { stdio: ['ignore', 'inherit', 'inherit'] });
    const text = readFileSync(join(folder, 'parity.json'), 'utf8');
    const { frames, refused }: { frames: ParityFrame[]; refused: EngineFigures['refused'] } = JSON.parse(text);
    const stage = [...(await playerSizes()), ...(await measureStage(input, folder, log))];
    return { figures: { parity: groupsOf(frames), refused, stage }, worst: readFileSync(join(folder, 'worst.png')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Divides compared frames into the groups for which there are goals. */
export function groupsOf(frames: readonly ParityFrame[]): ParityGroup[] {
  const paused = frames.filter(({ use }) => use === 'paused');
  const group = (what: string, unit: ParityGroup['unit'], least: number, chosen: readonly ParityFrame[]) => {
    const values = chosen.flatMap(({ name, psnr, ssim }) => {
      const value = unit === 'SSIM' ? ssim : psnr;
      return value === null ? [] : [{ name, value }];
    });
    const worst = values.length === 0 ? null : Math.min(...values.map(({ value }) => value));
    const below = values.filter(({ value }) => value < least).sort((a, b) => a.value - b.value);
    const equal = chosen.filter(({ psnr }) => psnr === null).length;
    return { what, unit, least, frames: chosen.length, equal, worst, below };
  };
  return [
    group(
      'paused, with videos',
      'dB',
      40,
      paused.filter(({ hasVideo }) => hasVideo),
    ),
    group(
      'paused, without videos',
      'dB',
      45,
      paused.filter(({ hasVideo }) => !hasVideo),
    ),
    group(
      'paused, with text',
      'SSIM',
      0.99,
      paused.filter(({ hasText }) => hasText),
    ),
    group(
      'playing, from preview copies',
      'SSIM',
      0.95,
      frames.filter(({ use }) => use === 'playing'),
    ),
  ];
}

async function playerSizes(): Promise<StudioFigure[]> {
  const { files } = await engineFolder();
  const kB = (...parts: (Uint8Array | string | undefined)[]) =>
    parts.reduce((sum, part) => sum + gzipSync(part ?? '', { level: 9 }).length, 0) / 1e3;
  const [script, wasm] = [
    kB(await playerElementScript(), files.get('engine.js')),
    kB(files.get('kernels.wasm'), files.get('harfbuzz.wasm')),
  ];
  return [
    { what: 'player: script, gzipped', unit: 'kB', value: script, most: 250, values: [] },
    { what: 'player: WebAssembly, gzipped', unit: 'kB', value: wasm, most: 500, values: [] },
  ];
}

async function measureStage(
  { root, media, runs, minutes }: EngineSuiteInput,
  folder: string,
  log: (line: string) => void,
): Promise<StudioFigure[]> {
  const projectFile = join(folder, 's1.json');
  writeFileSync(projectFile, JSON.stringify(s1.document(seconds, media)));
  const outFile = join(folder, 's1.mp4');
  const command = [process.execPath, join(root, 'cli/src/main.ts'), 'render', projectFile, '-o', outFile, '--no-cache'];
  const rendered: number[] = [];
  for (let run = 0; run < runs; run += 1) rendered.push((await runCommand(command)).wallSec);

  const stack = await startStack(1);
  try {
    const browser = await openBrowser();
    try {
      return await inStudio(stack, browser, { media, runs, minutes, renderSec: median(rendered), log });
    } finally {
      await browser.close();
    }
  } finally {
    await stack.stop();
  }
}

async function inStudio(
  stack: OwnService,
  browser: Browser,
  given: { media: BenchMedia; runs: number; minutes: number; renderSec: number; log: (line: string) => void },
): Promise<StudioFigure[]> {
  const { media, runs, minutes, renderSec, log } = given;
  const { apiHost, demo } = stack;
  const context = await signedIn(browser, stack);
  const [video, logo] = [
    await uploadIngested(apiHost, demo.liveKey, media.videos.a),
    await uploadIngested(apiHost, demo.liveKey, media.logo),
  ];
  const projectOf = async (name: string, commands: Command[]) =>
    String(at(await call(apiHost, demo.liveKey, 'POST', '/projects', { name, commands }), 'project', 'id'));
  const s1Id = await projectOf('S1', commandsOf(0, clipsOfS1(seconds, { video, logo })));
  const s5Id = await projectOf('S5', commandsOf(extraTracksOfS5, clipsOfS5(seconds)));
  const figures: StudioFigure[] = [];

  log('browser-engine: opening a project');
  const opened: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const page = await openStage(context, apiHost, s1Id);
    const [first = 0] = await drawnTimes(page, 1);
    // The first run fills the browser's cache.
    if (run > 0) opened.push(first - (await page.evaluate(() => performance.timeOrigin)));
    await page.close();
  }
  const first = { what: 'S1: first frame of the opened project', unit: 'ms', most: 800 } as const;
  figures.push({ ...first, value: median(opened), values: opened });

  log('browser-engine: seeking');
  const sought = await onStage(context, apiHost, s1Id, (page) => seekTimes(page, 60));
  const seek = { what: 'S1: seek in preview copies, p95', unit: 'ms', most: 100 } as const;
  figures.push({ ...seek, value: percentile(sought, 0.95), values: sought });

  for (const [name, id] of [
    ['S1', s1Id],
    ['S5', s5Id],
  ] as const) {
    log(`browser-engine: playing ${name}`);
    const { frameMs, dropped } = await onStage(context, apiHost, id, playback);
    // 30 frames a second, with a frame's share for the clock of the display.
    figures.push({
      what: `${name} at half size: time of a played frame`,
      unit: 'ms',
      value: frameMs,
      most: 34,
      values: [],
    });
    figures.push({
      what: `${name} at half size: dropped frames`,
      unit: '%',
      value: dropped * 100,
      most: 1,
      values: [],
    });
  }

  log('browser-engine: exporting a draft');
  const drafted: number[] = [];
  for (let run = 0; run < runs; run += 1) drafted.push(await onStage(context, apiHost, s1Id, draftSec));
  const draft = { what: 'S1: draft in the browser, per time of `npm run render`', unit: 'x', most: 2 } as const;
  figures.push({ ...draft, value: median(drafted) / renderSec, values: drafted.map((sec) => sec / renderSec) });

  log(`browser-engine: memory over ${minutes} minutes`);
  const texts = Array.from({ length: 290 }, (_, index): Command => {
    const place = { start: (index % 145) / 15, duration: 0.6, trackIndex: index < 145 ? 2 : 3 };
    return { op: 'addTextClip', text: `Text ${index}`, ...place };
  });
  const many = await projectOf('300 clips', commandsOf(0, clipsOfS1(seconds, { video, logo })));
  for (let from = 0; from < texts.length; from += 100)
    await call(apiHost, demo.liveKey, 'POST', `/projects/${many}/commands`, {
      commands: texts.slice(from, from + 100),
    });
  const memory = await onStage(context, apiHost, many, (page) => memoryOver(page, browser, minutes));
  const afterMinute = memory.slice(Math.floor(memory.length / Math.max(2, minutes)));
  const largest = { what: '300 clips, seeks and edits: memory of the tab', unit: 'MB', most: 700 } as const;
  figures.push({ ...largest, value: Math.max(...memory), values: memory });
  const third = Math.max(1, Math.floor(afterMinute.length / 3));
  const growth = median(afterMinute.slice(-third)) / median(afterMinute.slice(0, third));
  const flat = { what: '300 clips: last third of the memory, per first third', unit: 'x', most: 1.1 } as const;
  figures.push({ ...flat, value: growth, values: [] });

  log('browser-engine: memory beside 10,000 clips');
  const tenThousand = await makeManyClips(apiHost, demo.liveKey, 10_000);
  const memoryWith = async (kind: 'exact' | 'page') => {
    const page = await openStage(context, apiHost, tenThousand, kind);
    await atRest(page);
    await page.waitForTimeout(5_000);
    const bytes = await memoryOfPages(browser);
    await page.close();
    return bytes / 1e6;
  };
  const without = await memoryWith('page');
  const added = { what: '10,000 clips: memory that the engine adds', unit: 'MB', most: 300, values: [] } as const;
  figures.push({ ...added, value: (await memoryWith('exact')) - without });
  return figures;
}

/** Opens a project in the editor with a kind of preview, and notes when frames of the engine reach its canvas. */
async function openStage(
  context: BrowserContext,
  apiHost: string,
  projectId: string,
  kind: 'exact' | 'page' = 'exact',
): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript((preview) => {
    if (self !== top) return;
    localStorage.setItem('framemill-preview', preview);
    Reflect.deleteProperty(globalThis, 'showSaveFilePicker');
    const drawn: number[] = [];
    Reflect.set(globalThis, 'drawn', drawn);
    const OwnWorker = Worker;
    globalThis.Worker = class extends OwnWorker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener('message', ({ data }) => {
          if (data?.type === 'drawn') drawn.push(performance.timeOrigin + performance.now());
        });
      }
    };
    const pressed = () => Reflect.set(globalThis, 'pressedAt', performance.timeOrigin + performance.now());
    addEventListener('pointerdown', pressed, true);
  }, kind);
  await openEditor(page, apiHost, projectId);
  return page;
}

async function onStage<T>(
  context: BrowserContext,
  apiHost: string,
  projectId: string,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await openStage(context, apiHost, projectId);
  await atRest(page);
  await page.getByRole('button', { name: 'Preview zoom' }).click();
  await page.getByRole('menuitem', { name: '50%' }).click();
  await page.locator('[data-engine=shown]').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(restMs);
  const result = await work(page);
  await page.close();
  return result;
}

/** Waits until at least `count` frames were drawn. Returns their times, in ms since the epoch. */
async function drawnTimes(page: Page, count: number): Promise<number[]> {
  const times = await page.waitForFunction(
    (wanted) => (Reflect.get(globalThis, 'drawn').length >= wanted ? Reflect.get(globalThis, 'drawn') : null),
    count,
  );
  return (await times.jsonValue()).map(Number);
}

/**
 * Returns the time from each mouse press on the ruler until the frame from the preview copy is on the canvas, in ms.
 */
async function seekTimes(page: Page, count: number): Promise<number[]> {
  await page.getByRole('button', { name: 'Zoom to fit', exact: true }).click();
  const times: number[] = [];
  // The first seeks load the files.
  for (let index = 1; index <= count + 5; index += 1) {
    await page.evaluate(() => Reflect.get(globalThis, 'drawn').splice(0));
    await press(page, index);
    const [first = Number.NaN] = await drawnTimes(page, 1);
    if (index > 5) times.push(first - Number(await page.evaluate(() => Reflect.get(globalThis, 'pressedAt'))));
    await page.waitForTimeout(restMs);
  }
  return times;
}

/** Clicks the `index`-th of a series of places that are spread over the ruler. */
async function press(page: Page, index: number): Promise<void> {
  const area = await page.getByTestId('timeline').boundingBox();
  if (!area) throw new Error('The editor has no timeline.');
  // The golden ratio gives evenly spread positions that are never in order.
  await page.mouse.click(area.x + 180 + ((index * 0.618034) % 1) * (area.width - 260), area.y + 12);
}

/** Plays the project to its end. Returns the mean time of a frame in ms, and the share of dropped frames. */
async function playback(page: Page): Promise<{ frameMs: number; dropped: number }> {
  await page.evaluate(() => Reflect.get(globalThis, 'drawn').splice(0));
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 60_000 });
  const times = await drawnTimes(page, 1);
  await page.getByRole('button', { name: 'Exact frame, as rendered' }).click();
  const text = await page.getByRole('menuitem', { name: /^\d+ of \d+ frames dropped$/ }).textContent();
  await page.keyboard.press('Escape');
  const [dropped = 0, all = 1] = (text ?? '').match(/\d+/g)?.map(Number) ?? [];
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return { frameMs: span / Math.max(1, times.length - 1), dropped: dropped / all };
}

/** Exports a draft in the browser. Returns the duration in seconds. */
async function draftSec(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const start = performance.now();
  await page.getByRole('dialog').getByRole('button', { name: 'Export draft', exact: true }).click();
  await page.getByRole('heading', { name: 'Draft exported' }).waitFor({ timeout: 300_000 });
  return (performance.now() - start) / 1_000;
}

/** Seeks and edits for some minutes. Returns the memory of the browser's pages every ten seconds, in MB. */
async function memoryOver(page: Page, browser: Browser, minutes: number): Promise<number[]> {
  const samples: number[] = [];
  const start = Date.now();
  for (let index = 1; Date.now() - start < minutes * 60_000; index += 1) {
    await press(page, index);
    if (index % 5 === 0) {
      await page.keyboard.press('t');
      await page.waitForTimeout(200);
      await page.keyboard.press('Control+z');
    }
    await page.waitForTimeout(200);
    if (Date.now() - start >= samples.length * 10_000) samples.push((await memoryOfPages(browser)) / 1e6);
  }
  return samples;
}
