import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { decode, type RgbImage } from '@framemill/testing/images';
import { ampleTime, timeOf } from '@framemill/testing/page-attacks';
import { type Clip, createEvaluator, type Document, type Html } from '@framemill/timeline';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { findBrowser } from '../src/chromium/index.ts';
import { createCpuBackend } from '../src/cpu/cpu-backend.ts';
import type { Backend } from '../src/graph/backend.ts';
import type { Texture } from '../src/graph/drawable.ts';
import { createFrameCache } from '../src/html/frame-cache.ts';
import { htmlContent } from '../src/html/html-content.ts';
import { renderTime } from '../src/html/page-time.ts';
import { createRasteriser, type Rasteriser } from '../src/html/rasteriser.ts';
import { createRenderer } from '../src/render/renderer.ts';
import { createHtmlPool } from '../src/sources/html-pool.ts';
import { pixelAt } from './images.ts';
import { makeClip, makeDocument, makeFolder, profileOf } from './scenes.ts';

const missing = findBrowser() === null;
if (missing) console.warn('html-clips: parts skipped, this machine has no Chromium');
const unlimited = process.platform !== 'linux';
if (unlimited) console.warn('html-clips: the share of memory is skipped, only Linux limits it');

const [width, height] = [320, 180];
const folder = makeFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Browser shared by the tests that only compare images. It is started once. */
const shared = createRasteriser(
  createFrameCache(() => join(folder, 'shared')),
  { idleMs: 60_000, keepsWarm: false },
);
afterAll(() => shared.close());
const open = (document: Document) =>
  createRenderer({ document, profile: profileOf(document), media: {} }, { rasteriser: shared });

const opened: Rasteriser[] = [];
afterEach(async () => {
  for (const rasteriser of opened.splice(0)) await rasteriser.close();
});
/** Creates a rasteriser that stores its images in the folder `name`. */
function rasteriserIn(name: string): Rasteriser {
  const cache = createFrameCache(() => join(folder, name));
  const rasteriser = createRasteriser(cache, { idleMs: 20_000, keepsWarm: false });
  opened.push(rasteriser);
  return rasteriser;
}

const page = (html: Html, fields: Partial<Clip> = {}) =>
  makeClip({ type: 'html', html: { width, height, ...html }, ...fields });
const scene = (...clips: Clip[]) => makeDocument(width, height, clips, '#000000');

// A box of 20 x 20 in each of these rows moves from the left to x = 200 in a second and stays there, each by other
// means.
const rows = ['css', 'waapi', 'transition', 'frames', 'timers', 'smil', 'date'] as const;
const movers: Html = {
  html: `${rows.map((row, index) => `<i id="${row}" style="top:${index * 24}px"></i>`).join('')}
    <svg width="320" height="20" style="position:absolute;left:0;top:120px"><rect width="20" height="20" fill="#fff">
      <animate attributeName="x" from="0" to="200" dur="1s" fill="freeze"/></rect></svg>`,
  css: `i { position: absolute; left: 0; width: 20px; height: 20px; background: #fff } #smil { display: none }
    #css { animation: go 1s linear both } @keyframes go { to { left: 200px } }
    #transition { transition: left 1s linear }`,
  js: `const of = (id) => document.getElementById(id);
    of('waapi').animate({ left: ['0px', '200px'] }, { duration: 1000, fill: 'forwards' });
    of('transition').getBoundingClientRect(); of('transition').style.left = '200px';
    const begun = performance.now();
    requestAnimationFrame(function step(now) {
      of('frames').style.left = Math.min(200, (now - begun) / 5) + 'px'; requestAnimationFrame(step);
    });
    let ticks = 0; setInterval(() => { of('timers').style.left = Math.min(200, ++ticks * 20) + 'px' }, 100);
    const day = Date.now();
    setInterval(() => { of('date').style.left = Math.min(200, (Date.now() - day) / 5) + 'px' }, 10);`,
};

