import { readFileSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/rendering';
import type { CDPSession, Page, Route } from 'playwright-core';
import type { OpenBrowser } from '../chromium/index.ts';
import { bundledFonts } from '../fonts/bundled-fonts.ts';
import { fontPaths } from '../fonts/font-files.ts';
import type { Size } from '../graph/placement.ts';
import { sharp } from '../media/image-library.ts';
import type { HtmlContent } from './html-content.ts';
import { asPageFault, pageFault } from './page-fault.ts';

/**
 * Page of an HTML clip that is open in the browser. Its clock is controlled and stands still at one frame. Calls reject
 * with a page fault (see `page-fault.ts`) when the page ends its process, navigates away, or breaks the script that
 * controls it.
 */
export interface ClipPage {
  /** Loads the page at frame 0, with its fonts and images. Must be called first. */
  load(): Promise<void>;
  /** Whether the page has no script and nothing on it moves. */
  readonly isStill: boolean;
  /** Index of the current frame. A page with scripts cannot go back. */
  readonly frame: number;
  /** First error that the page's script threw; null if there was none. */
  readonly scriptError: string | null;
  /**
   * Moves the page to a frame. A page with scripts runs through all frames before the requested one; a page without
   * scripts jumps there. `beforeStep` is called before each step; when it throws, the page stays at its current frame.
   */
  goTo(frame: number, beforeStep?: () => void): Promise<void>;
  /**
   * Takes a screenshot: sRGB RGBA of the size `content.pixels`, not premultiplied. Takes 40 ms for 320x180, 120 ms for
   * 1080p.
   */
  photograph(): Promise<Uint8Array>;
  close(): Promise<void>;
}

const clockScript = readFileSync(new URL('./page-clock.js', import.meta.url), 'utf8');

/**
 * Opens a browser page for a clip and installs the controlled clock. No code of the clip runs before `load`, so that
 * the page can always be closed.
 */
export async function openClipPage(browser: OpenBrowser, content: HtmlContent): Promise<ClipPage> {
  const { size, scale, pixels, fps, hasScript } = content;
  const page = await browser.newPage({ ...size, scale });
  const ended = endOf(page);
  const unlessEnded = <T>(work: Promise<T>) =>
    Promise.race([work, ended.fault]).catch((error: unknown) => {
      throw asPageFault(error);
    });
  let scriptError: string | null = null;
  page.on('pageerror', (error) => {
    scriptError ??= error.message;
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  // Windows that the page opens are closed.
  page.on('popup', (popup) => void popup.close().catch(() => undefined));
  await page.addInitScript({ content: clockScript });
  // A page that is closed or crashes meanwhile is reported by the pending call; an error thrown here would end this
  // process.
  const refuse = (route: Route) => route.abort().catch(() => undefined);
  await page.route('**/*', (route) => answer(page, content, route).catch(() => refuse(route)));
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  // A session takes screenshots at its own scale, not at that of the window.
  await devTools.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: scale, mobile: false });
  // Stop the browser's own animation clock before the page clock takes control: a short transition would be over by
  // then.
  await devTools.send('Animation.enable');
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 });
  // The first navigation is the page itself. A later one is the browser's error page after a refused address.
  let pages = 0;
  devTools.on('Page.frameNavigated', ({ frame: { parentId } }) => {
    if (parentId !== undefined) return;
    pages += 1;
    if (pages > 1) ended.with('left');
  });
  await devTools.send('Page.enable');
  let isStill = false;
  let frame = 0;

  return {
    async load() {
      await unlessEnded(page.goto(`${pageOrigin}/`, { waitUntil: 'load', timeout: 0 }));
      const seed = Number.parseInt(content.key.slice(0, 8), 16);
      await unlessEnded(call(page, 'seed', seed).then(() => call(page, 'ready', 0)));
      await unlessEnded(call(page, hasScript ? 'advance' : 'seek', 0));
      isStill = !hasScript && !(await unlessEnded(call(page, 'moves', 0)));
    },
    get isStill() {
      return isStill;
    },
    get frame() {
      return frame;
    },
    get scriptError() {
      return scriptError;
    },
    async goTo(next, beforeStep) {
      while (frame !== next) {
        beforeStep?.();
        const at = hasScript ? frame + 1 : next;
        await unlessEnded(call(page, hasScript ? 'advance' : 'seek', (at * 1000) / fps));
        frame = at;
      }
    },
    photograph: () => unlessEnded(photograph(devTools, size, pixels)),
    close: () => page.context().close(),
  };
}

