import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ampleTime, timeOf } from '@framemill/testing/page-attacks';
import { FramemillError, type Html } from '@framemill/timeline';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { findBrowser } from '../src/chromium/index.ts';
import { createFrameCache, type FrameCache } from '../src/html/frame-cache.ts';
import { type HtmlContent, htmlContent } from '../src/html/html-content.ts';
import type { PageTime } from '../src/html/page-time.ts';
import { createRasteriser, type Rasteriser } from '../src/html/rasteriser.ts';
import { makeClip, makeDocument, makeFolder } from './scenes.ts';

const missing = findBrowser() === null;
if (missing) console.warn('warm-browser: skipped, this machine has no Chromium');

const [width, height] = [160, 90];
const folder = makeFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function contentOf(page: Html): HtmlContent {
  const clip = makeClip({ type: 'html', html: { width, height, ...page } });
  return htmlContent(clip, makeDocument(width, height, [clip], '#000000'), width, 'b');
}

/** Page that stores a marker in every storage and channel that a page may use. */
const marking: Html = {
  html: '<input value="marked" autofocus>',
  js: `const tries = [
      () => { document.cookie = 'mark=1; max-age=999999' },
      () => { localStorage.mark = 1 }, () => { sessionStorage.mark = 1 }, () => { indexedDB.open('mark') },
      () => { window.name = 'mark' }, () => { history.pushState('mark', '', '/mark') },
      () => { const input = document.querySelector('input'); input.select(); document.execCommand('copy') },
      () => { navigator.clipboard.writeText('mark') }, () => { caches.open('mark') },
      () => { new BroadcastChannel('mark').onmessage = ({ target }) => target.postMessage('answer') },
      () => { document.fonts.add(new FontFace('Mark', 'local(Inter)')) }];
    for (const leave of tries) { try { Promise.resolve(leave()).catch(() => {}) } catch {} }
    document.body.style.background = '#0000ff'`,
};

/**
 * Page that turns red when it finds a marker of an earlier page, otherwise green. It can be rendered again later to
 * find markers that arrive late.
 */
const looking: Html = {
  html: '<input>',
  js: `let found = [];
    const tell = () => {
      document.title = found; document.body.style.background = found.length ? '#ff0000' : '#00ff00'
    };
    const late = (name) => { found.push(name); tell() };
    const tries = {
      cookie: () => document.cookie, local: () => localStorage.mark, session: () => sessionStorage.mark,
      name: () => window.name, history: () => history.state ?? (history.length > 2 ? 'long' : ''),
      paste: () => {
        const input = document.querySelector('input');
        input.focus(); document.execCommand('paste'); return input.value
      },
      fonts: () => [...document.fonts].some(({ family }) => family === 'Mark') };
    for (const [name, look] of Object.entries(tries)) { try { if (look()) found.push(name) } catch {} }
    try {
      const all = new BroadcastChannel('mark'); all.onmessage = () => late('channel'); all.postMessage('?')
    } catch {}
    try { indexedDB.databases?.().then((all) => { if (all.length) late('database') }).catch(() => {}) } catch {}
    try { navigator.clipboard.readText().then((text) => { if (text) late('clipboard') }).catch(() => {}) } catch {}
    try { caches.keys().then((keys) => { if (keys.length) late('cache') }).catch(() => {}) } catch {}
    tell()`,
};

/**
 * Time limit for a page that waits forever. Opening the page takes only part of that time, and waiting uses no CPU
 * time.
 */
const waiting = timeOf(10_000, 0.5);

/**
 * Returns the browser profile folders of this process, one for each browser: in /tmp when run as root, else in the
 * folder for temporary files.
 */
function profiles(): string[] {
  return [...new Set(['/tmp', tmpdir()])]
    .flatMap((base) => readdirSync(base))
    .filter((name) => name.startsWith(`framemill-browser-${process.pid}-`));
}

describe.skipIf(missing)('a warm browser', () => {
  let rasteriser: Rasteriser;
  let cache: FrameCache;
  afterEach(() => rasteriser.close());

  function open(name: string, mostOpened?: number): void {
    cache = createFrameCache(() => join(folder, name));
    rasteriser = createRasteriser(cache, { idleMs: 60_000, keepsWarm: true, ...(mostOpened && { mostOpened }) });
  }

  async function colourOf(page: Html, frame = 2): Promise<number[]> {
    const content = contentOf(page);
    await rasteriser.ensure(content, [frame], ampleTime);
    const at = (height - 1) * width * 4;
    return [
      ...cache
        .read(content.key, cache.isStill(content.key) ? 0 : frame)
        .rgba()
        .subarray(at, at + 3),
    ];
  }

  it('hands nothing of one page to another, whether the first is still open or closed', async () => {
    open('marks');
    expect(await colourOf(marking)).toEqual([0, 0, 255]);
    expect(await colourOf(looking)).toEqual([0, 255, 0]);
    await rasteriser.retain(new Set());
    expect(await colourOf({ ...looking, css: 'p {}' })).toEqual([0, 255, 0]);
  });

  it('finds a mark that is there: the same page sees its own', async () => {
    open('own');
    const js = `{ ${marking.js} } { ${looking.js} }`;
    expect(await colourOf({ ...looking, js })).toEqual([255, 0, 0]);
  });

  it('is replaced after so many pages, and draws on', async () => {
    open('worn', 2);
    await colourOf({ html: '1' });
    const first = profiles();
    expect(first).toHaveLength(1);
    await colourOf({ html: '2' });
    await expect.poll(profiles).not.toContain(first[0]);
    expect(await colourOf({ html: '3' })).toEqual([0, 0, 0]);
    expect(profiles()).toHaveLength(1);
  });

  it('says how a page failed (it waits or loops without end), stays alive, and draws the next page', async () => {
    open('failed');
    await colourOf({ html: 'first' });
    const first = profiles();
    const failing: [fault: string, js: string, time: PageTime][] = [
      ['hang', 'for (;;);', timeOf(700)],
      ['stall', 'MessagePort.prototype.postMessage = () => {}', waiting],
      ['left', 'history.back(); history.go(-1)', ampleTime],
    ];
    for (const [fault, js, time] of failing) {
      expect(await faultOf(js, time)).toBe(fault);
      expect(await colourOf({ html: `after ${fault}` })).toEqual([0, 0, 0]);
    }
    expect(profiles()).toEqual(first);
  });

  const faultOf = (js: string, time: PageTime) =>
    rasteriser.ensure(contentOf({ html: 'x', js }), [2], time).then(
      () => 'drawn',
      (error: unknown) => (error instanceof FramemillError ? error.details.pageFault : error),
    );
});
