import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import type { Clip, MediaFacts } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileStream } from '../../src/audio/file-stream.ts';
import { videoPoster } from '../../src/ingest/poster.ts';
import { mayHaveProxy } from '../../src/ingest/preview-proxy.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { loadKernels } from '../../src/kernels/load-kernels.ts';
import { type BudgetLimits, createDecodeBudget } from '../../src/media/decode/decode-budget.ts';
import { SEEK_BUDGET_PIXELS } from '../../src/plan/decode-limits.ts';
import { requireSeekable, requireVideosAtOnce } from '../../src/plan/index.ts';
import { createRenderer, type MediaFiles } from '../../src/render/renderer.ts';
import { makeClip, makeDocument, makeFolder, profileOf } from '../scenes.ts';
import { mngHead } from './costly/animations.ts';
import { makers } from './costly/variant-files.ts';

if (ffmpegMissing) console.warn(`costly-variants: skipped, ${ffmpegMissing}`);

const MEGA = 1e6;

interface Variant {
  name: string;
  file: string;
  clips: Partial<Clip>[];
  /** Number of output frames to render. Default: 3. */
  frames?: number;
  /** Whether the media facts come from an earlier release and lack the measured decoding costs. */
  unmeasured?: boolean;
  /** Decode budget that replaces the real limits, which would take a minute to reach. */
  limits?: BudgetLimits;
  /** Step that rejects the variant (`order` is the planning), and a pattern of the error. Absent: it renders. */
  refused?: ['order' | 'render', RegExp];
  /** Maximum number of pixels that may be decoded, in millions. */
  most: number;
  /** Set for variants that take seconds and resemble others. Only `npm run test:all` runs them. */
  tags?: 'full';
}

const clip = (fields: Partial<Clip>): Partial<Clip> => ({ mediaDuration: 8000, duration: 1, ...fields });
const many = (count: number, fields: Partial<Clip>) => Array.from({ length: count }, () => clip(fields));
const far =
  /clip "clip\d+" \(video\) shows "source": its frame at [\d.]+ s takes too long to reach.*H\.264 with a key frame/;
const refusedFar: Variant['refused'] = ['order', far];
const passed =
  /Clip clip\d+ \("source"\): This file takes too long to reach the requested frame.*H\.264 with a key frame/;
const small = { jumpPixels: 250 * MEGA };

