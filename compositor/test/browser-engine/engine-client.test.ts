import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { similarity } from '@framemill/testing/similarity';
import type { Document } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../src/chromium/index.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { shoot } from '../images.ts';
import { makeClip, makeDocument, makeFolder, makeImage, makeVideo, rings } from '../scenes.ts';
import { type EnginePage, openEnginePage } from './engine-page.ts';

const missing = findBrowser() === null;
if (missing) console.warn('engine-client: skipped, this machine has no Chromium');

const size = { width: 320, height: 180 };

/** Event of the client, as `openClient` records it. */
interface ClientEvent {
  drawn?: number;
  failed?: string;
  lost?: boolean;
}

// As text: the functions of a browser have no types here.
const openClient = `async ({ composed, media, size, answerMs }) => {
  const { createEngineClient } = await import('/client.js');
  const host = document.createElement('div');
  host.style.cssText = 'width:' + size.width + 'px;height:' + size.height + 'px';
  document.body.replaceChildren(host);
  const [events, asked] = [[], []];
  const client = createEngineClient({
    scriptUrl: '/engine-worker.js',
    host,
    fullSize: () => size,
    addressOf(path, isExpired) {
      asked.push(path.split('/').at(-1) + (isExpired ? ' again' : ''));
      return path + (isExpired ? '?pass=new' : '?pass=old');
    },
    drawn: ({ atSec }) => events.push({ drawn: atSec }),
    failed: (message) => events.push({ failed: message }),
    lost: (isFinal) => events.push({ lost: isFinal }),
    answerMs,
  });
  client.open(composed, media);
  globalThis.engine?.client.close();
  globalThis.engine = { client, events, asked, host };
}`;
const canvasPixels = `({ width, height }) => {
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(globalThis.engine.host.firstElementChild, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  let text = '';
  for (let at = 0; at < data.length; at += 4) text += String.fromCharCode(data[at], data[at + 1], data[at + 2]);
  return btoa(text);
}`;

