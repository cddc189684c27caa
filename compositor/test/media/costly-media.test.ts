import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { createDocument } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { createDecodeBudget } from '../../src/media/decode/decode-budget.ts';
import { openVideoSource } from '../../src/media/decode/video-source.ts';
import { requireSeekable } from '../../src/plan/decode-limits.ts';
import { makeClip } from '../scenes.ts';
import { tinyFramesGif } from './tiny-frames-gif.ts';

if (ffmpegMissing) console.warn(`costly-media: parts skipped, ${ffmpegMissing}`);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-costly-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

/** Creates a project that shows a single clip of `src`. */
function showing(fields: object) {
  return {
    ...createDocument(),
    clips: [makeClip({ type: 'video', src: 'costly', start: 0, duration: 1, trackIndex: 0, ...fields })],
  };
}

describe('a small file that costs much to look into', () => {
  it('is measured when it is probed: 100,000 frames of one pixel on a canvas of 49 megapixels', async () => {
    const path = at('canvas.gif');
    const bytes = tinyFramesGif(7_000, 7_000, 100_000);
    expect(bytes.length).toBeLessThan(2_500_000);
    writeFileSync(path, bytes);
    const facts = await probeMedia(path);
    expect(facts.seek?.pixels).toBe(100_000 * 49e6);
    const [first] = facts.seek?.outOfReach ?? [];
    expect(first).toEqual({ fromSec: expect.closeTo(65.3, 0), toSec: null });

    const media = { costly: facts };
    expect(() => requireSeekable(showing({ mediaStart: 8_000 }), media)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: expect.stringMatching(/clip "clip\d+".*costly.*too long to reach.*Export it as H\.264/),
        details: expect.objectContaining({ overBudget: true, src: 'costly' }),
      }),
    );
    expect(() => requireSeekable(showing({ mediaStart: 10 }), media)).not.toThrow();
    for (const late of [
      { mediaStart: 60, speed: 100, duration: 1 },
      { mediaStart: 0, loop: true, mediaDuration: 9_000, duration: 100 },
      { mediaStart: 0, reverse: true, duration: 1, mediaDuration: 9_000, speed: 100 },
      { mediaStart: 0, freezeAt: 8_000 },
    ]) {
      expect(() => requireSeekable(showing(late), media), JSON.stringify(late)).toThrow('too long to reach');
    }
    const hidden = showing({ mediaStart: 8_000 });
    hidden.tracks = hidden.tracks.map((track) => ({ ...track, visible: false }));
    expect(() => requireSeekable(hidden, media)).not.toThrow();
  });
});

/**
 * File names of test videos and their encoder arguments for ffmpeg. Each lasts 20 s, has 160x90 pixels at 10 frames a
 * second and a single key frame.
 */
const makers: [name: string, arguments_: string[]][] = [
  ['one-key-frame.mp4', ['-c:v', 'libx264', '-g', '9999', '-preset', 'ultrafast']],
  ['one-key-frame.mkv', ['-c:v', 'libx264', '-g', '9999', '-preset', 'ultrafast']],
  ['one-key-frame.ts', ['-c:v', 'libx264', '-g', '9999', '-preset', 'ultrafast']],
  ['one-key-frame.avi', ['-c:v', 'mpeg4', '-g', '600', '-sc_threshold', '1000000000']],
  ['one-key-frame.webm', ['-c:v', 'libvpx-vp9', '-g', '9999', '-deadline', 'realtime', '-cpu-used', '8']],
  ['vp8.webm', ['-c:v', 'libvpx', '-g', '9999', '-deadline', 'realtime']],
  ['frames.gif', []],
  ['frames.webp', ['-loop', '0']],
];

describe.skipIf(ffmpegMissing)('the seek budget', () => {
  it.each(makers)('ends a jump that decodes too much, in words: %s', (name, options) => {
    const path = at(name);
    ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=20', ...options, path]);
    const most = 40 * 160 * 90;
    const budget = createDecodeBudget({ jumpPixels: most });
    const source = openVideoSource(path, { budget });
    expect(() => source.frameAt(19.5)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: expect.stringContaining('takes too long to reach the requested frame'),
        details: { overBudget: true },
      }),
    );
    // Two packets more than what is allowed, at the most: one is read before it is decoded, and each counts for at least 16,384 pixels, of WebP for four times its own.
    const packet = name.endsWith('.webp') ? 4 * 160 * 90 : 16_384;
    expect(budget.decodedPixels).toBeLessThanOrEqual(most + 2 * packet);
    source.close();
  });

  it.each(makers)('lets through what is honest, wherever it is looked into: %s', async (name) => {
    const { seek } = await probeMedia(at(name));
    expect(seek?.outOfReach).toEqual([]);
    const source = openVideoSource(at(name), { budget: createDecodeBudget() });
    for (const second of [19.5, 0, 10, 3]) expect(source.frameAt(second).width).toBeGreaterThan(0);
    source.close();
  });

  it('bounds what many sources decode for one frame together', () => {
    const budget = createDecodeBudget({ framePixels: 200 * 16_384 });
    const sources = Array.from({ length: 5 }, () => openVideoSource(at('one-key-frame.mp4'), { budget }));
    budget.beginFrame();
    expect(() => {
      for (const source of sources) source.frameAt(9);
    }).toThrow('with the other sources of the same frame');
    budget.beginFrame();
    expect(sources[0]?.frameAt(9.1).width).toBe(160);
    for (const source of sources) source.close();
  });

  it('says that it gets on while it decodes', () => {
    const budget = createDecodeBudget();
    let audible = 0;
    budget.onSpent = () => {
      audible += 1;
    };
    const source = openVideoSource(at('one-key-frame.mp4'), { budget });
    source.frameAt(15);
    expect(audible).toBeGreaterThan(100);
    source.close();
  });
});
