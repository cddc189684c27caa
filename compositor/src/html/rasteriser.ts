import { realpathSync, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/rendering';
import { type CpuTimes, findBrowser, howToGetBrowser, type OpenBrowser, openBrowser } from '../chromium/index.ts';
import { type ClipPage, openClipPage } from './clip-page.ts';
import type { FrameCache } from './frame-cache.ts';
import type { HtmlContent } from './html-content.ts';
import { pageFaultOf } from './page-fault.ts';
import { outOfTime, type PageTime } from './page-time.ts';
import { watchRest } from './rest-watch.ts';
import { workInTime } from './work-in-time.ts';

/**
 * Takes screenshots of the frames of HTML pages and stores them in a cache, so that each frame is drawn only once. Only
 * one call may run at a time.
 */
export interface Rasteriser {
  /** Cache of the screenshots. */
  readonly cache: FrameCache;
  /**
   * Returns the identifier of this machine's browser build, for content keys. Throws `not_configured` without a
   * browser.
   */
  browserBuild(): string;
  /**
   * Closes the open pages except those with these keys (`HtmlContent.key`), so that they do not run while others are
   * drawn.
   */
  retain(keys: ReadonlySet<string>): Promise<void>;
  /**
   * Draws the frames of a page that the cache lacks. Returns the first error of the page's script, or null. Throws a
   * page fault (see `page-fault.ts`), or `invalid_request` when the CPU time does not suffice.
   */
  ensure(content: HtmlContent, frames: readonly number[], time: PageTime): Promise<string | null>;
  /** Starts the browser without waiting for it, so that the next page is drawn sooner. */
  warm(): void;
  /** Closes the browser. */
  close(): Promise<void>;
}

/** Options for the lifetime of a rasteriser's browsers. */
export interface RasteriserOptions {
  /**
   * Idle time after which the browser is closed, in ms. A browser takes 200 MB and starts again in a second. Its pages,
   * which take up to 2 GB, are closed after 20 s.
   */
  readonly idleMs: number;
  /** Whether a new browser is started at once after one had to be killed, because the next page is expected soon. */
  readonly keepsWarm: boolean;
  /** Number of opened pages after which a browser is replaced, between two screenshots. Default 300. */
  readonly mostOpened?: number;
}

interface RunningBrowser {
  readonly opened: Promise<OpenBrowser>;
  /** Number of pages opened in the browser so far. */
  pages: number;
}

const mostPages = 3;
const pagesIdleMs = 20_000;
/** Time limit of a browser's health check, in ms. Closing any page takes 50 ms, and drawing an empty one 60 ms. */
const healthLimitMs = 5_000;
/**
 * Limit of the memory of a browser's processes without its pages, in bytes. A browser above it is replaced; a new
 * browser has 55 MB.
 */
const mostOwnBytes = 300e6;
/** Creates a rasteriser. The browser is started for the first frame that `cache` lacks. */
export function createRasteriser(cache: FrameCache, options: RasteriserOptions): Rasteriser {
  const { idleMs, keepsWarm, mostOpened = 300 } = options;
  // Insertion order is the order of use.
  const pages = new Map<string, ClipPage>();
  const browsers = new Map<boolean, RunningBrowser>();
  let idle: NodeJS.Timeout | undefined;
  let pagesIdle: NodeJS.Timeout | undefined;
  let stopWatch = (): void => undefined;
  /**
   * Number of calls so far. Work of an earlier call compares it to notice that a later call has begun, and then ends
   * early.
   */
  let calls = 0;

  function runningFor({ hasSmil }: Pick<HtmlContent, 'hasSmil'>): RunningBrowser {
    const known = browsers.get(hasSmil);
    if (known) return known;
    const running = { opened: openBrowser({ stillPictures: !hasSmil }), pages: 0 };
    browsers.set(hasSmil, running);
    // After a failed start the next call tries again.
    running.opened.catch(() => browsers.get(hasSmil) === running && browsers.delete(hasSmil));
    return running;
  }

  async function pageOf(running: RunningBrowser, content: HtmlContent, frame: number): Promise<ClipPage> {
    const known = pages.get(content.key);
    pages.delete(content.key);
    if (known && (!content.hasScript || known.frame <= frame)) {
      pages.set(content.key, known);
      return known;
    }
    await known?.close();
    for (const [key, page] of pages) {
      if (pages.size < mostPages) break;
      pages.delete(key);
      await page.close();
    }
    running.pages += 1;
    const call = calls;
    const page = await openClipPage(await running.opened, content);
    if (call !== calls) {
      // Its call has been abandoned meanwhile.
      await page.close();
      throw outOfTime();
    }
    pages.set(content.key, page);
    await page.load();
    return page;
  }

  async function fill(content: HtmlContent, frames: readonly number[], time: PageTime): Promise<string | null> {
    const running = runningFor(content);
    const browser = await running.opened;
    const { key, hasScript } = content;
    const last = frames.at(-1) ?? 0;
    const toRun = hasScript ? last - (pages.get(key)?.frame ?? 0) : frames.length;
    const spendMs = time.spendMs(Math.max(1, toRun));
    return workInTime(browser.use, { ...time, spendMs }, async (beginStep) => {
      let page: ClipPage | null = null;
      for (const frame of frames) {
        if (cache.isStill(key) || cache.has(key, frame)) continue;
        beginStep();
        page = await pageOf(running, content, frame);
        await page.goTo(page.isStill ? 0 : frame, beginStep);
        await cache.write(key, page.isStill ? 0 : frame, await page.photograph());
        if (page.isStill) cache.markStill(key);
      }
      return page?.scriptError ?? null;
    });
  }

  /**
   * Closes the page that caused an error. If the browser can still draw, it is used further, because the cause was the
   * page or a busy machine; otherwise all browsers are killed.
   */
  async function endPage(content: HtmlContent, error: unknown): Promise<void> {
    const page = pages.get(content.key);
    pages.delete(content.key);
    const running = browsers.get(content.hasSmil);
    const isWell =
      running !== undefined &&
      (pageFaultOf(error) !== null || isTooMuch(error)) &&
      (await inTime(Promise.all([running.opened, page?.close()]).then(([browser]) => photographBlank(browser))));
    if (!isWell) await killAll();
  }

  /** Kills the processes of all browsers: a faulty browser does not answer a request to close. */
  async function killAll(): Promise<void> {
    pages.clear();
    const all = [...browsers];
    browsers.clear();
    await Promise.all(all.map(([hasSmil, running]) => replace(hasSmil, running)));
  }

  async function replace(hasSmil: boolean, { opened }: RunningBrowser): Promise<void> {
    await (await opened.catch(() => null))?.kill();
    if (keepsWarm) void runningFor({ hasSmil }).opened.catch(() => undefined);
  }

  async function closePages(keys: ReadonlySet<string> = new Set()): Promise<void> {
    const unwanted = [...pages].filter(([key]) => !keys.has(key));
    if (unwanted.length === 0) return;
    for (const [key] of unwanted) pages.delete(key);
    if (!(await inTime(Promise.all(unwanted.map(([, page]) => page.close()))))) await killAll();
  }

  async function close(): Promise<void> {
    work();
    pages.clear();
    const all = [...browsers.values()];
    browsers.clear();
    for (const { opened } of all) await (await opened.catch(() => null))?.close();
  }

  function work(): void {
    calls += 1;
    stopWatch();
    clearTimeout(idle);
    clearTimeout(pagesIdle);
  }

  function rest(): void {
    work();
    // A failure to close is detected by the next call.
    const endPages = () => {
      stopWatch();
      void closePages().catch(() => undefined);
    };
    pagesIdle = globalThis.setTimeout(endPages, pagesIdleMs).unref();
    idle = globalThis.setTimeout(() => void close().catch(() => undefined), idleMs).unref();
    if (pages.size > 0) stopWatch = watchRest(pagesCpuMs, endPages);
    void replaceWorn().catch(() => undefined);
  }

  async function pagesCpuMs(): Promise<CpuTimes> {
    const uses = await Promise.all([...browsers.values()].map(async ({ opened }) => (await opened).use()));
    return new Map(uses.flatMap((use) => [...use.pagesCpuMs]));
  }

  async function replaceWorn(): Promise<void> {
    const call = calls;
    for (const [hasSmil, running] of [...browsers]) {
      const { ownBytes } = await (await running.opened).use();
      if (call !== calls) return;
      if (running.pages < mostOpened && (ownBytes ?? 0) < mostOwnBytes) continue;
      pages.clear();
      browsers.delete(hasSmil);
      await replace(hasSmil, running);
    }
  }

  return {
    cache,
    browserBuild,
    retain: closePages,
    async ensure(content, frames, time) {
      work();
      await cache.touch(content.key);
      const { key } = content;
      const missing = [...new Set(frames)].sort((a, b) => a - b).filter((frame) => !cache.has(key, frame));
      try {
        if (missing.length === 0 || cache.isStill(key)) return null;
        return await fill(content, missing, time).catch(async (error: unknown) => {
          if (isPatient(error)) throw error;
          if (!mayPass(error)) {
            await endPage(content, error);
            throw error;
          }
          await killAll();
          return fill(content, missing, time).catch(async (again: unknown) => {
            await endPage(content, again);
            // When the second try ran out of time, the error of the first is more informative.
            throw pageFaultOf(error) === null ? again : error;
          });
        });
      } finally {
        rest();
      }
    },
    warm() {
      // A failed start is reported by the page that needs the browser.
      void runningFor({ hasSmil: false }).opened.catch(() => undefined);
      rest();
    },
    close,
  };
}

/** Whether work in a browser succeeds within `healthLimitMs`. */
async function inTime(work: Promise<unknown>): Promise<boolean> {
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, setTimeout(healthLimitMs, false, { ref: false })]);
}