describe.skipIf(missing)('the client of the browser engine', () => {
  const folder = makeFolder();
  let media: MediaFiles;
  let page: EnginePage;
  /** Status of a request for a media file; null: no answer. */
  let answers: (name: string, pass: string | null) => number | null = () => 200;
  beforeAll(async () => {
    const { width, height } = size;
    const still = await makeImage(join(folder, 'still.png'), width, height, (x, y) => [x % 256, y, 128, 255]);
    if (!still) throw new Error('no image');
    const video = makeVideo(join(folder, 'video.mp4'), width, height, 60, rings(width, height));
    media = { still, video, stuck: { ...video } };
    page = await openEnginePage((path, query) => {
      return path.startsWith('/media/') ? answers(path.split('/').at(-1) ?? '', query.get('pass')) : 200;
    });
  });
  afterAll(async () => {
    await page?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const documents = {
    still: makeDocument(size.width, size.height, [makeClip({ type: 'image', src: 'still', fit: 'cover' })]),
    video: makeDocument(size.width, size.height, [makeClip({ type: 'video', src: 'video' })]),
    stuck: makeDocument(size.width, size.height, [
      makeClip({ type: 'video', src: 'stuck', duration: 1 }),
      makeClip({ type: 'image', src: 'still', start: 1, duration: 1, fit: 'cover' }),
    ]),
  };
  const run = <T = unknown>(script: string) => page.page.evaluate<T>(script);
  const open = (composed: Document, answerMs?: number) =>
    run(`(${openClient})(${JSON.stringify({ composed, media: page.served(media), size, answerMs })})`);
  const inWorker = (script: string) => page.page.workers().at(-1)?.evaluate(`void setTimeout(() => { ${script} })`);
  const events = () => run<ClientEvent[]>('engine.events');
  async function shown() {
    const text = await run<string>(`(${canvasPixels})(${JSON.stringify(size)})`);
    return { ...size, data: new Uint8Array(Buffer.from(text, 'base64')) };
  }

  async function expectShown(document: Document, atSec: number): Promise<void> {
    const own = await shoot(document, media, atSec, size);
    await expect.poll(async () => similarity(await shown(), own)).toBeGreaterThan(0.999);
  }

  test('shows on its canvas what a render node draws, the newest of many seeks', async () => {
    await open(documents.video);
    await run('engine.client.seek(0, "rest")');
    await expect.poll(events).toEqual([{ drawn: 0 }]);
    await run('for (let at = 1; at < 40; at += 1) engine.client.seek(at / 30, "move")');
    await expect.poll(async () => (await events()).at(-1)).toEqual({ drawn: 39 / 30 });
    // The first was sent at once, and no other one before it ended.
    expect((await events()).length).toBeLessThanOrEqual(3);
    await expectShown(documents.video, 39 / 30);
  });

  test('counts the frames that playback leaves out', async () => {
    const counts = () => run('engine.client.counts()');
    await run('for (const at of [0.1, 0.2, 0.3]) engine.client.seek(at, "play")');
    await expect.poll(counts).toEqual({ played: 2, dropped: 1 });
  });

  test('asks again for an address that has expired, of a video and of a still', async () => {
    answers = (_, pass) => (pass === 'old' ? 403 : 200);
    for (const name of ['video', 'still'] as const) {
      await open(documents[name]);
      await run('engine.client.seek(0.5, "rest")');
      await expect.poll(async () => (await events()).at(-1)).toEqual({ drawn: 0.5 });
      expect(await run('engine.asked')).toEqual([name, `${name} again`]);
    }
    answers = () => 200;
  });

  test('says which clip cannot be drawn, and draws the next frame', async () => {
    answers = (name) => (name === 'stuck' ? 404 : 200);
    await open(documents.stuck);
    await run('engine.client.seek(0.5, "rest")');
    await expect.poll(async () => (await events()).at(-1)?.failed).toMatch(/^Clip clip\d+ \("stuck"\): /);
    await run('engine.client.seek(1.5, "rest")');
    await expect.poll(async () => (await events()).at(-1)).toEqual({ drawn: 1.5 });
    answers = () => 200;
  });

  test('gives up a frame whose video does not come, for a newer one', async () => {
    answers = (name) => (name === 'stuck' ? null : 200);
    await open(documents.stuck);
    await run('engine.client.seek(0.5, "move"); engine.client.seek(1.5, "move")');
    await expect.poll(events).toEqual([{ drawn: 1.5 }]);
    answers = () => 200;
  });

  test('starts a worker that crashed once more, and says when it is lost for good', async () => {
    const crash = () => inWorker('throw new Error("crash")');
    await open(documents.still);
    await run('engine.client.seek(0.5, "rest")');
    await expect.poll(events).toEqual([{ drawn: 0.5 }]);
    await crash();
    await expect.poll(events).toEqual([{ drawn: 0.5 }, { lost: false }, { drawn: 0.5 }]);
    await expectShown(documents.still, 0.5);
    await crash();
    await expect.poll(async () => (await events()).at(-1)).toEqual({ lost: true });
    await expect.poll(() => page.page.workers().length).toBe(0);
  });

  test('replaces a worker that hangs', { tags: 'full' }, async () => {
    await open(documents.still, 5_000);
    await run('engine.client.seek(0.5, "rest")');
    await expect.poll(events).toEqual([{ drawn: 0.5 }]);
    await inWorker('for (;;);');
    await run('engine.client.seek(1, "rest")');
    await expect.poll(events).toEqual([{ drawn: 0.5 }, { lost: false }, { drawn: 1 }]);
  });

  test('ends its worker and removes its canvas when it is closed', async () => {
    await open(documents.still);
    await run('engine.client.seek(0, "rest")');
    await expect.poll(events).toEqual([{ drawn: 0 }]);
    await run('engine.client.close()');
    await expect.poll(() => page.page.workers().length).toBe(0);
    expect(await run('engine.host.childElementCount')).toBe(0);
  });
});