async function answer(page: Page, content: HtmlContent, route: Route): Promise<void> {
  const url = new URL(route.request().url());
  const leaves = route.request().isNavigationRequest() && page.url() !== 'about:blank';
  const file = url.origin === pageOrigin && !leaves ? pageFile(content, url.pathname) : undefined;
  if (!file) return route.abort();
  // The script may measure texts, so their fonts must be loaded first.
  if (url.pathname === '/clip.js') await call(page, 'loadFonts', 0);
  const headers = { ...file.headers, 'content-type': file.contentType };
  return route.fulfill({ body: file.body, headers });
}

async function photograph(devTools: CDPSession, size: Size, pixels: Size): Promise<Uint8Array> {
  const shot = devTools.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    clip: { x: 0, y: 0, ...size, scale: 1 },
  });
  const { data } = await shot;
  const { data: rgba, info } = await sharp(Buffer.from(data, 'base64'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.width === pixels.width && info.height === pixels.height) return rgba;
  throw new FramemillError(
    'internal_error',
    `The browser's screenshot is ${info.width}x${info.height}, not ${pixels.width}x${pixels.height} pixels. Try ` +
      'again, or install another version of the browser.',
  );
}

type ClockCall = 'loadFonts' | 'seed' | 'ready' | 'advance' | 'seek' | 'moves';

// See page-clock.js. The code runs in the page, so types of this side do not apply there.
function call(page: Page, name: ClockCall, value: number): Promise<unknown> {
  return page.evaluate(`__framemill.${name}(${value})`);
}

/** Watches for the premature end of a page, at which the promise `fault` rejects. */
function endOf(page: Page): { fault: Promise<never>; with: (kind: 'crash' | 'left') => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  // No call may be waiting for it at that moment.
  promise.catch(() => undefined);
  const end = (kind: 'crash' | 'left') => reject(pageFault(kind));
  page.once('crash', () => end('crash'));
  return { fault: promise, with: end };
}

/**
 * Origin of the pages of HTML clips. The host does not exist: requests for the page's own files are answered from
 * memory, all others are refused.
 */
const pageOrigin = 'http://clip.invalid';

/** File that is served to a page. */
export interface PageFile {
  readonly body: string | Buffer;
  readonly contentType: string;
  readonly headers?: Record<string, string>;
}

/**
 * Returns a file of a clip's page by path: the page, its style sheet, its script, the bundled fonts. Undefined when
 * there is no such file.
 */
function pageFile({ page, size, hasScript }: HtmlContent, path: string): PageFile | undefined {
  if (path === '/') {
    const body = pageText(page.html, hasScript);
    return { body, contentType: 'text/html; charset=utf-8', headers: { 'content-security-policy': policy(hasScript) } };
  }
  if (path === '/base.css') return { body: baseStyle(size), contentType: 'text/css; charset=utf-8' };
  if (path === '/clip.css') return { body: page.css ?? '', contentType: 'text/css; charset=utf-8' };
  if (path === '/clip.js') return { body: page.js ?? '', contentType: 'text/javascript; charset=utf-8' };
  const font = /^\/font\/(\d+)$/.exec(path);
  const file = font ? fontPaths()[Number(font[1])] : undefined;
  return file === undefined ? undefined : { body: readFileSync(file), contentType: 'font/ttf' };
}

// The script comes last, so that everything that it measures is present.
function pageText(html: string, hasScript: boolean): string {
  const script = hasScript ? '<script src="/clip.js"></script>' : '';
  const head = '<meta charset="utf-8"><link rel="stylesheet" href="/base.css"><link rel="stylesheet" href="/clip.css">';
  return `<!doctype html><html><head>${head}</head><body>${html}${script}</body></html>`;
}

// Only the page's own content is allowed: no frames, no workers, no media, no connections, no forms.
function policy(hasScript: boolean): string {
  return [
    "default-src 'none'",
    `script-src ${hasScript ? "'self' 'unsafe-inline' 'unsafe-eval'" : "'none'"}`,
    // Without this rule workers are allowed wherever scripts are, and they have a separate clock.
    "worker-src 'none'",
    "style-src 'self' 'unsafe-inline' data:",
    "font-src 'self' data:",
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "webrtc 'block'",
  ].join('; ');
}

// The first family is that of texts, so that a page without fonts looks the same on every machine.
function baseStyle({ width, height }: HtmlContent['size']): string {
  const faces = bundledFonts.map(
    ({ family, weight, italic }, index) =>
      `@font-face{font-family:"${family}";font-weight:${weight};font-style:${italic ? 'italic' : 'normal'};` +
      `font-display:block;src:url(/font/${index})}`,
  );
  const [first] = bundledFonts;
  const page = `html,body{margin:0;width:${width}px;height:${height}px;overflow:hidden;background:transparent}`;
  return `${faces.join('\n')}\nhtml{font-family:"${first?.family ?? ''}",sans-serif}\n${page}`;
}
