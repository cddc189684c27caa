import { realpathSync, statSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/rendering';
import { findBrowser, howToGetBrowser, type OpenBrowser, openBrowser } from '../browser/index.ts';
import { type ClipPage, openClipPage } from './clip-page.ts';
import type { FrameCache } from './frame-cache.ts';
import type { HtmlContent } from './html-content.ts';

/** Makes pictures of pages, each once. */
export interface Rasteriser {
  /** Names this machine's browser and its build, for content keys. Throws `not_configured` when there is none. */
  browserBuild(): string;
  /** Puts pictures of a page into the cache where they are missing; returns the first error of its script, if any. */
  ensure(content: HtmlContent, frames: readonly number[]): Promise<string | null>;
  /** Ends the browser. */
  close(): Promise<void>;
}

// A browser takes 200 MB: one that is not needed for this long goes, and comes back in a second.
const idleMs = 20_000;
const mostPages = 3;

export function createRasteriser(cache: FrameCache): Rasteriser {
  // Insertion order is order of use.
  const pages = new Map<string, ClipPage>();
  const browsers = new Map<boolean, Promise<OpenBrowser>>();
  let idle: NodeJS.Timeout | undefined;

  async function pageOf(content: HtmlContent, frame: number): Promise<ClipPage> {
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
    const page = await openClipPage(await browserFor(content), content);
    pages.set(content.key, page);
    return page;
  }

  function browserFor({ hasSmil }: HtmlContent): Promise<OpenBrowser> {
    const opened = browsers.get(hasSmil) ?? openBrowser({ stillPictures: !hasSmil });
    browsers.set(hasSmil, opened);
    return opened;
  }

  async function fill(content: HtmlContent, frames: readonly number[]): Promise<string | null> {
    const { key } = content;
    let page: ClipPage | null = null;
    for (const frame of [...new Set(frames)].sort((a, b) => a - b)) {
      if (cache.isStill(key) || cache.has(key, frame)) continue;
      page = await pageOf(content, frame);
      await page.goTo(page.isStill ? 0 : frame);
      await cache.write(key, page.isStill ? 0 : frame, await page.photograph());
      if (page.isStill) cache.markStill(key);
    }
    return page?.scriptError ?? null;
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    pages.clear();
    const opened = [...browsers.values()];
    browsers.clear();
    for (const browser of opened) await (await browser.catch(() => null))?.close();
  }

  return {
    browserBuild,
    async ensure(content, frames) {
      clearTimeout(idle);
      await cache.touch(content.key);
      try {
        return await fill(content, frames);
      } catch (error) {
        // A page that hangs or a browser that died: the next one starts afresh.
        await close().catch(() => undefined);
        throw error;
      } finally {
        idle = setTimeout(() => void close().catch(() => undefined), idleMs);
        idle.unref();
      }
    },
    close,
  };
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
