import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { similarity } from '@framemill/testing/similarity';
import type { Clip, Document } from '@framemill/timeline';
import { FilePathSource, Input, MP4, WEBM } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../src/chromium/index.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { correlation, decodedAudio } from '../audio/against-decoder.ts';
import { writeWav } from '../audio/impulse-file.ts';
import { shoot } from '../images.ts';
import { makeClip, makeDocument, makeFolder, makeImage, makeVideo, rings } from '../scenes.ts';
import { resultPath } from './engine-cases.ts';
import { type EnginePage, openEnginePage, toBase64 } from './engine-page.ts';
import { mixInNode } from './mix-document.ts';

const missing = findBrowser() === null;
if (missing) console.warn('export-video: skipped, this machine has no Chromium');

const size = { width: 320, height: 180 };
const seconds = 2;
/** Minimum structural similarity of an exported frame to that of a render node, before which nothing is encoded. */
const floor = 0.95;

/** Result of an export, as `inPage` returns it. */
interface Exported {
  error: string | null;
  bytes: string;
  progress: number[];
  total: number;
  codecs: (string | null)[];
  type: string;
  targetBytes: number | null;
}

// As text: the functions of a browser have no types here.
const inPage = `async ({ composed, media, format, most, toFile, patch, watermark }) => {
  const { exportVideo } = await import('/client.js');
  const stop = new AbortController();
  const result = { error: null, bytes: '', progress: [], total: 0, codecs: [], type: '', targetBytes: null };
  const folder = toFile && (await navigator.storage.getDirectory());
  const blob = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const patched = () => blob("import '" + blob(patch) + "'; import '" + location.origin + "/export.js';");
  const target = toFile ? await folder.getFileHandle('film.' + format, { create: true }) : undefined;
  try {
    const { file, videoCodec, audioCodec } = await exportVideo({
      ...{ document: composed, media, format, target, quality: 'standard', scriptUrl: patch ? patched() : '/export.js', signal: stop.signal },
      addressOf: (path) => path,
      watermark,
      progress(frames, total) {
        result.progress.push(frames);
        result.total = total;
        if (frames === most) stop.abort(new Error('enough'));
      },
    });
    result.codecs = [videoCodec, audioCodec];
    const finished = file ?? (await target.getFile());
    result.type = file?.type ?? '';
    result.bytes = (${toBase64})(new Uint8Array(await finished.arrayBuffer()));
  } catch (error) {
    result.error = error.message;
  }
  if (target) result.targetBytes = (await target.getFile()).size;
  return result;
}`;

