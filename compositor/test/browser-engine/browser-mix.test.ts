import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { sampled } from '@framemill/testing/sampled';
import type { Document } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../src/chromium/index.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { strokes } from '../audio/against-decoder.ts';
import { writeWav } from '../audio/impulse-file.ts';
import { makeFolder } from '../scenes.ts';
import { type EnginePage, floatsOf, openEnginePage, toBase64 } from './engine-page.ts';
import { alike, largestDifference, mixDocument, mixDocuments, mixInNode, mixMedia } from './mix-document.ts';

const missing = findBrowser() === null;
if (missing) console.warn('browser-mix: skipped, this machine has no Chromium');
if (ffmpegMissing) console.warn(`browser-mix: parts skipped, ${ffmpegMissing}`);

// As text: the functions of a browser have no types here.
const inWorker = `async ({ composed, media, fromSec, toSec, most }) => {
  const { createEngineClient } = await import('/client.js');
  const host = document.createElement('div');
  const client = createEngineClient({
    ...{ scriptUrl: '/engine-worker.js', host, fullSize: () => ({ width: 2, height: 2 }), addressOf: (path) => path },
    ...{ drawn: () => undefined, failed: () => undefined, lost: () => undefined },
  });
  client.open(composed, media);
  const stop = new AbortController();
  const blocks = [];
  let error = null;
  try {
    for await (const { atSample, left, right } of client.mix(fromSec, toSec, stop.signal)) {
      blocks.push({ atSample, left, right });
      if (blocks.length === most) stop.abort(new Error('enough'));
    }
  } catch (reason) {
    error = reason.message;
  }
  client.close();
  const text = (side) => (${toBase64})(new Uint8Array(side.buffer));
  return { error, blocks: blocks.map(({ atSample, left, right }) => ({ atSample, left: text(left), right: text(right) })) };
}`;

