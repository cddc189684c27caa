import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { similarity } from '@framemill/testing/similarity';
import { toneWav } from '@framemill/testing/wav';
import type { Document } from '@framemill/timeline';
import { fillVariables } from '@framemill/timeline/variables';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../src/chromium/index.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { engineFolder, playerElementScript } from '../../src/page/index.ts';
import { shoot } from '../images.ts';
import { makeClip, makeDocument, makeFolder, makeImage, makeVideo, rings } from '../scenes.ts';
import { resultPath } from './engine-cases.ts';
import { canvasPixels, openPlayerPages, type PlayerPages } from './player-page.ts';

const missing = findBrowser() === null;
if (missing) console.warn('player: skipped, this machine has no Chromium');

const size = { width: 320, height: 180 };
const place = `style="width:${size.width}px;height:${size.height}px"`;

test('the player is small: at most 250 kB of script and 500 kB of WebAssembly, compressed', async () => {
  const { files } = await engineFolder();
  const packed = (data: Uint8Array) => gzipSync(data, { level: 9 }).length;
  const bytes = { script: packed(await playerElementScript()), wasm: 0 };
  for (const [name, data] of files) {
    // The player does not export, draws with the kernels alone, and rarely meets a packed font or an animation.
    if (!['export.js', 'graphics.js', 'packed-fonts.js', 'animations.js', 'canvaskit.wasm'].includes(name))
      bytes[name.endsWith('.wasm') ? 'wasm' : 'script'] += packed(data);
  }
  console.info(`player: ${bytes.script} bytes of script, ${bytes.wasm} bytes of WebAssembly`);
  expect(bytes.script).toBeLessThanOrEqual(250_000);
  expect(bytes.wasm).toBeLessThanOrEqual(500_000);
});

