import { decode } from '@framemill/testing/images';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser, type OpenBrowser, openBrowser } from '../../src/chromium/index.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { pixelAt } from '../images.ts';
import { makeClip, makeDocument } from '../scenes.ts';
import { type OpenedPage, openPage } from './open-page.ts';
import { makeMedia } from './projects/index.ts';

const browserPath = findBrowser();
if (browserPath === null) console.warn('Skipped: how pages behave, because there is no Chromium here.');

let browser: OpenBrowser;
let media: MediaFiles;
beforeAll(async () => {
  if (browserPath === null) return;
  // One after the other: a browser that gets no processor does not start in time.
  browser = await openBrowser({ network: 'local' });
  media = await makeMedia();
});
afterAll(() => browser?.close());

const textStyle = { content: 'moving <b>letters</b>', fontSize: 40, animation: { in: { name: 'scramble' } } } as const;
const document = makeDocument(640, 360, [
  makeClip({ type: 'image', src: 'mountains.png', duration: 1.5 }),
  makeClip({ type: 'image', src: 'ocean.png', start: 1.5, transition: { type: 'circle', duration: 0.6 } }),
  makeClip({ type: 'video', src: 'square.mp4', trackIndex: 1, scale: 0.4, speed: 0.5, mediaDuration: 2 }),
  makeClip({ type: 'text', trackIndex: 2, textStyle }),
  makeClip({ type: 'adjustment', start: 1, trackIndex: 3, grade: { saturation: -0.5 } }),
]);

async function withPage(work: (opened: OpenedPage) => Promise<void>, shown = document): Promise<void> {
  const opened = await openPage(browser, shown, media);
  try {
    await work(opened);
    expect(opened.problems).toEqual([]);
  } finally {
    await opened.close();
  }
}

test.skipIf(browserPath === null)('a seek is random access: the same time gives the same page, in any order', () =>
  withPage(async ({ page }) => {
    const stateAt = (timeSec: number) =>
      page.evaluate(
        `(() => { window.__timelines.main.seek(${timeSec}); return document.getElementById('root').outerHTML; })()`,
      );
    const times = [0, 0.2, 0.9, 1.3, 1.7, 1.9, 2.4, 3.4];
    const forward = new Map<number, unknown>();
    for (const time of times) forward.set(time, await stateAt(time));
    for (const time of [1.7, 0.2, 3.4, 0, 2.4, 1.9, 1.3, 0.9, 1.7, 0.2]) {
      expect(await stateAt(time)).toBe(forward.get(time));
    }
    expect(new Set(forward.values()).size).toBe(times.length);
  }),
);

test.skipIf(browserPath === null)('the timeline is what players expect, and does not look like another library', () =>
  withPage(async ({ page }) => {
    const facts = await page.evaluate(`(() => {
        const timeline = window.__timelines.main;
        const before = [timeline.paused(), timeline.time(), timeline.duration(), timeline.timeScale()];
        const chained = timeline.seek(1).play().pause().add().set() === timeline;
        const at = [timeline.time(), timeline.totalTime()];
        timeline.time(99);
        return { before, chained, at, end: timeline.time(), children: 'getChildren' in timeline };
      })()`);
    expect(facts).toEqual({ before: [true, 0, 3.5, 1], chained: true, at: [1, 1], end: 3.5, children: false });
  }),
);

test.skipIf(browserPath === null)(
  'the timeline sets the time of videos that do not simply run along, and of no others',
  () =>
    withPage(
      async ({ page }) => {
        await page.evaluate('window.__timelines.main.seek(1)');
        const times = await page.evaluate('[...document.querySelectorAll("video")].map((video) => video.currentTime)');
        expect(times).toEqual([0, expect.closeTo(0.5, 2)]);
      },
      makeDocument(640, 360, [
        makeClip({ type: 'video', src: 'video.mp4', mediaDuration: 3 }),
        makeClip({ type: 'video', src: 'square.mp4', trackIndex: 1, speed: 0.5, mediaDuration: 2 }),
      ]),
    ),
);

const growing = { html: '<i></i>', css: 'i { animation: a 9s linear } @keyframes a { to { margin: 9px } }' };