/** Draws an empty page in a browser, as a check of its health. Takes 60 ms. */
async function photographBlank(browser: OpenBrowser): Promise<void> {
  const page = await browser.newPage({ width: 16, height: 16, scale: 1 });
  const session = await page.context().newCDPSession(page);
  await session.send('Page.captureScreenshot', { format: 'png' });
  await page.context().close();
}

/**
 * Whether an error only means that the time was too short. The page is then intact, and a retry continues where it
 * stopped.
 */
function isPatient(error: unknown): boolean {
  return error instanceof FramemillError && error.details.isPageWell === true;
}

/** Whether an error means that the pages responded but needed too much CPU time. */
function isTooMuch(error: unknown): boolean {
  return error instanceof FramemillError && error.details.isPageWell === false;
}

/**
 * Whether a retry may succeed after an error, because a browser ended or lacked memory. Faults that a page itself
 * causes would occur again.
 */
function mayPass(error: unknown): boolean {
  const fault = pageFaultOf(error);
  if (fault !== null) return fault === 'crash';
  return !(error instanceof FramemillError) || error.code === 'internal_error';
}

function browserBuild(): string {
  const executable = findBrowser();
  if (executable === null) {
    throw new FramemillError('not_configured', `it needs a browser, but none is installed. ${howToGetBrowser}`);
  }
  const path = realpathSync(executable);
  const { mtimeMs, size } = statSync(path);
  return `${path} ${mtimeMs} ${size}`;
}