describe.skipIf(missing)('the player in a page of another origin', () => {
  const folder = makeFolder();
  let media: MediaFiles;
  let pages: PlayerPages;
  let film: Document;
  let page: Page;
  beforeAll(async () => {
    mkdirSync(dirname(resultPath('x')), { recursive: true });
    const { width, height } = size;
    const still = await makeImage(join(folder, 'still.png'), width, height, (x, y) => [x % 256, y, 128, 255]);
    const video = makeVideo(join(folder, 'video.mp4'), 160, 90, 60, rings(160, 90));
    const tone = join(folder, 'tone.wav');
    writeFileSync(tone, toneWav(2, 440));
    if (!still || !video) throw new Error('no media');
    const facts = { ...video.facts, kind: 'audio', mimeType: 'audio/wav', width: null, height: null } as const;
    media = { still, video, tone: { path: tone, facts: { ...facts, fps: null, durationSec: 2, hasAudio: true } } };
    const textStyle = { content: '{{name|World}}', fontFamily: 'Inter', fontSize: 40, color: '#ffffff' };
    film = makeDocument(width, height, [
      makeClip({ type: 'image', src: 'still', fit: 'cover' }),
      makeClip({ type: 'video', src: 'video', trackIndex: 1, x: 60, y: 20, scale: 0.5 }),
      makeClip({ type: 'text', trackIndex: 2, y: -50, textStyle }),
      makeClip({ type: 'audio', src: 'tone', trackIndex: 3 }),
    ]);
    pages = await openPlayerPages(media);
    pages.documents.set('film', film);
    pages.documents.set('short', { ...film, clips: film.clips.map((clip) => ({ ...clip, duration: 0.4 })) });
  });
  afterEach(async () => {
    await page?.close();
  });
  afterAll(async () => {
    await pages?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = <T = unknown>(script: string) => page.evaluate<T>(script);
  const player = (property: string) => run(`document.querySelector('framemill-player').${property}`);
  const errorText = () =>
    run<string>("document.querySelector('framemill-player').shadowRoot.querySelector('.error').textContent");
  const requested = (name: string) => pages.service.requests.filter((path) => path.includes(name)).length;
  /** Opens a page with one player, and records the player's events in `events`. */
  async function open(attributes: string, options?: Parameters<PlayerPages['open']>[1]): Promise<void> {
    pages.service.requests.length = 0;
    page = await pages.open(
      `<framemill-player ${attributes}></framemill-player><script>${recordEvents}</script>`,
      options,
    );
  }

  async function shown() {
    const text = await run<string>(`(${canvasPixels})(${JSON.stringify(size)})`);
    return { ...size, data: new Uint8Array(Buffer.from(text, 'base64')) };
  }

  /** Expects the frame of a render node on the screen, and saves both as an image. */
  async function expectShown(document: Document, atSec: number, name: string): Promise<void> {
    const own = await shoot(document, media, atSec, size);
    let ours = await shown();
    await expect
      .poll(async () => {
        ours = await shown();
        return similarity(ours, own);
      })
      .toBeGreaterThan(0.98);
    console.info(`player, ${name}: SSIM ${similarity(ours, own).toFixed(4)}`);
    const raw = { width: size.width, height: 2 * size.height, channels: 3 } as const;
    await sharp(Buffer.concat([ours.data, own.data]), { raw })
      .png()
      .toFile(resultPath(`player ${name}.png`));
  }

  test('draws the frames of a render node, and loads nothing before it is near the viewport', async () => {
    pages.service.requests.length = 0;
    page = await pages.open(
      `<div style="height:3000px"></div><framemill-player src="%/film.json" ${place}></framemill-player>`,
    );
    await run('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    expect(pages.service.requests).toEqual(['/vendor/framemill-player.js']);
    await run("document.querySelector('framemill-player').scrollIntoView()");
    await expectShown(fillVariables(film, {}), 0, 'first frame');
    expect([await player('duration'), await player('videoWidth'), await player('paused')]).toEqual([2, 320, true]);
    // Audio is loaded when it plays.
    expect(requested('/tone')).toBe(0);
    await run("document.querySelector('framemill-player').currentTime = 1.3");
    await expectShown(fillVariables(film, {}), 1.3, 'at 1.3 s');
  });

  test('plays to the end, with the events of a video and its audio', async () => {
    await open(`src="%/film.json" ${place}`);
    await expect.poll(() => player('duration')).toBe(2);
    await run('player.play()');
    await expect.poll(() => requested('/tone')).toBeGreaterThan(0);
    await expect.poll(() => player('ended')).toBe(true);
    const events = await run<string[]>('events');
    expect(events.filter((type) => type !== 'timeupdate')).toEqual(['loadedmetadata', 'play', 'pause', 'ended']);
    expect(events.filter((type) => type === 'timeupdate').length).toBeGreaterThan(4);
    expect([await player('currentTime'), await player('paused')]).toEqual([2, true]);
    await expectShown(fillVariables(film, {}), 2, 'last frame');
    expect(await run('player.getVideoPlaybackQuality().totalVideoFrames')).toBeGreaterThan(0);
  });

  test('plays in a loop until it is paused, and loads no audio while it is muted', async () => {
    await open(`src="%/short.json" autoplay muted loop ${place}`);
    // The time goes back to the start.
    await expect.poll(() => run<string[]>("events.filter((type) => type === 'seeked')")).toContain('seeked');
    expect(await player('paused')).toBe(false);
    await run('player.pause()');
    const paused = await player('currentTime');
    await run('new Promise((resolve) => setTimeout(resolve, 300))');
    expect([await player('currentTime'), await player('paused'), requested('/tone')]).toEqual([paused, true, 0]);
  });

  test('shows other values of variables at the same time, without loading media again', async () => {
    await open(`src="%/film.json" variables='{"name":"Ada"}' ${place}`);
    await run('player.currentTime = 0.5');
    await expectShown(fillVariables(film, { name: 'Ada' }), 0.5, 'Ada');
    const loads = [requested('/still'), requested('/video')];
    await run("player.variables = { name: 'Grace' }");
    await expectShown(fillVariables(film, { name: 'Grace' }), 0.5, 'Grace');
    expect([requested('/still'), requested('/video')]).toEqual(loads);
    expect([await player('currentTime'), await player('variables')]).toEqual([0.5, { name: 'Grace' }]);
  });

  test('loads new addresses when those of its media have expired', async () => {
    pages.documents.set('late', {
      ...film,
      clips: film.clips.map((clip, at) => (at === 0 ? clip : { ...clip, start: 2 })),
    });
    await open(`src="%/late.json" ${place}`);
    await expect.poll(() => requested('/still')).toBe(1);
    pages.expire();
    await run('player.currentTime = 2.5');
    const late = pages.documents.get('late');
    if (late) await expectShown(fillVariables(late, {}), 2.5, 'new addresses');
    expect(requested('/late.json')).toBe(2);
    expect(await player('error')).toBeNull();
  });

  test('takes keys, and names its controls', async () => {
    await open(`src="%/film.json" controls muted ${place}`);
    await expect.poll(() => player('duration')).toBe(2);
    const names = () =>
      page
        .locator('framemill-player')
        .getByRole('button')
        .evaluateAll((all: { ariaLabel: string }[]) => all.map((one) => one.ariaLabel));
    expect(await names()).toEqual(['Play', 'Unmute', 'Full screen']);
    await page.locator('framemill-player').focus();
    await page.keyboard.press('ArrowRight');
    expect(await player('currentTime')).toBe(2);
    await page.keyboard.press('Home');
    expect(await player('currentTime')).toBe(0);
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowDown');
    expect([await player('muted'), await player('volume')]).toEqual([false, 0.9]);
    await page.keyboard.press('Space');
    expect([await player('paused'), (await names())[0]]).toEqual([false, 'Pause']);
    await page.keyboard.press('Space');
    expect(await player('paused')).toBe(true);
    await page.keyboard.press('f');
    await expect.poll(() => run('document.fullscreenElement === player')).toBe(true);
    await expect.poll(names).toContain('Leave full screen');
    await page.keyboard.press('f');
    await expect.poll(() => run('document.fullscreenElement')).toBeNull();
    // A button that has the focus takes the space bar itself, once.
    await page.locator('framemill-player').getByRole('button', { name: 'Play' }).focus();
    await page.keyboard.press('Space');
    expect(await player('paused')).toBe(false);
    await run('player.pause()');
    await page.locator('framemill-player').getByRole('slider', { name: 'Time' }).fill('1.5');
    expect(await player('currentTime')).toBe(1.5);
    await page.screenshot({ path: resultPath('player controls.png') });
  });

  const problems: [what: string, attributes: string, answer: { status: number; body: string } | null, text: RegExp][] =
    [
      [
        'an address without a video',
        'src="%/none.json"',
        null,
        /could not be loaded from .*none\.json .*404.*Check the address/,
      ],
      ['an address that is none', 'src="http://"', null, /cannot be used \(got "http:\/\/"\)/],
      [
        'a server that does not answer',
        'src="http://127.0.0.1:9/x.json"',
        null,
        /Check the address and the connection/,
      ],
      ['a page', 'src="%/bad.json"', { status: 200, body: '<html>' }, /is not JSON/],
      ['other JSON', 'src="%/bad.json"', { status: 200, body: '[]' }, /is not a Framemill video: it has no "document"/],
      [
        'a document without a size',
        'src="%/bad.json"',
        { status: 200, body: '{"document":{"settings":{"width":0},"clips":[],"tracks":[]},"media":{}}' },
        /settings\.width must be a number above 0/,
      ],
      [
        'a file without an address',
        'src="%/bad.json"',
        {
          status: 200,
          body: '{"document":{"settings":{"width":2,"height":2,"fps":30},"clips":[],"tracks":[]},"media":{"a":{}}}',
        },
        /the file "a" in "media" has no "url"/,
      ],
      [
        'an expired address',
        'src="%/bad.json"',
        { status: 401, body: '{"error":{"message":"The address of this video has expired."}}' },
        /^The address of this video has expired\.$/,
      ],
      [
        'an expired address of another server',
        'src="%/bad.json"',
        { status: 410, body: '' },
        /has expired or is not valid\. Reload the page/,
      ],
      [
        'variables that are no object',
        `src="%/film.json" variables='Ada'`,
        null,
        /"variables" must be a JSON object.*\(got "Ada"\)/,
      ],
    ];
  test.each(problems)('says what is wrong with %s', async (_what, attributes, answer, text) => {
    if (answer) pages.answers.set('/bad.json', answer);
    await open(`${attributes} ${place}`);
    await expect.poll(errorText).toMatch(text);
    expect(await run('player.error.message')).toMatch(text);
    expect(await run('events')).toContain('error');
    expect(await run('player.play().then(() => "plays", (error) => error.message)')).toMatch(text);
  });

  test('says what the browser lacks, and what the policy of the page forbids', async () => {
    await open(`src="%/film.json" ${place}`, { before: 'delete globalThis.VideoDecoder' });
    await expect.poll(errorText).toMatch(/^This browser has no WebCodecs, which the player needs\./);
    await page.screenshot({ path: resultPath('player error.png') });
    await page.close();
    const rest = "connect-src %; style-src 'unsafe-inline'";
    await open(`src="%/film.json" ${place}`, {
      policy: `default-src 'none'; script-src 'unsafe-inline' %; ${rest}`,
    });
    await expect
      .poll(errorText)
      .toMatch(/could not start.*must allow WebAssembly, scripts of http:\/\/127\.0\.0\.1:\d+/);
    await page.close();
    await open(`src="%/film.json" ${place}`, {
      policy: `default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' %; worker-src blob: %; ${rest}`,
    });
    await expectShown(fillVariables(film, {}), 0, 'with a policy');
  });

  test('begins anew with another address, and ends its worker when it leaves the page', async () => {
    await open(`src="%/film.json" ${place}`);
    await expect.poll(() => player('duration')).toBe(2);
    await run('player.src = player.src.replace("film", "short")');
    await expect.poll(() => player('duration')).toBeCloseTo(0.4);
    await expect.poll(() => page.workers().length).toBe(1);
    await run('player.remove()');
    await expect.poll(() => page.workers().length).toBe(0);
  });
});

const recordEvents = `
  globalThis.events = [];
  globalThis.player = document.querySelector('framemill-player');
  for (const type of ['loadedmetadata', 'play', 'pause', 'seeked', 'timeupdate', 'ended', 'error']) {
    player.addEventListener(type, () => events.push(type));
  }
`;