test.skipIf(browserPath === null)(
  'the animations of an html clip are where its source is, in a part and at another speed too',
  () =>
    withPage(
      async ({ page }) => {
        await page.evaluate('window.__timelines.main.seek(0.5)');
        const frames = page.frames().filter((frame) => frame !== page.mainFrame());
        const times = () =>
          Promise.all(frames.map((frame) => frame.evaluate('document.getAnimations()[0]?.currentTime')));
        await expect.poll(times).toEqual([500, 2_000]);
      },
      makeDocument(640, 360, [
        makeClip({ type: 'html', id: 'whole', html: growing }),
        makeClip({ type: 'html', id: 'part', trackIndex: 1, html: growing, mediaStart: 1, speed: 2 }),
      ]),
    ),
);

test.skipIf(browserPath === null)('an html clip is seen through its mask, with its shadow', () =>
  withPage(
    async (opened) => {
      await opened.show(0.5);
      const white = async (x: number) => pixelAt(await decode(await opened.shoot()), x, 180)[0];
      await expect.poll(() => white(320)).toBe(255);
      // Of the left half nothing, of the right its shadow beyond the box.
      expect([await white(230), await white(440)]).toEqual([0, 255]);
    },
    makeDocument(640, 360, [
      makeClip({
        ...{ type: 'html', html: { html: '', css: 'html { background: #fff }', width: 200, height: 100 } },
        mask: { shape: 'linear', rotation: 90 },
        effects: [
          { id: 'e', type: 'drop-shadow', enabled: true, params: { x: 40, color: '#fff', opacity: 1, blur: 0 } },
        ],
      }),
    ]),
  ),
);

test.skipIf(browserPath === null)('visibility is the player: no seek shows a clip', () =>
  withPage(async ({ page }) => {
    const shown = await page.evaluate(`[0, 0.5, 1.7, 2.5].flatMap((time) => {
        window.__timelines.main.seek(time);
        return [...document.querySelectorAll('.clip')].filter((clip) => getComputedStyle(clip).visibility !== 'hidden');
      }).length`);
    expect(shown).toBe(0);
  }),
);

test.skipIf(browserPath === null)(
  'a seek sets the volume of every sound to its volume and fades, whatever a player has set',
  () =>
    withPage(
      async ({ page }) => {
        const volumeAt = (timeSec: number) =>
          page.evaluate(`(() => {
            const audio = document.getElementById('aud-music');
            audio.volume = 0.9;
            window.__timelines.main.seek(${timeSec});
            return audio.volume;
          })()`);
        const found: unknown[] = [];
        for (const timeSec of [1.25, 2.5, 4, 1.25, 5]) found.push(await volumeAt(timeSec));
        expect(found).toEqual([0.25, 1, 0.75, 0.25, 0.5].map((volume) => expect.closeTo(volume, 4)));
      },
      makeDocument(640, 360, [
        makeClip({
          ...{ type: 'audio', id: 'music', src: 'music.wav', start: 1, duration: 4, mediaDuration: 4 },
          ...{ fadeIn: 1, fadeCurve: 'linear' },
          kfVolume: [
            { time: 0, value: 1 },
            { time: 2, value: 1 },
            { time: 4, value: 0.5 },
          ],
        }),
      ]),
    ),
);

const attack = '</script></style></text></svg></iframe>"\'><img src=x onerror=alert(1)><script>alert(1)</script>';

test.skipIf(browserPath === null)('nothing that a project says runs as a script of the page', async () => {
  const style = { content: attack, fontFamily: attack };
  const moving = { ...style, animation: { in: { name: 'rise' } } } as const;
  const hostile = makeDocument(640, 360, [
    makeClip({ type: 'text', id: `x${attack}`, name: attack, textStyle: style }),
    makeClip({ type: 'text', trackIndex: 1, textStyle: moving, effects: [] }),
    makeClip({
      type: 'shape',
      trackIndex: 2,
      shape: { kind: 'path', d: attack },
      mask: { shape: 'path', d: attack },
    }),
    makeClip({ type: 'html', trackIndex: 3, html: { html: '<p>', js: 'parent.document.title = "taken"; alert(1)' } }),
  ]);
  const opened = await openPage(browser, hostile, media);
  let dialogs = 0;
  opened.page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  for (const time of [0.1, 0.4, 1]) await opened.show(time);
  const found = await opened.page.evaluate(
    '[document.images.length, document.title, document.querySelector("#root text")?.textContent.includes("<img")]',
  );
  expect([found, dialogs]).toEqual([[0, 'Untitled', true], 0]);
  await opened.close();
});