describe.skipIf(missing)('the export in a browser', () => {
  const folder = makeFolder();
  let media: MediaFiles;
  let page: EnginePage;
  let film: Document;
  beforeAll(async () => {
    mkdirSync(dirname(resultPath('x')), { recursive: true });
    const { width, height } = size;
    const still = await makeImage(join(folder, 'still.png'), width, height, (x, y) => {
      return [128 + 100 * Math.sin(x / 20), 128 + 100 * Math.cos(y / 15), (x + y) % 256, 255];
    });
    if (!still) throw new Error('no image');
    const tone = join(folder, 'tone.wav');
    // A sweep: each moment sounds like no other.
    const sample = (n: number) => 0.5 * Math.sin(0.02 * n + (0.05 * n * n) / 96_000);
    writeWav(tone, { rate: 48_000, channels: 2, samples: 2 * seconds * 48_000, sample });
    const video = makeVideo(join(folder, 'video.mp4'), width, height, 30 * seconds, rings(width, height));
    media = { still, video, tone: { path: tone, facts: await probeMedia(tone) } };
    film = filmOf();
    page = await openEnginePage();
  });
  afterAll(async () => {
    await page?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function filmOf(more: Clip[] = []): Document {
    const caption = { content: 'A short film', fontSize: 40, fontWeight: 700, color: '#ffffff' };
    const moving = [
      { time: 0, value: 1 },
      { time: seconds, value: 1.4 },
    ];
    return makeDocument(size.width, size.height, [
      makeClip({ type: 'image', src: 'still', fit: 'cover', duration: seconds, kfScale: moving }),
      makeClip({ type: 'text', trackIndex: 1, duration: seconds, textStyle: caption }),
      makeClip({ type: 'audio', src: 'tone', trackIndex: 2, duration: seconds, mediaStart: 0.3, mediaDuration: 4 }),
      ...more,
    ]);
  }

  function exported(
    composed: Document,
    format: string,
    options: { most?: number; toFile?: boolean; patch?: string; watermark?: boolean } = {},
  ) {
    const given = { composed, media: page.served(media), format, ...options };
    return page.page.evaluate<Exported>(`(${inPage})(${JSON.stringify(given)})`);
  }

  async function expectFilm(path: string, document: Document, name: string): Promise<void> {
    const facts = await probeMedia(path);
    expect(facts).toMatchObject({ kind: 'video', ...size, fps: 30, hasAudio: true });
    expect(Math.abs((facts.durationSec ?? 0) - seconds)).toBeLessThan(0.05);
    const input = new Input({ source: new FilePathSource(path), formats: [MP4, WEBM] });
    const stats = await (await input.getPrimaryVideoTrack())?.computePacketStats();
    input.dispose();
    expect(stats?.packetCount).toBe(30 * seconds);
    const file = { file: { path, facts } };
    const shown = makeDocument(size.width, size.height, [makeClip({ type: 'video', src: 'file', duration: seconds })]);
    for (const frame of [0, 1, 29, 59]) {
      const atSec = (frame + 0.25) / 30;
      const [ours, own] = [await shoot(shown, file, atSec, size), await shoot(document, media, atSec, size)];
      const found = similarity(ours, own);
      const next = similarity(ours, await shoot(document, media, (frame + (frame < 59 ? 6 : -6)) / 30, size));
      console.info(
        `exported ${name}, frame ${frame}: similarity ${found.toFixed(4)}, to another frame ${next.toFixed(4)}`,
      );
      expect(found).toBeGreaterThan(floor);
      expect(found).toBeGreaterThan(next);
    }
    const decoded = decodedAudio(path, seconds);
    const own = await mixInNode(document, media, folder);
    let best = { lag: 0, value: -1 };
    for (let lag = -400; lag <= 1_200; lag++) {
      const value = correlation(decoded.subarray(4_800 + lag, 16_800 + lag), own.left.subarray(4_800, 16_800));
      if (value > best.value) best = { lag, value };
    }
    console.info(
      `exported ${name}: audio ${best.value.toFixed(5)}, ${best.lag} samples late, ${decoded.length} samples`,
    );
    expect(best.value).toBeGreaterThan(0.99);
    // Time stamps of WebM are whole milliseconds.
    expect(Math.abs(best.lag)).toBeLessThanOrEqual(name === 'mp4' ? 1 : 48);
    expect(decoded.length).toBeGreaterThan(seconds * 48_000 - 1_100);
  }

  for (const [format, codecs] of [
    ['mp4', ['avc', 'aac']],
    ['webm', ['vp9', 'opus']],
  ] as const) {
    test(`writes ${format} with the frames and the audio of a render node`, async () => {
      const { error, bytes, progress, total, type, ...rest } = await exported(film, format);
      expect(error).toBeNull();
      expect(rest.codecs).toEqual(codecs);
      expect(type).toMatch(new RegExp(`^video/${format}`));
      expect(progress).toEqual(Array.from({ length: 30 * seconds }, (_, frame) => frame + 1));
      expect(total).toBe(30 * seconds);
      const path = resultPath(`exported.${format}`);
      writeFileSync(path, Buffer.from(bytes, 'base64'));
      await expectFilm(path, film, format);
    });
  }

  test('writes to a file of the user, with a video from its original', async () => {
    const document = filmOf([makeClip({ type: 'video', src: 'video', trackIndex: 3, scale: 0.4, duration: seconds })]);
    const { error, bytes, targetBytes } = await exported(document, 'mp4', { toFile: true });
    expect(error).toBeNull();
    const file = Buffer.from(bytes, 'base64');
    expect(targetBytes).toBe(file.length);
    // The index is at the start.
    expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'));
    const path = resultPath('exported-to-file.mp4');
    writeFileSync(path, file);
    await expectFilm(path, document, 'mp4');
  });

  test('stops when it is cancelled, and leaves the file of the user as it was', async () => {
    const { error, progress, targetBytes } = await exported(film, 'webm', { most: 5, toFile: true });
    expect(error).toBe('enough');
    expect(progress.length).toBeLessThan(12);
    expect(targetBytes).toBe(0);
    const session = await page.page.context().newCDPSession(page.page);
    const workers = async () =>
      (await session.send('Target.getTargets')).targetInfos.filter(({ type }) => type === 'worker').length;
    await expect.poll(workers).toBe(0);
  });

  test('says what cannot be exported, and why', async () => {
    const html = makeClip({ type: 'html', html: { html: '<b>bold</b>' }, trackIndex: 3 });
    const refused = await exported(filmOf([html]), 'mp4');
    expect(refused.error).toBe(
      `Clip ${html.id} is an html clip, which a browser cannot export. Render the project on the farm, or remove the clip.`,
    );
    expect((await exported(makeDocument(320, 180, []), 'mp4')).error).toMatch(/has no clips to export/);
    const damaged = join(folder, 'damaged.mp4');
    writeFileSync(damaged, 'This is no video.');
    const source = media.video;
    if (source) media.damaged = { ...source, path: damaged };
    const clip = makeClip({ type: 'video', src: 'damaged' });
    expect((await exported(makeDocument(320, 180, [clip]), 'webm')).error).toMatch(
      new RegExp(`^Clip ${clip.id} \\("damaged"\\): `),
    );
    const without = (coder: string) => `${coder}.isConfigSupported = async () => ({ supported: false });`;
    expect((await exported(film, 'mp4', { patch: without('VideoEncoder') })).error).toBe(
      'This browser can encode none of H.264, VP9, AV1 at 320x180. Choose a smaller size or the other format, or render ' +
        'on the farm.',
    );
    expect((await exported(film, 'webm', { patch: without('AudioEncoder') })).error).toBe(
      'This browser cannot encode Opus audio. Export as MP4, or render on the farm.',
    );
  });

  test('leaves out the audio when no clip is audible', async () => {
    const document = makeDocument(320, 180, [makeClip({ type: 'image', src: 'still', duration: 0.2 })]);
    const { error, codecs, total } = await exported(document, 'mp4');
    expect([error, codecs, total]).toEqual([null, ['avc', null], 6]);
  });

  test('draws the watermark of renders', async () => {
    const document = makeDocument(320, 180, [makeClip({ type: 'image', src: 'still', duration: 0.2 })]);
    const { error, bytes } = await exported(document, 'mp4', { watermark: true });
    expect(error).toBeNull();
    const path = resultPath('exported-watermark.mp4');
    writeFileSync(path, Buffer.from(bytes, 'base64'));
    const file = { file: { path, facts: await probeMedia(path) } };
    const ours = await shoot(makeDocument(320, 180, [makeClip({ type: 'video', src: 'file', duration: 0.2 })]), file);
    const marked = similarity(ours, await shoot(document, media, 0, { watermark: true }));
    expect(marked).toBeGreaterThan(floor);
    expect(marked).toBeGreaterThan(similarity(ours, await shoot(document, media)) + 0.002);
  });
});
