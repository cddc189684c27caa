import { realpathSync, statSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/rendering';
import { findBrowser, howToGetBrowser, type OpenBrowser, openBrowser } from '../browser/index.ts';
import { type ClipPage, openClipPage } from './clip-page.ts';
import type { FrameCache } from './frame-cache.ts';
import type { HtmlContent } from './html-content.ts';
import { pageFaultOf } from './page-fault.ts';
import type { PageTime } from './page-time.ts';
import { workInTime } from './work-in-time.ts';

/** Makes pictures of pages, each once. One call at a time. */
export interface Rasteriser {
  /** Where the pictures lie. */
  readonly cache: FrameCache;
  /** Names this machine's browser and its build, for content keys. Throws `not_configured` when there is none. */
  browserBuild(): string;
  /**
   * Puts pictures of a page into the cache where they are missing; returns the first error of its script, if any. Throws a page fault
   * (see `page-fault.ts`), and `invalid_request` when the time does not suffice.
   */
  ensure(content: HtmlContent, frames: readonly number[], time: PageTime): Promise<string | null>;
  /** Starts the browser and draws a page, so that the next one does not wait for that. */
  warm(): Promise<void>;
  /** Ends the browser. */
  close(): Promise<void>;
}

export interface RasteriserOptions {
  /** A browser takes 200 MB: one that is not needed for this long goes, and comes back in a second. Its pages, 2 GB at most, go after 20 s. */
  readonly idleMs: number;
  /** Starts the next browser as soon as one had to be ended: the next page comes soon. */
  readonly keepsWarm: boolean;
}

const mostPages = 3;
const pagesIdleMs = 20_000;
const warmSize = { width: 160, height: 90 };
const warmPage: HtmlContent = {
  key: '0'.repeat(64),
  page: { html: 'x', js: 'document.title' },
  ...{ size: warmSize, scale: 1, pixels: warmSize, fps: 30, hasScript: true, hasSmil: false },
};
const warmLimitMs = 30_000;

export function createRasteriser(cache: FrameCache, { idleMs, keepsWarm }: RasteriserOptions): Rasteriser {
  // Insertion order is order of use.
  const pages = new Map<string, ClipPage>();
  const browsers = new Map<boolean, Promise<OpenBrowser>>();
  let idle: NodeJS.Timeout | undefined;
  let pagesIdle: NodeJS.Timeout | undefined;

  function browserFor({ hasSmil }: Pick<HtmlContent, 'hasSmil'>): Promise<OpenBrowser> {
    const opened = browsers.get(hasSmil) ?? openBrowser({ stillPictures: !hasSmil });
    browsers.set(hasSmil, opened);
    // Who asks next tries again.
    opened.catch(() => browsers.get(hasSmil) === opened && browsers.delete(hasSmil));
    return opened;
  }

  async function pageOf(
    browser: OpenBrowser,
    content: HtmlContent,
    frame: number,
    answerMs: number,
  ): Promise<ClipPage> {
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
    const page = await openClipPage(browser, content, answerMs);
    pages.set(content.key, page);
    return page;
  }

  async function fill(content: HtmlContent, frames: readonly number[], time: PageTime): Promise<string | null> {
    const browser = await browserFor(content);
    const { key, hasScript } = content;
    const last = frames.at(-1) ?? 0;
    const toRun = hasScript ? last - (pages.get(key)?.frame ?? 0) : frames.length;
    const limitMs = time.spendMs(Math.max(1, toRun));
    const startedAt = performance.now();
    try {
      return await workInTime(limitMs, async (beforeStep) => {
        let page: ClipPage | null = null;
        for (const frame of frames) {
          if (cache.isStill(key) || cache.has(key, frame)) continue;
          beforeStep();
          page = await pageOf(browser, content, frame, Math.min(limitMs, time.answerMs));
          await page.goTo(page.isStill ? 0 : frame, beforeStep);
          await cache.write(key, page.isStill ? 0 : frame, await page.photograph());
          if (page.isStill) cache.markStill(key);
        }
        return page?.scriptError ?? null;
      });
    } finally {
      time.spent(performance.now() - startedAt);
    }
  }

  /** By process: a page that hangs answers no polite request. */
  async function killAll(): Promise<void> {
    pages.clear();
    const opened = [...browsers];
    browsers.clear();
    for (const [hasSmil, browser] of opened) {
      await (await browser.catch(() => null))?.kill();
      if (keepsWarm) void browserFor({ hasSmil }).catch(() => undefined);
    }
  }

  async function closePages(): Promise<void> {
    const opened = [...pages.values()];
    pages.clear();
    for (const page of opened) await page.close();
  }

  async function close(): Promise<void> {
    work();
    pages.clear();
    const opened = [...browsers.values()];
    browsers.clear();
    for (const browser of opened) await (await browser.catch(() => null))?.close();
  }

  function work(): void {
    clearTimeout(idle);
    clearTimeout(pagesIdle);
  }

  function rest(): void {
    work();
    // What does not close is found out by whoever draws next.
    pagesIdle = setTimeout(() => void closePages().catch(() => undefined), pagesIdleMs).unref();
    idle = setTimeout(() => void close().catch(() => undefined), idleMs).unref();
  }

  return {
    cache,
    browserBuild,
    async ensure(content, frames, time) {
      work();
      await cache.touch(content.key);
      const { key } = content;
      const missing = [...new Set(frames)].sort((a, b) => a - b).filter((frame) => !cache.has(key, frame));
      try {
        if (missing.length === 0 || cache.isStill(key)) return null;
        return await fill(content, missing, time).catch(async (error: unknown) => {
          if (isPatient(error)) throw error;
          await killAll();
          if (!mayPass(error)) throw error;
          return fill(content, missing, time).catch(async (again: unknown) => {
            await killAll();
            // A second try that ran out of time says less than what ended the first.
            throw pageFaultOf(error) === null ? again : error;
          });
        });
      } finally {
        rest();
      }
    },
    async warm() {
      work();
      try {
        const page = await openClipPage(await browserFor(warmPage), warmPage, warmLimitMs);
        await page.photograph();
        await page.close();
      } finally {
        rest();
      }
    },
    close,
  };
}

/** Its page is well, there was only too little time: what it has run through is not lost when the same is asked again. */
function isPatient(error: unknown): boolean {
  return error instanceof FramemillError && error.details.isPageWell === true;
}

/** A browser may die or be short of memory: that passes. What a page did by itself it does again. */
function mayPass(error: unknown): boolean {
  const fault = pageFaultOf(error);
  if (fault !== null) return fault === 'crash';
  return !(error instanceof FramemillError) || error.code === 'internal_error';
}

function browserBuild(): string {
  const executable = findBrowser();
  if (executable === null) {
    throw new FramemillError('not_configured', `it needs a browser, and there is none here. ${howToGetBrowser}`);
  }
  const path = realpathSync(executable);
  const { mtimeMs, size } = statSync(path);
  return `${path} ${mtimeMs} ${size}`;
}