/**
 * Returns the x coordinate at which the white box of a row begins: the first bright pixel of the row's middle line; -1
 * without one.
 */
function leftOf(image: RgbImage, row: number): number {
  for (let x = 0; x < image.width; x++) if (pixelAt(image, x, row * 24 + 10)[0] > 128) return x;
  return -1;
}

describe.skipIf(missing)('an html clip', () => {
  it('moves by its own time, whatever moves it, in any order of frames', async () => {
    const document = scene(page(movers));
    const renderer = await createRenderer({ document, profile: profileOf(document), media: {} });
    try {
      for (const [atSec, left] of [
        [0.5, 100],
        [0, 0],
        [1.5, 200],
        [0.2, 40],
      ] as const) {
        const image = await decode((await renderer.renderFrame(atSec, { type: 'png', scale: 1 })).data);
        const found = rows.map((row, index) => [row, leftOf(image, index)]);
        expect(found).toEqual(rows.map((row) => [row, left]));
      }
      expect(renderer.warnings()).toEqual([]);
    } finally {
      renderer.close();
    }
  });

  it('is drawn sharp where it is enlarged', async () => {
    const css = 'html { background: linear-gradient(90deg, #fff 50%, #000 50%) }';
    for (const js of [undefined, 'document.title = "x"']) {
      const clip = page({ html: '', css, width: 80, height: 45, ...(js && { js }) }, { scale: 4 });
      const renderer = await open(scene(clip));
      try {
        const image = await decode((await renderer.renderFrame(0, { type: 'png', scale: 1 })).data);
        expect(pixelAt(image, 158, 90)[0]).toBeGreaterThan(250);
        expect(pixelAt(image, 161, 90)[0]).toBeLessThan(5);
      } finally {
        renderer.close();
      }
    }
  });

  it('finds its own date wherever it looks for one', async () => {
    const js = `const utc = { timeZone: 'UTC', dateStyle: 'short', timeStyle: 'medium' };
      const shown = [Date(), new Date().toISOString(), Intl.DateTimeFormat('en-GB', utc).format(),
        new Intl.DateTimeFormat('en-GB', utc).formatToParts().map(({ value }) => value).join(''),
        ...(globalThis.Temporal ? ['instant', 'zonedDateTimeISO', 'plainDateTimeISO', 'plainDateISO'] : [])
          .map((name) => Temporal.Now[name]('UTC').toString())];
      document.body.style.background = shown.every((date) => date.includes('2000')) ? '#00ff00' : '#ff0000'`;
    const document = scene(page({ html: '', js }));
    const renderer = await open(document);
    try {
      const image = await decode((await renderer.renderFrame(0, { type: 'png', scale: 1 })).data);
      expect(pixelAt(image, 10, 10)[1]).toBeGreaterThan(250);
      expect(renderer.warnings()).toEqual([]);
    } finally {
      renderer.close();
    }
  });

  it('begins at its beginning, however long it took to load', async () => {
    // Shorter than one frame of the browser: real time that passes before the page is taken in hand would leave nothing
    // of them.
    const brief: Html = {
      html: '<i id="css"></i><i id="transition" style="top:24px"></i>',
      css: `i { position: absolute; left: 0; width: 20px; height: 20px; background: #fff }
        #css { animation: brief 10ms linear } @keyframes brief { from, to { left: 100px } }
        #transition { transition: left 10ms linear }`,
      js:
        "const { style } = document.getElementById('transition'); document.body.getBoundingClientRect(); " +
        "style.left = '200px'",
    };
    const document = scene(page(brief));
    const renderer = await open(document);
    try {
      const first = await decode((await renderer.renderFrame(0, { type: 'png', scale: 1 })).data);
      expect([leftOf(first, 0), leftOf(first, 1)]).toEqual([100, 0]);
      const second = await decode((await renderer.renderFrame(0.1, { type: 'png', scale: 1 })).data);
      expect([leftOf(second, 0), leftOf(second, 1)]).toEqual([0, 200]);
    } finally {
      renderer.close();
    }
  });

  it('hears the ends of its animations in its own time, and may pause, turn and wait for them', async () => {
    // Rows as above: the first moves when an animation has ended, the second after a promise, the third is paused half
    // way by its style sheet, the fourth by a script, the fifth comes back.
    const chained: Html = {
      html: rows.map((row, index) => `<i id="${row}" style="top:${index * 24}px"></i>`).join(''),
      css: `i { position: absolute; left: 0; width: 20px; height: 20px; background: #fff }
        #css { animation: dim .5s; transition: left .5s linear } @keyframes dim { from { opacity: .9 } }
        #transition { animation: go 1s linear both } #transition.held { animation-play-state: paused }
        @keyframes go { to { left: 200px } }`,
      js: `const of = (id) => document.getElementById(id);
        const go = (id, duration) => of(id).animate({ left: ['0px', '200px'] }, { duration, fill: 'forwards' });
        of('css').addEventListener('animationend', () => { of('css').style.left = '200px' });
        go('waapi', 500).finished.then(() => { of('waapi').style.marginLeft = '20px' });
        setTimeout(() => of('transition').classList.add('held'), 500);
        const paused = go('frames', 1000);
        setTimeout(() => { if (paused.playState === 'running') paused.pause() }, 500);
        const back = go('timers', 500); setTimeout(() => back.reverse(), 500);`,
    };
    const document = scene(page(chained));
    const renderer = await open(document);
    const leftsAt = async (atSec: number) => {
      const image = await decode((await renderer.renderFrame(atSec, { type: 'png', scale: 1 })).data);
      return [0, 1, 2, 3, 4].map((row) => leftOf(image, row));
    };
    try {
      expect(await leftsAt(0.3)).toEqual([0, 120, 60, 60, 120]);
      const [chain = -1, ...others] = await leftsAt(0.8);
      // Told one frame after the end; so begins what follows.
      expect(chain).toBeGreaterThanOrEqual(106);
      expect(chain).toBeLessThanOrEqual(120);
      expect(others).toEqual([220, 100, 100, 80]);
      expect(await leftsAt(1.5)).toEqual([200, 220, 100, 100, 0]);
      expect(renderer.warnings()).toEqual([]);
    } finally {
      renderer.close();
    }
  });

  it('has the same bytes in one range and in two, in any order, on a cache of its own', async () => {
    const random = "document.body.style.background = 'hsl(' + Math.random() * 360 + ' 80% 50%)'";
    const js = `${movers.js}; setInterval(() => { ${random} }, 300)`;
    const document = scene(page({ ...movers, js }, { opacity: 0.8, rotation: 5 }));
    // The second and a third in which all that moves comes to rest.
    const profile = profileOf(document, { rate: { num: 15, den: 1 } });
    const segments = [0, 10].map((startFrame, index) => ({ index, startFrame, endFrame: startFrame + 10 }));
    const cut = (parts: number) =>
      Array.from({ length: parts }, (_, part) => segments.filter((_, index) => index % parts === part).reverse());
    const hashes = [];
    for (const parts of [1, 2]) {
      const made = new Map<number, string>();
      const rasteriser = rasteriserIn(`ranges-${parts}`);
      for (const range of cut(parts)) {
        const renderer = await createRenderer({ document, profile, media: {} }, { rasteriser });
        try {
          for (const { index, startFrame, endFrame } of range) {
            const { sha256 } = await renderer.renderSegment(
              startFrame,
              endFrame,
              join(folder, `${parts}-${index}.mp4`),
            );
            made.set(index, sha256);
          }
        } finally {
          renderer.close();
        }
      }
      hashes.push(segments.map(({ index }) => made.get(index)));
    }
    expect(hashes[1]).toEqual(hashes[0]);
  });

  it('is see-through where it paints nothing, and half so where it says so', async () => {
    const below = makeClip({ type: 'shape', shape: { kind: 'rectangle', fill: '#0000ff', width, height } });
    const css = '#a { width: 100px; height: 180px; background: rgba(255, 0, 0, 0.5) }';
    const document = scene(below, page({ html: '<div id="a"></div>', css }, { trackIndex: 1 }));
    const rasteriser = rasteriserIn('still');
    const htmlFrames = join(folder, 'still');
    const renderer = await createRenderer({ document, profile: profileOf(document), media: {} }, { rasteriser });
    try {
      const image = await decode((await renderer.renderFrame(1, { type: 'png', scale: 1 })).data);
      const [red, , blue] = pixelAt(image, 50, 90);
      expect([red, blue].map((level) => Math.abs(level - 128) <= 3)).toEqual([true, true]);
      expect(pixelAt(image, 250, 90)[2]).toBeGreaterThan(250);
      await renderer.renderFrame(0.3, { type: 'png', scale: 1 });
    } finally {
      renderer.close();
    }
    const [key = ''] = readdirSync(htmlFrames);
    // Nothing moves: one picture is all of them.
    expect(readdirSync(join(htmlFrames, key)).sort()).toEqual(['0.rgba', 'still']);
  });

  it('is photographed in as many pixels as it is shown', () => {
    const clip = page({ html: 'x', width: 100, height: 50 }, { scale: 2.5 });
    const document = scene(clip);
    expect(htmlContent(clip, document, width, 'b')).toMatchObject({ scale: 3, pixels: { width: 300, height: 150 } });
    expect(htmlContent(clip, document, width / 4, 'b')).toMatchObject({ scale: 1, hasScript: false });
    const huge = page({ html: '<b onclick="x()">x</b>', width: 8192, height: 100 });
    expect(htmlContent(huge, document, width, 'b')).toMatchObject({
      pixels: { width: 4096, height: 50 },
      hasScript: true,
    });
  });

  it('starts no workers: they would have a clock of their own', async () => {
    const js = `if (typeof document === 'undefined') postMessage('alive');
      else new Worker('/clip.js').onmessage = () => { document.body.style.background = '#ff0000' }`;
    const document = scene(page({ html: '', css: 'body { background: #00ff00 }', js }));
    const renderer = await open(document);
    try {
      const image = await decode((await renderer.renderFrame(1.9, { type: 'png', scale: 1 })).data);
      expect(pixelAt(image, 10, 10)[1]).toBeGreaterThan(250);
    } finally {
      renderer.close();
    }
  });

  it('reaches nothing outside of its page', async () => {
    const tries = `Promise.allSettled([
      fetch('http://127.0.0.1:9/'), fetch('file:///etc/passwd'), import('http://127.0.0.1:9/a.js'),
      new Promise((done, fail) => {
        const image = new Image(); image.onload = done; image.onerror = fail; image.src = 'http://127.0.0.1:9/i.png'
      }),
      new Promise((done, fail) => {
        const socket = new WebSocket('ws://127.0.0.1:9/'); socket.onopen = done; socket.onerror = fail
      })
    ]).then((all) => {
      if (all.every(({ status }) => status === 'rejected')) document.body.style.background = '#00ff00'
    });
    document.body.style.background = '#ff0000';
    top.location = 'http://127.0.0.1:9/'; window.open('http://127.0.0.1:9/')`;
    const document = scene(page({ html: '<iframe src="http://127.0.0.1:9/"></iframe>', js: tries }));
    const renderer = await open(document);
    try {
      await renderer.renderFrame(0, { type: 'png', scale: 1 });
      // A page that is left is replaced by the browser's own page about the error some time later.
      await setTimeout(1_000);
      const image = await decode((await renderer.renderFrame(1, { type: 'png', scale: 1 })).data);
      expect(pixelAt(image, 300, 170)[1]).toBeGreaterThan(250);
    } finally {
      renderer.close();
    }
  });

  it('tells of an error in its script, and ends one that never comes back', async () => {
    const document = scene(page({ html: 'x', js: 'no.such.thing' }, { id: 'wrong' }));
    const renderer = await open(document);
    try {
      await renderer.renderFrame(0, { type: 'png', scale: 1 });
      expect(renderer.warnings()).toEqual([expect.stringMatching(/^Clip wrong: the script .*no is not defined/)]);
    } finally {
      renderer.close();
    }
    const endless = [
      { html: 'x', js: 'requestAnimationFrame(() => { for (;;); })' },
      // Here its script's file is asked for, and the page's fonts before that, when it hangs already.
      { html: '<b>x</b><script>for (;;);</script>', js: 'x' },
    ];
    const rasteriser = rasteriserIn('endless');
    for (const html of endless) {
      const clip = page(html);
      const drawn = rasteriser.ensure(htmlContent(clip, scene(clip), width, 'b'), [0], timeOf(1_000));
      await expect(drawn).rejects.toThrow('did not respond within 1 s of processor time');
    }
  });

  const greedy = (js: string) => {
    const clip = page({ html: 'x', js });
    return htmlContent(clip, scene(clip), width, 'b');
  };

  it.skipIf(unlimited)('gets no more memory than its share, and says so', async () => {
    const buffers = 'window.kept = [1, 2, 3, 4].map(() => new Uint8Array(2 ** 30))';
    const found = await rasteriserIn('greedy').ensure(greedy(buffers), [0], ampleTime);
    expect(found).toContain('allocation failed');
  });

  it.skipIf(unlimited)('is ended when its objects take more memory than its share', { tags: 'full' }, async () => {
    const heap = 'const kept = []; for (;;) kept.push(new Array(2 ** 24).fill(1.5))';
    const drawn = rasteriserIn('full').ensure(greedy(heap), [0], ampleTime);
    await expect(drawn).rejects.toThrow('its page crashed its browser process');
  });

  it('leaves no picture in memory when it is over', async () => {
    const document = scene(page({ html: '<b>one</b>' }), page({ html: '<b>two</b>' }, { start: 2 }));
    const backend = createCpuBackend();
    const open = new Set<Texture>();
    const counting: Backend = {
      ...backend,
      still(...args) {
        const texture = backend.still(...args);
        open.add(texture);
        return Object.assign(texture, { close: () => open.delete(texture) });
      },
    };
    const evaluate = createEvaluator(document);
    const pool = createHtmlPool(counting, document, width, rasteriserIn('over'));
    try {
      const frames = [0, 60];
      await pool.prepare(frames, evaluate, renderTime);
      const used = frames.map((frame) => {
        for (const layer of evaluate(frame).layers) {
          if (layer.kind === 'clip') pool.surfaceOf(layer.clip, layer.sourceSec);
        }
        pool.endFrame();
        return open.size;
      });
      expect(used).toEqual([1, 1]);
    } finally {
      pool.close();
      backend.close();
    }
    expect(open.size).toBe(0);
  });

  it('is photographed at the moments that are shown, and at no other', async () => {
    const css = 'b { animation: go 1s linear } @keyframes go { to { opacity: 0 } }';
    const document = scene(page({ html: '<b>x</b>', css }));
    const profile = profileOf(document, { format: 'gif', rate: { num: 10, den: 1 } });
    const rasteriser = rasteriserIn('moments');
    const htmlFrames = join(folder, 'moments');
    const renderer = await createRenderer({ document, profile, media: {} }, { rasteriser });
    try {
      await renderer.renderSegment(0, 4, join(folder, 'moments.mp4'));
    } finally {
      renderer.close();
    }
    const [key = ''] = readdirSync(htmlFrames);
    expect(readdirSync(join(htmlFrames, key)).sort()).toEqual(['0.rgba', '3.rgba', '6.rgba', '9.rgba']);
  });
});