const variants: Variant[] = [
  // GIF.
  {
    name: 'a GIF from far inside',
    file: 'attack.gif',
    clips: [clip({ mediaStart: 7990 })],
    refused: refusedFar,
    most: 0,
  },
  { name: 'a GIF from its start', file: 'attack.gif', clips: [clip({})], most: 400 },
  {
    name: 'a GIF from within reach',
    file: 'attack.gif',
    clips: [clip({ mediaStart: 2 })],
    frames: 1,
    most: 2000,
    tags: 'full',
  },
  {
    ...{ name: 'a GIF that nobody has measured', file: 'attack.gif', clips: [clip({ mediaStart: 7990 })] },
    ...{ unmeasured: true, limits: small, refused: ['render', passed], most: 350 },
  },
  {
    name: 'a GIF backwards',
    file: 'attack.gif',
    clips: [clip({ duration: 60, speed: 100, reverse: true })],
    refused: refusedFar,
    most: 0,
  },
  {
    name: 'a GIF at a hundred times its speed',
    file: 'attack.gif',
    clips: [clip({ duration: 60, speed: 100 })],
    refused: refusedFar,
    most: 0,
  },
  {
    name: 'a long loop of a GIF',
    file: 'attack.gif',
    clips: [clip({ duration: 7999, loop: true })],
    refused: refusedFar,
    most: 0,
  },
  {
    name: 'a loop that begins late',
    file: 'attack.gif',
    clips: [clip({ loop: true, loopOffset: 7000 })],
    refused: refusedFar,
    most: 0,
  },
  {
    name: 'a short loop of a GIF',
    file: 'attack.gif',
    clips: [clip({ loop: true, mediaDuration: 0.2 })],
    frames: 9,
    most: 2000,
    tags: 'full',
  },
  { name: 'a GIF frozen late', file: 'attack.gif', clips: [clip({ freezeAt: 7999 })], refused: refusedFar, most: 0 },
  {
    name: 'a GIF held after its end',
    file: 'attack.gif',
    clips: [clip({ mediaStart: 9000 })],
    refused: refusedFar,
    most: 0,
  },
  {
    ...{ name: 'a ramp to the far end', file: 'attack.gif', refused: refusedFar, most: 0 },
    clips: [
      clip({
        duration: 90,
        kfSpeed: [
          { time: 0, value: 1, easing: 'linear' },
          { time: 90, value: 100, easing: 'linear' },
        ] as Clip['kfSpeed'],
      }),
    ],
  },
  {
    name: 'a GIF that is measured when its first jump takes long',
    file: 'attack.gif',
    clips: [clip({ mediaStart: 7990 })],
    unmeasured: true,
    limits: { longJumpPixels: 250 * MEGA },
    refused: ['render', /Clip clip\d+ \("source"\): its frame at 7990 s takes too long to reach/],
    most: 350,
  },
  // Others that are composed on a canvas.
  {
    name: 'an APNG from far inside',
    file: 'short.apng',
    clips: [clip({ mediaStart: 150 })],
    refused: refusedFar,
    most: 0,
  },
  { name: 'an APNG from its start', file: 'short.apng', clips: [clip({})], most: 400, tags: 'full' },
  {
    name: 'an APNG backwards',
    file: 'short.apng',
    clips: [clip({ mediaStart: 140, reverse: true })],
    refused: refusedFar,
    most: 0,
  },
  {
    name: 'an animated WebP from far inside',
    file: 'short.webp',
    clips: [clip({ mediaStart: 150 })],
    refused: refusedFar,
    most: 0,
  },
  { name: 'an animated WebP from its start', file: 'short.webp', clips: [clip({})], frames: 1, most: 1000 },
  {
    ...{ name: 'an animated WebP that nobody has measured', file: 'short.webp', clips: [clip({ mediaStart: 150 })] },
    ...{ unmeasured: true, limits: { jumpPixels: 600 * MEGA }, refused: ['render', passed], most: 900, tags: 'full' },
  },
  // Codecs that refer to other pictures.
  {
    name: 'an H.264 with one key frame',
    file: 'one-key.mp4',
    clips: [clip({ mediaStart: 150 })],
    refused: refusedFar,
    most: 0,
  },
  { name: 'its beginning', file: 'one-key.mp4', clips: [clip({ mediaStart: 1 })], most: 400 },
  {
    ...{ name: 'one key frame, and nobody has measured it', file: 'one-key.mp4', clips: [clip({ mediaStart: 150 })] },
    ...{ unmeasured: true, limits: small, refused: ['render', passed], most: 350 },
  },
  {
    name: 'a Matroska without cues and one key frame',
    file: 'one-key.mkv',
    clips: [clip({ mediaStart: 150 })],
    refused: refusedFar,
    most: 0,
  },
  {
    name: 'a group of a minute in 4K',
    file: 'minute.mp4',
    clips: [clip({ mediaStart: 5 })],
    frames: 1,
    most: 1400,
    tags: 'full',
  },
  {
    name: 'small pictures with one key frame in an hour, late',
    file: 'hour.mkv',
    clips: [clip({ mediaStart: 3500 })],
    frames: 1,
    most: 2000,
    tags: 'full',
  },
  {
    name: 'the same backwards',
    file: 'small.mp4',
    clips: [clip({ mediaStart: 30, reverse: true })],
    frames: 30,
    most: 100,
  },
  {
    name: 'the same at a hundred times its speed',
    file: 'small.mp4',
    clips: [clip({ speed: 100 })],
    frames: 10,
    most: 40,
  },
  {
    name: 'the same at a hundredth of its speed',
    file: 'small.mp4',
    clips: [clip({ speed: 0.01, mediaStart: 30 })],
    most: 20,
  },
  {
    ...{ name: 'a tenth of a second of it in a loop', file: 'small.mp4', frames: 30, most: 160 },
    clips: [clip({ mediaStart: 30, mediaDuration: 30.1, loop: true })],
  },
  {
    name: 'a program stream, which is entered at its start',
    file: 'small.mpg',
    clips: [clip({ mediaStart: 50 })],
    most: 80,
  },
  {
    ...{ name: 'a VP9 whose pictures grow', file: 'switching.webm', clips: [clip({ mediaStart: 0.9 })], frames: 1 },
    ...{ limits: { jumpPixels: 20 * MEGA }, refused: ['render', passed] as Variant['refused'], most: 24 },
  },
  // Many at once.
  {
    ...{
      name: 'many sources for one frame, each within reach',
      file: 'small.mp4',
      clips: many(20, { mediaStart: 30 }),
    },
    ...{
      limits: { framePixels: 50 * MEGA },
      refused: ['render', /with the other sources of the same frame/],
      most: 60,
    },
  },
  {
    ...{ name: 'ten thousand clips on one frame', file: 'small.mp4', clips: many(10_000, {}), most: 0 },
    refused: ['order', /clip "clip\d+" exceeds the limit of 800 videos in a frame/],
  },
  {
    ...{ name: 'ten thousand clips of a GIF, each from far inside', file: 'attack.gif', most: 0 },
    ...{ clips: many(10_000, { mediaStart: 7990 }), refused: refusedFar },
  },
  {
    ...{ name: 'ten thousand clips of which no two meet', file: 'small.mp4', frames: 10, most: 300 },
    clips: Array.from({ length: 10_000 }, (_, i) => clip({ start: i / 10, duration: 0.1, mediaStart: (i * 7) % 60 })),
  },
];