describe.skipIf(missing)('the mixer in a browser', () => {
  const folder = makeFolder();
  let media: MediaFiles;
  let page: EnginePage;
  beforeAll(async () => {
    media = await mixMedia(folder);
    page = await openEnginePage((path) => (path === '/media/gone' ? 404 : 200));
  });
  afterAll(async () => {
    await page?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Mixes a document in the worker between two times. `most`: number of blocks after which it is cancelled. */
  async function mixed(document: Document, files = media, fromSec = 0, toSec = 1e6, most = 0) {
    const given = { composed: document, media: page.served(files), fromSec, toSec, most };
    const { error, blocks } = await page.page.evaluate<{
      error: string | null;
      blocks: { atSample: number; left: string; right: string }[];
    }>(`(${inWorker})(${JSON.stringify(given)})`);
    const sides = (side: 'left' | 'right') => floatsOf(...blocks.map((one) => one[side]));
    const starts = blocks.map(({ atSample }) => atSample);
    return { error, starts, block: { left: sides('left'), right: sides('right') } };
  }

  for (const { cases, tags } of sampled(Object.entries(mixDocuments), 3)) {
    test.each(cases)('mixes WAV files as a render node: %s', { tags }, async (name, documentOf) => {
      const document = documentOf();
      const { error, starts, block } = await mixed(document);
      expect(error).toBeNull();
      const own = await mixInNode(document, media, folder);
      expect(block.left.length).toBe(own.left.length);
      expect(starts).toEqual(starts.map((_, index) => index * 48_000));
      const worst = largestDifference(block, own);
      console.info(`mix in the browser, ${name}: largest difference ${worst.toExponential(1)}`);
      expect(worst).toBeLessThan(1e-4);
    });
  }

  test('plays clips whose pitch changes with their speed, by a resampler of its own', async () => {
    const document = mixDocument([
      { src: 'music', start: 0, duration: 4, speed: 1.3, preservePitch: false },
      { src: 'words', start: 0.5, duration: 4, trackIndex: 2, pitch: -3 },
    ]);
    const { error, block } = await mixed(document);
    expect(error).toBeNull();
    const own = await mixInNode(document, media, folder);
    const { lag, correlation: value } = alike(block, own, 1);
    console.info(`a tape in the browser: correlation ${value.toFixed(6)}, ${lag} samples late`);
    expect(lag).toBe(0);
    expect(value).toBeGreaterThan(0.999);
  });

  test('mixes a part of a document, and nothing after its end', async () => {
    const document = mixDocument([{ src: 'music', start: 0.5, duration: 6 }]);
    const own = await mixInNode(document, media, folder);
    const { starts, block } = await mixed(document, media, 3.25, 4.75);
    expect(starts).toEqual([3.25 * 48_000, 4.25 * 48_000]);
    expect(block.left.length).toBe(1.5 * 48_000);
    const rest = { left: own.left.subarray(3.25 * 48_000), right: own.right.subarray(3.25 * 48_000) };
    expect(largestDifference(block, rest)).toBeLessThan(1e-4);
    expect((await mixed(document, media, 9, 10)).block.left.length).toBe(0);
  });

  test('stops when it is cancelled', async () => {
    const document = mixDocument([{ src: 'music', start: 0, duration: 8 }]);
    const { error, starts } = await mixed(document, media, 0, 8, 2);
    expect([error, starts]).toEqual(['enough', [0, 48_000]]);
  });

  test('says which clip cannot be played', async () => {
    const document = mixDocument([{ src: 'gone', start: 0, duration: 1 }]);
    const gone = { gone: { path: join(folder, 'gone.wav'), facts: media.music?.facts } } as MediaFiles;
    const { error } = await mixed(document, gone);
    expect(error).toMatch(/^The audio of clip clip-0 \(gone\) cannot be played: This file cannot be read/);
  });

  // Time stamps of WebM are whole milliseconds. A render node decodes it from the start, a browser does not.
  const codings: Record<string, { file: string; args: string[]; mostLate?: number }> = {
    AAC: { file: 'aac.m4a', args: ['-c:a', 'aac', '-b:a', '160k'] },
    'AAC of 44.1 kHz in a video': { file: 'aac.mp4', args: ['-c:a', 'aac', '-b:a', '160k', '-ar', '44100'] },
    'AAC with six channels': { file: 'six.m4a', args: ['-ac', '6', '-c:a', 'aac', '-b:a', '320k'] },
    MP3: { file: 'sound.mp3', args: ['-c:a', 'libmp3lame', '-b:a', '192k'] },
    Opus: { file: 'opus.webm', args: ['-c:a', 'libopus', '-b:a', '128k'], mostLate: 48 },
    Vorbis: { file: 'vorbis.ogg', args: ['-c:a', 'libvorbis', '-q:a', '6'] },
    FLAC: { file: 'sound.flac', args: ['-c:a', 'flac'] },
  };
  for (const [name, { file, args, mostLate = 0 }] of Object.entries(codings)) {
    test.skipIf(ffmpegMissing !== null)(`plays ${name} in step with a render node`, async () => {
      const [path, wave] = [join(folder, file), join(folder, 'strokes.wav')];
      const samples = strokes(8);
      writeWav(wave, { rate: 48_000, channels: 2, samples: samples.length, sample: (n) => samples[n] ?? 0 });
      const video = file.endsWith('mp4') ? ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=30:duration=8'] : [];
      ffmpeg([...video, '-i', wave, ...args, path]);
      const files = { coded: { path, facts: await probeMedia(path) } };
      const document = mixDocument([
        { src: 'coded', start: 0, duration: 2 },
        { src: 'coded', start: 2.5, duration: 2, mediaStart: 4.2 },
      ]);
      const own = await mixInNode(document, files, folder);
      const { error, block } = await mixed(document, files);
      expect(error).toBeNull();
      for (const [place, atSec, most] of [
        ['at the start', 0.1, 0],
        ['in the middle', 2.6, mostLate],
      ] as const) {
        const found = alike(block, own, atSec);
        console.info(
          `${name} in the browser, ${place}: correlation ${found.correlation.toFixed(6)}, ${found.lag} samples late`,
        );
        expect(Math.abs(found.lag)).toBeLessThanOrEqual(most);
        expect(found.correlation).toBeGreaterThan(0.999);
      }
    });
  }
});
