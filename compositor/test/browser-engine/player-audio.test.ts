import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toneWav, wavFile } from '@framemill/testing/wav';
import type { Document } from '@framemill/timeline';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../src/chromium/index.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { makeClip, makeDocument, makeFolder, makeImage } from '../scenes.ts';
import { recordAudio, recordedAudio } from './audio-recorder.ts';
import { openPlayerPages, type PlayerPages } from './player-page.ts';

const missing = findBrowser() === null;
if (missing) console.warn('player-audio: skipped, this machine has no Chromium');

const size = { width: 320, height: 180 };
const place = `style="width:${size.width}px;height:${size.height}px"`;
/** Distance of the flashes and clicks, and the time of the first, in seconds. */
const beat = { everySec: 0.5, fromSec: 0.75, lengthSec: 0.1 };
const beats = 7;

describe.skipIf(missing)('the audio of the player', () => {
  const folder = makeFolder();
  let pages: PlayerPages;
  let page: Page;
  beforeAll(async () => {
    const { width, height } = size;
    const [tone, clicks, broken] = ['tone', 'clicks', 'broken'].map((name) => join(folder, `${name}.wav`));
    const white = await makeImage(join(folder, 'white.png'), width, height, () => [255, 255, 255, 255]);
    if (!tone || !clicks || !broken || !white) throw new Error('no media');
    writeFileSync(tone, toneWav(2, 440));
    writeFileSync(broken, 'This is no audio.');
    const isClick = (sec: number) => sec >= beat.fromSec && (sec - beat.fromSec) % beat.everySec < 0.005;
    writeFileSync(
      clicks,
      wavFile(4, (sec) => (isClick(sec) ? 0.8 * Math.sin(2 * Math.PI * 1_000 * sec) : 0)),
    );
    const facts = { ...white.facts, kind: 'audio', mimeType: 'audio/wav', width: null, height: null } as const;
    const audio = (path: string, durationSec: number) => ({ path, facts: { ...facts, durationSec, hasAudio: true } });
    const media: MediaFiles = { white, tone: audio(tone, 2), clicks: audio(clicks, 4), broken: audio(broken, 2) };
    pages = await openPlayerPages(media);
    const still = makeClip({ type: 'image', src: 'white', fit: 'cover' });
    const audible = (src: string) => makeClip({ type: 'audio', src, trackIndex: 3 });
    const flashes = Array.from({ length: beats }, (_, index) =>
      makeClip({
        ...{ ...still, id: `flash${index}` },
        ...{ start: beat.fromSec + index * beat.everySec, duration: beat.lengthSec },
      }),
    );
    const documents: Record<string, Document> = {
      tone: makeDocument(width, height, [still, audible('tone')]),
      broken: makeDocument(width, height, [still, audible('tone'), audible('broken')]),
      beats: makeDocument(width, height, [
        ...flashes,
        makeClip({ type: 'audio', src: 'clicks', duration: 4, mediaDuration: 4, trackIndex: 3 }),
      ]),
      html: makeDocument(width, height, [
        still,
        makeClip({ type: 'html', id: 'frame', trackIndex: 1, html: { html: '<p>Hi</p>' } }),
      ]),
    };
    for (const [name, document] of Object.entries(documents)) pages.documents.set(name, document);
  });
  afterEach(async () => {
    await page?.close();
  });
  afterAll(async () => {
    await pages?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = <T = unknown>(script: string) => page.evaluate<T>(script);
  const player = <T = unknown>(property: string) => run<T>(`player.${property}`);
  const codes = () => run<string[]>('player.warnings.map(({ code }) => code)');
  const sent = () => pages.service.requests.filter((path) => path.startsWith('/warning')).map(decodeURIComponent);

  /** Opens a page with one player. Each event `warning` is sent to the server. */
  async function open(attributes: string, before = recordAudio): Promise<void> {
    pages.service.requests.length = 0;
    const script =
      "globalThis.player = document.querySelector('framemill-player');" +
      "player.addEventListener('warning', () => " +
      "fetch('%/warning?' + player.warnings.map(({ code }) => code), { mode: 'no-cors' }));";
    const html = `<framemill-player ${attributes} ${place}></framemill-player><script>${script}</script>`;
    page = await pages.open(html, { before });
  }

  // Its time counts, and other tests run beside it: the best of three.
  test('is in step with its images, by the clock of the audio', { tags: 'full', retry: 2 }, async () => {
    await open('src="%/beats.json" controls');
    await expect.poll(() => player('duration')).toBe(4);
    await run(findFlashes);
    await page.locator('framemill-player').focus();
    await page.keyboard.press('Space');
    await expect.poll(() => player('ended')).toBe(true);
    const flashes = await run<number[]>('flashes');
    const clicks = onsets((await recordedAudio(run, 0)).left);
    const offsets = flashes.map((sec) => {
      const nearest = clicks.toSorted((a, b) => Math.abs(a - sec) - Math.abs(b - sec))[0] ?? Number.NaN;
      return (sec - nearest) * 1_000;
    });
    console.info(`player: images after the audio by ${offsets.map((ms) => ms.toFixed(0)).join(', ')} ms`);
    expect([clicks.length, flashes.length]).toEqual([beats, beats]);
    // A busy machine delays single images. Clocks that differ would move all of them.
    expect(Math.min(...offsets.map(Math.abs))).toBeLessThanOrEqual(40);
    expect(await codes()).toEqual([]);
  });

  test('is the mix of the video, with the volume of the player, and pauses with it', async () => {
    await open('src="%/tone.json" controls');
    await expect.poll(() => player('duration')).toBe(2);
    await run('player.volume = 0.5');
    await page.locator('framemill-player').focus();
    await page.keyboard.press('Space');
    await expect.poll(() => player<number>('currentTime')).toBeGreaterThan(0.8);
    await page.keyboard.press('Space');
    await expect.poll(() => run('contexts[0].state')).toBe('suspended');
    const { left } = await recordedAudio(run, 0);
    // The tone has 8,000 of 32,767.
    expect(left.reduce((most, value) => Math.max(most, value), 0)).toBeCloseTo((0.5 * 8_000) / 32_767, 3);
    await page.keyboard.press('m');
    await page.keyboard.press('Space');
    await expect.poll(() => player('ended')).toBe(true);
    expect(await run('[contexts.length, contexts[0].state]')).toEqual([1, 'suspended']);
    await run('player.remove()');
    await expect.poll(() => run('contexts[0].state')).toBe('closed');
  });

  test('waits for a click where the browser blocks it, while the images play', async () => {
    await open('src="%/tone.json" autoplay loop');
    // Scripts of this test count as clicks, so the page itself reports the warning.
    await expect.poll(sent).toEqual(['/warning?audio_blocked']);
    await page.mouse.click(10, 10);
    await expect.poll(codes).toEqual([]);
    const [first, second] = [await player<number>('currentTime'), await player<number>('currentTime')];
    expect(await player('paused')).toBe(false);
    await expect.poll(() => player<number>('currentTime')).not.toBe(Math.max(first, second));
    await expect.poll(async () => (await recordedAudio(run, 0)).left.some((value) => value > 0.1)).toBe(true);
  });

  test.each([
    ['a browser without decoders', 'tone', 'delete globalThis.AudioDecoder;', /^This browser has no AudioDecoder/],
    ['a clip that cannot be decoded', 'broken', '', /^The audio of clip clip\d+ \(broken\) cannot be played/],
  ])('is played by elements in the case of %s', async (_what, name, before, message) => {
    await open(`src="%/${name}.json" controls`, before + keepAudio);
    await expect.poll(() => player('duration')).toBe(2);
    await run('player.volume = 0.5');
    await page.locator('framemill-player').focus();
    await page.keyboard.press('Space');
    const toneSec = '(audio.find(({ src }) => src.endsWith("/tone"))?.currentTime ?? 0)';
    await expect.poll(() => run<number>(toneSec)).toBeGreaterThan(0.5);
    await expect.poll(() => run<number>(`Math.abs(${toneSec} - player.currentTime)`)).toBeLessThan(0.3);
    expect(await run('audio[0].volume')).toBe(0.5);
    expect(await codes()).toEqual(['audio_by_elements']);
    expect(await player('warnings[0].message')).toMatch(message);
    expect(sent()).toEqual(['/warning?audio_by_elements']);
    await page.keyboard.press('m');
    expect(await run('[audio[0].paused, audio[0].hasAttribute("src")]')).toEqual([true, false]);
  });

  test('comes with a warning where the player leaves out html clips', async () => {
    await open('src="%/html.json"');
    await expect.poll(codes).toEqual(['html_clips']);
    expect(await player('warnings[0].message')).toBe(
      'The player draws no html clips. This video has 1: frame. Renders show them.',
    );
    await expect.poll(sent).toEqual(['/warning?html_clips']);
    await run('player.src = player.src.replace("html", "tone")');
    await expect.poll(() => player('duration')).toBe(2);
    expect(await codes()).toEqual([]);
  });
});

/** Returns the times at which clicks begin in recorded audio, in seconds. */
function onsets(samples: Float32Array): number[] {
  const found: number[] = [];
  for (const [at, value] of samples.entries()) {
    const sec = at / 48_000;
    if (Math.abs(value) > 0.1 && sec - (found.at(-1) ?? -1) > beat.everySec / 2) found.push(sec);
  }
  return found;
}

// As text: the functions of a browser have no types here.
/** Records the audible times at which the canvas becomes bright in `flashes`, in seconds of the audio context. */
const findFlashes = `
  globalThis.flashes = [];
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  let wasBright = false;
  function look() {
    const canvas = player.shadowRoot.querySelector('canvas');
    const [context] = contexts;
    if (canvas && context) {
      pixel.drawImage(canvas, 0, 0, 1, 1);
      const isBright = pixel.getImageData(0, 0, 1, 1).data[0] > 128;
      if (isBright && !wasBright) flashes.push(context.currentTime - context.outputLatency);
      wasBright = isBright;
    }
    requestAnimationFrame(look);
  }
  look();
`;

/** Keeps the audio elements that are created in `audio`; those of the player are in no document. */
const keepAudio = `
  globalThis.audio = [];
  globalThis.Audio = class extends Audio {
    constructor() {
      super();
      audio.push(this);
    }
  };
`;