describe.skipIf(ffmpegMissing)('media that costs more than it weighs', () => {
  let folder: string;
  const facts = new Map<string, Promise<MediaFacts>>();
  const path = (file: string) => join(folder, file);

  beforeAll(() => {
    folder = makeFolder();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Makes a file when the first test needs it, and returns its facts. `npm test` does not need all of them. */
  function factsOf(file: string): Promise<MediaFacts> {
    const known = facts.get(file) ?? make(file);
    facts.set(file, known);
    return known;
  }

  async function make(file: string): Promise<MediaFacts> {
    await makers[file]?.(path(file));
    return probeMedia(path(file));
  }

  for (const { name, tags = [], ...variant } of variants) it(name, { tags }, () => expectVariant(variant));

  async function expectVariant(variant: Omit<Variant, 'name' | 'tags'>): Promise<void> {
    const { file, clips, frames = 3, unmeasured, limits, refused, most } = variant;
    const { seek, ...others } = await factsOf(file);
    const media: MediaFiles = {
      source: { path: path(file), facts: unmeasured || !seek ? others : { ...others, seek } },
    };
    const document = makeDocument(
      64,
      64,
      clips.map((fields) => makeClip({ type: 'video', src: 'source', ...fields })),
    );
    const budget = createDecodeBudget(limits);
    const run = async () => {
      let stage = 'order';
      try {
        const table = { source: factsIn(media) };
        requireSeekable(document, table);
        requireVideosAtOnce(document, table);
        stage = 'render';
        const renderer = await createRenderer({ document, profile: profileOf(document), media }, { budget });
        try {
          const { frames: done } = await renderer.renderSegment(0, frames, path('out.mp4'));
          return { stage: 'done', done };
        } finally {
          renderer.close();
        }
      } catch (error) {
        return { stage, message: error instanceof Error ? error.message : '' };
      }
    };
    const [stage, message] = refused ?? [];
    const expected = refused
      ? { stage, message: expect.stringMatching(message ?? /^$/) }
      : { stage: 'done', done: frames };
    expect(await run()).toEqual(expected);
    expect(budget.decodedPixels).toBeLessThanOrEqual(most * MEGA);
  }

  const draw = async (file: string, atSec: number, given: MediaFacts, clips: Partial<Clip>[]) => {
    const document = makeDocument(
      64,
      64,
      clips.map((fields) => makeClip({ type: 'video', src: 'source', ...fields })),
    );
    const budget = createDecodeBudget();
    const media = { source: { path: path(file), facts: given } };
    const renderer = await createRenderer({ document, profile: profileOf(document), media }, { budget });
    const drawn = await renderer.renderFrame(atSec, { type: 'jpeg', scale: 1 }).then(
      () => 'drawn',
      (error: Error) => error.message,
    );
    renderer.close();
    return { drawn, decoded: budget.decodedPixels };
  };

  it('refuses a preview of what is out of reach before anything is decoded', async () => {
    const { drawn, decoded } = await draw('attack.gif', 0, await factsOf('attack.gif'), [clip({ mediaStart: 7990 })]);
    expect(drawn).toMatch(/^Clip clip\d+ \("source"\): its frame at 7990 s takes too long to reach/);
    expect(decoded).toBe(0);
  });

  it('draws what is within reach of a document that also shows what is not', async () => {
    const clips = [clip({}), clip({ start: 1, mediaStart: 7990 })];
    expect((await draw('attack.gif', 0, await factsOf('attack.gif'), clips)).drawn).toBe('drawn');
  });

  it('makes the poster of a video with few key frames of its beginning', async () => {
    const { seek } = await factsOf('attack.gif');
    const shown = { width: 64, height: 64, seek };
    const poster = await videoPoster(loadKernels(1 << 30), path('attack.gif'), shown, path('poster.jpg'));
    expect(poster).toMatchObject({ type: 'jpeg', width: 64 });
  });

  it('makes no proxy of a video that takes hours', async () => {
    const { hasAlpha: _, ...opaque } = await factsOf('attack.gif');
    expect(mayHaveProxy(opaque)).toBe(false);
    expect(mayHaveProxy({ ...opaque, width: 3840, height: 2160, durationSec: 7200, fps: 30 })).toBe(true);
  });

  it('knows what each picture of a GIF costs', async () => {
    expect((await factsOf('attack.gif')).seek).toEqual({
      pixels: 49e6 * 100_000,
      outOfReach: [{ fromSec: expect.closeTo((SEEK_BUDGET_PIXELS / 49e6) * 0.08, 0), toSec: null }],
    });
  });

  it('knows what each picture of a long video costs', { tags: 'full' }, async () => {
    expect((await factsOf('minute.mp4')).seek).toEqual({ pixels: 3601 * 3840 * 2160, outOfReach: [] });
    expect((await factsOf('hour.mkv')).seek).toEqual({ pixels: 108_001 * 16_384, outOfReach: [] });
  });

  it('does not take a MNG', async () => {
    writeFileSync(path('old.mng'), mngHead);
    await expect(probeMedia(path('old.mng'))).rejects.toThrow('which Framemill does not read');
  });

  it('ends the reading of a sound that has too many samples', () => {
    ffmpeg(['-f', 'lavfi', '-i', 'anullsrc=r=192000:cl=7.1:d=20', '-c:a', 'flac', path('silence.mka')]);
    const stream = openFileStream(path('silence.mka'), 15 * 48_000, 4e6);
    const block = { left: new Float32Array(4096), right: new Float32Array(4096) };
    expect(() => stream.read(block, 0, 4096)).toThrow('too much audio: more than 4 million samples');
    stream.close();
  });
});

function factsIn(media: MediaFiles): MediaFacts {
  const { source } = media;
  if (!source) throw new Error('The table of media has no source.');
  return source.facts;
}
