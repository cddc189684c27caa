import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing, ffprobe } from '@framemill/testing/ffmpeg';
import { createDocument, type Document, parseDocument } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stitch } from '../../src/assembly/stitch.ts';
import { mixAudio } from '../../src/audio/mix-audio.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { openSegmentEncoder } from '../../src/media/encode/segment-encoder.ts';
import { createFrame } from '../../src/media/frame.ts';
import type { OutputProfile } from '../../src/plan/index.ts';
import type { MediaFiles } from '../../src/render/renderer.ts';
import { peakOf, rms, writeWav } from './impulse-file.ts';

if (ffmpegMissing) console.warn(`mix-audio: parts skipped, ${ffmpegMissing}`);

let folder = '';
let media: MediaFiles = {};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-mix-'));
  const click = join(folder, 'click.wav');
  writeWav(click, { rate: 44_100, channels: 1, samples: 44_100, sample: (n) => (n === 0 ? 0.9 : 0) });
  const tone = join(folder, 'tone.wav');
  writeWav(tone, {
    rate: 48_000,
    channels: 2,
    samples: 48_000 * 4,
    sample: (n, channel) => (channel ? 0.2 : 0.4) * Math.sin(n / 15),
  });
  media = {
    click: { path: click, facts: await probeMedia(click) },
    tone: { path: tone, facts: await probeMedia(tone) },
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type ClipFields = { src: string; start: number; duration: number; trackIndex?: number } & Record<string, unknown>;

function documentOf(fps: number, clips: ClipFields[]): Document {
  const base = createDocument({ fps });
  return parseDocument({
    ...base,
    clips: clips.map((clip, i) => ({
      id: `clip-${i}`,
      name: '',
      type: 'audio',
      trackIndex: 3,
      mediaDuration: clip.duration,
      ...clip,
    })),
  });
}

function profileOf(format: 'mp4' | 'webm', rate: { num: number; den: number }): OutputProfile {
  return { format, quality: 'high', width: 64, height: 64, rate, watermark: false };
}

/**
 * Mixes a document's audio and muxes it with video of the document's length. Returns the audio of the finished file as
 * ffmpeg decodes it.
 */
async function audioOf(document: Document, profile: OutputProfile, frames: number): Promise<Float32Array[]> {
  const audioTrack = join(folder, `sound-${profile.format}.mp4`);
  await mixAudio({ document, profile, media, outPath: audioTrack });
  const segment = join(folder, 'segment.mp4');
  const encoder = openSegmentEncoder(profile, segment);
  const frame = createFrame(64, 64);
  for (let k = 0; k < frames; k++) encoder.write(frame);
  encoder.finish();
  frame.free();
  const outPath = join(folder, `heard.${profile.format}`);
  await stitch({ segments: [segment], segmentFrames: [frames], audio: audioTrack, profile, outPath });
  ffprobe(['-show_streams', '-of', 'json', outPath]);
  const bytes = ffmpeg(['-i', outPath, '-vn', '-f', 'f32le', '-ar', '48000', '-ac', '2', 'pipe:1']);
  const mixed = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return [0, 1].map((side) => Float32Array.from({ length: mixed.length / 2 }, (_, i) => mixed[2 * i + side] ?? 0));
}

const rates = [
  { fps: 30, rate: { num: 30, den: 1 } },
  { fps: 29.97, rate: { num: 30000, den: 1001 } },
];

describe('the mix of a document', () => {
  it.skipIf(ffmpegMissing).each(rates)(
    'puts a clip at its sample in the finished MP4 at $fps fps, as long as the video',
    async ({ fps, rate }) => {
      const starts = [0.5, 1.2345, 2.71];
      const document = documentOf(fps, [
        ...starts.map((start) => ({ src: 'click', start, duration: 0.2 })),
        { src: 'tone', start: 0, duration: 3, volume: 0 },
      ]);
      const frames = Math.round((3 * rate.num) / rate.den);
      const [left = new Float32Array()] = await audioOf(document, profileOf('mp4', rate), frames);
      for (const start of starts) {
        const expected = Math.round(start * 48_000);
        expect(peakOf(left, expected - 2_000, expected + 2_000)).toBe(expected);
      }
      const samples = Math.round((frames * 48_000 * rate.den) / rate.num);
      // The file says exactly how long its sound is; ffmpeg's decoder still hands out the whole last AAC block.
      const said = ffprobe([
        '-select_streams',
        'a',
        '-show_entries',
        'stream=duration_ts',
        '-of',
        'csv=p=0',
        join(folder, 'heard.mp4'),
      ]);
      expect(Number(said)).toBe(samples);
      expect(left.length - samples).toBeLessThan(1_024);
    },
  );

  it.skipIf(ffmpegMissing)("does so in WebM, within a millisecond's rounding", async () => {
    const document = documentOf(30, [{ src: 'click', start: 1.5, duration: 0.5 }]);
    const [left = new Float32Array()] = await audioOf(document, profileOf('webm', { num: 30, den: 1 }), 60);
    expect(Math.abs(peakOf(left) - 72_000)).toBeLessThanOrEqual(48);
    expect(Math.abs(left.length - 96_000)).toBeLessThan(1_600);
  });

  it.skipIf(ffmpegMissing)('applies volume and keeps the sides apart', async () => {
    const document = documentOf(30, [{ src: 'tone', start: 0, duration: 2, volume: 0.5 }]);
    const [left = new Float32Array(), right = new Float32Array()] = await audioOf(
      document,
      profileOf('mp4', { num: 30, den: 1 }),
      60,
    );
    expect(rms(left, 10_000, 80_000)).toBeCloseTo(0.2 / Math.SQRT2, 2);
    expect(rms(right, 10_000, 80_000)).toBeCloseTo(0.1 / Math.SQRT2, 2);
  });

  it('has the same bytes each time and leaves no scratch files', async () => {
    const document = documentOf(30, [
      { src: 'tone', start: 0, duration: 2, reverse: true },
      { src: 'tone', start: 0.5, duration: 2, speed: 1.3 },
      { src: 'click', start: 1, duration: 1, loop: true, mediaDuration: 0.25 },
    ]);
    const profile = profileOf('mp4', { num: 30, den: 1 });
    const mix = (name: string) => mixAudio({ document, profile, media, outPath: join(folder, name) });
    const first = await mix('first.mp4');
    expect(await mix('second.mp4')).toEqual(first);
    expect(first.samples).toBe(2.5 * 48_000);
    expect(readdirSync(folder).filter((name) => name.includes('spool'))).toEqual([]);
  });

  it('names the source that cannot be played and removes what it wrote', async () => {
    const broken = join(folder, 'zero-byte.wav');
    writeFileSync(broken, '');
    const tone = media.tone;
    const facts = tone ? tone.facts : await probeMedia(broken);
    const input = {
      document: documentOf(30, [{ src: 'broken', start: 0, duration: 1 }]),
      profile: profileOf('mp4', { num: 30, den: 1 }),
      media: { broken: { path: broken, facts } },
      outPath: join(folder, 'failed.mp4'),
    };
    await expect(mixAudio(input)).rejects.toMatchObject({ code: 'invalid_request', details: { src: 'broken' } });
    expect(readdirSync(folder)).not.toContain('failed.mp4');
  });
});
