import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing, ffprobe } from '@framemill/testing/ffmpeg';
import { readNumber } from '@framemill/testing/numbered-video';
import { psnr } from '@framemill/testing/video-judge';
import { Codec } from 'node-av/lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stitch } from '../../src/assembly/stitch.ts';
import { openAudioEncoder } from '../../src/audio/audio-encoder.ts';
import { audioCodecs } from '../../src/audio/encoders.ts';
import type { Format } from '../../src/formats/index.ts';
import { openVideoSource } from '../../src/media/decode/video-source.ts';
import { encoderThreads, videoCodecs } from '../../src/media/encode/encoders.ts';
import { openFrameWriter } from '../../src/media/encode/frame-writer.ts';
import { openSegmentEncoder } from '../../src/media/encode/segment-encoder.ts';
import { createFrame } from '../../src/media/frame.ts';
import { verifySegment } from '../../src/media/stitch/verify-segment.ts';
import type { OutputProfile } from '../../src/plan/index.ts';

if (ffmpegMissing) console.warn(`encode-and-stitch: parts skipped, ${ffmpegMissing}`);

const WIDTH = 128;
const HEIGHT = 64;

function profileOf(format: Format, rate = { num: 30, den: 1 }): OutputProfile {
  return { format, quality: 'standard', width: WIDTH, height: HEIGHT, rate, watermark: false };
}

describe('segments', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-stitch-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Encodes the frames first ... first + count - 1, each of which shows its number. */
  function encode(name: string, profile: OutputProfile, first: number, count: number) {
    const path = join(folder, name);
    const encoder = openSegmentEncoder(profile, path);
    const frame = createFrame(WIDTH, HEIGHT);
    for (let k = first; k < first + count; k++) {
      const [luma, cb, cr] = frame.data ?? [];
      const stride = frame.linesize[0] ?? 0;
      for (let y = 0; y < HEIGHT; y++) {
        for (let x = 0; x < WIDTH; x++) if (luma) luma[y * stride + x] = (k >> (7 - (x >> 4))) & 1 ? 220 : 30;
      }
      cb?.fill(100 + (k % 50));
      cr?.fill(128);
      encoder.write(frame);
    }
    const info = encoder.finish();
    frame.free();
    return { path, info };
  }

  function encodeAll(profile: OutputProfile, counts: readonly number[]) {
    let first = 0;
    return counts.map((count, index) => {
      const { path } = encode(`${profile.format}-${profile.rate.num}-${index}.mp4`, profile, first, count);
      first += count;
      return path;
    });
  }

  it.each([
    ['mp4', 59, {}, 2],
    ['mp4', 60, {}, 1],
    ['mp4', 59, { compression: 'fast' }, 1],
    ['mp4', 59, { width: 1278 }, 1],
    ['mp4-hevc', 59, {}, 2],
    ['mov-prores', 59, {}, 1],
    ['mp4', 300, { width: 3840, height: 2160 }, 2],
    ['webm', 300, { width: 2160, height: 3840 }, 2],
    ['mov-prores', 300, { width: 3840, height: 2160 }, 1],
  ] as const)('of %s with %d frames and %o are encoded on %d threads', (format, frames, fields, threads) => {
    expect(encoderThreads({ ...profileOf(format), width: 1280, height: 720, ...fields }, frames)).toBe(threads);
  });

  // Frames of HEVC take longest.
  const threaded: { format: Format; runs: number; frames: number; tags?: 'full' }[] = [
    { format: 'mp4', runs: 3, frames: 12 },
    { format: 'mp4-hevc', runs: 2, frames: 4 },
    { format: 'mp4-hevc', runs: 3, frames: 12, tags: 'full' },
    { format: 'mp4-av1', runs: 3, frames: 12 },
    { format: 'webm', runs: 3, frames: 12 },
  ];
  for (const { format, runs, frames, tags = [] } of threaded)
    it(`of ${format} and ${frames} frames on two threads have the same bytes`, { tags }, () => {
      const profile = { ...profileOf(format), width: 1280, height: 720 };
      const hashes = Array.from({ length: runs }, (_, run) => {
        const encoder = openSegmentEncoder(profile, join(folder, `threads-${run}.mp4`), { frames });
        const frame = createFrame(1280, 720);
        for (let k = 0; k < frames; k++) {
          for (const [place, plane] of (frame.data ?? []).entries())
            for (let at = 0; at < plane.length; at++) plane[at] = 60 + ((at * 7 + k * 31 * (place + 1)) % 97);
          encoder.write(frame);
        }
        frame.free();
        return encoder.finish().sha256;
      });
      expect(new Set(hashes).size).toBe(1);
    });

  it.skipIf(ffmpegMissing)('of H.264 look at most 2 dB worse at the end than on average', () => {
    const profile = { ...profileOf('mp4'), width: 320, height: 192 };
    const path = join(folder, 'end.mp4');
    const frames = 49;
    const encoder = openSegmentEncoder(profile, path, { frames });
    const frame = createFrame(320, 192);
    const [luma = Buffer.alloc(0), ...chroma] = frame.data ?? [];
    for (const plane of chroma) plane.fill(128);
    const stride = frame.linesize[0] ?? 0;
    /** Frames of a texture that moves by half a pixel in each frame. */
    const given = Array.from({ length: frames }, (_, k) => {
      for (let y = 0; y < 192; y++) {
        for (let x = 0; x < 320; x++) {
          const wave = Math.sin((x + k / 2) * 0.7) * Math.cos(y * 0.6 + k / 3) + Math.sin((x + k / 2) * y * 0.01);
          luma[y * stride + x] = 120 + Math.round(wave * 35);
        }
      }
      encoder.write(frame);
      return Buffer.concat(Array.from({ length: 192 }, (_, y) => luma.subarray(y * stride, y * stride + 320)));
    });
    encoder.finish();
    frame.free();
    const shown = ffmpeg(['-i', path, '-pix_fmt', 'gray', '-f', 'rawvideo', '-']);
    expect(shown.length).toBe(frames * 320 * 192);
    const quality = given.map((image, k) => psnr(image, shown.subarray(k * image.length, (k + 1) * image.length)));
    const median = quality.toSorted((a, b) => a - b)[frames >> 1] ?? 0;
    // Without copies of the last frame it is 3 dB worse.
    expect(Math.min(...quality.slice(-2))).toBeGreaterThan(median - 2);
  });

  it.each([
    [24, false],
    [25, true],
  ])('with a key frame every %d frames pass verification: %s', async (distance, isFine) => {
    const profile = profileOf('mp4');
    const path = join(folder, `keys-${distance}.mp4`);
    const { encoder, options } = videoCodecs.h264;
    const { width, height, rate } = profile;
    const own = { encoder, options: { ...options('standard'), 'forced-idr': '1' }, width, height, clock: rate, rate };
    const writer = openFrameWriter(own, path, 'The segment');
    const frame = createFrame(WIDTH, HEIGHT);
    for (let start = 0; start < 60; start++) writer.write(frame, { start, length: 1, isKey: start % distance === 0 });
    writer.finish();
    frame.free();
    const verified = verifySegment(path, { frames: 60, profile });
    if (isFine) await verified;
    else await expect(verified).rejects.toMatchObject({ details: { check: 'key_frame' } });
  });

  it.each(['mp4', 'webm', 'gif'] as const)(
    'of %s have the same bytes each time, one key frame, and pass verification',
    async (format) => {
      const profile = profileOf(format);
      const one = encode('one.mp4', profile, 0, 40);
      const two = encode('two.mp4', profile, 0, 40);
      expect(two.info).toEqual(one.info);
      expect(one.info).toMatchObject({ frames: 40, sizeBytes: readFileSync(one.path).length });
      await verifySegment(one.path, { frames: 40, profile });
    },
  );

  it('fail verification that names what is wrong', async () => {
    const profile = profileOf('mp4');
    const { path } = encode('checked.mp4', profile, 0, 20);
    await expect(verifySegment(path, { frames: 21, profile })).rejects.toThrow(/number of frames is 20, expected 21/);
    await expect(verifySegment(path, { frames: 20, profile: { ...profile, width: 256 } })).rejects.toThrow(
      /128x64, expected 256x64/,
    );
    await expect(verifySegment(path, { frames: 20, profile: profileOf('webm') })).rejects.toThrow(
      /codec is h264, expected vp9/,
    );
    await expect(verifySegment(path, { frames: 20, profile: profileOf('mp4', { num: 25, den: 1 }) })).rejects.toThrow(
      /time stamp/,
    );
    const bytes = readFileSync(path);
    const images = bytes.indexOf('mdat') + 4;
    writeFileSync(path, bytes.fill(0xff, images, images + 300));
    await expect(verifySegment(path, { frames: 20, profile })).rejects.toThrow(
      /first frame of segment checked.mp4 cannot be decoded/,
    );
    truncateSync(path, 900);
    await expect(verifySegment(path, { frames: 20, profile })).rejects.toThrow(/checked.mp4/);
  });

  it('refuse pictures of another size and vanish when they are given up', () => {
    const path = join(folder, 'given-up.mp4');
    const encoder = openSegmentEncoder(profileOf('mp4'), path);
    const frame = createFrame(64, 64);
    expect(() => encoder.write(frame)).toThrow(/needs frames of 128x64/);
    encoder.abort();
    expect(() => readFileSync(path)).toThrow(/ENOENT/);
    frame.free();
  });

  const joined = [
    { format: 'mp4', rate: { num: 30, den: 1 } },
    { format: 'mp4', rate: { num: 30000, den: 1001 } },
    { format: 'mp4', rate: { num: 24, den: 1 } },
    { format: 'webm', rate: { num: 30, den: 1 } },
    { format: 'webm', rate: { num: 60, den: 1 } },
    { format: 'gif', rate: { num: 25, den: 2 } },
    { format: 'gif', rate: { num: 20, den: 1 } },
  ] as const;

  it.skipIf(ffmpegMissing).each(joined)(
    'join to one $format at $rate.num/$rate.den without gaps, exact to the frame',
    async ({ format, rate }) => {
      const profile = profileOf(format, rate);
      const counts = [30, 1, 17, 2, 30];
      const total = 80;
      const segments = encodeAll(profile, counts);
      const outPath = join(folder, `joined-${rate.num}.${format}`);
      const audio = format === 'gif' ? null : mix(format, Math.round((total * rate.den * 48000) / rate.num));
      const result = await stitch({ segments, segmentFrames: counts, audio, profile, outPath });
      expect(result.durationSec).toBeCloseTo((total * rate.den) / rate.num, 9);

      const report = JSON.parse(ffprobe(['-count_frames', '-show_streams', '-show_format', '-of', 'json', outPath]));
      const [image, audible] = report.streams;
      expect(image).toMatchObject({
        width: WIDTH,
        height: HEIGHT,
        nb_read_frames: String(total),
        avg_frame_rate: `${rate.num}/${rate.den}`,
      });
      if (format !== 'gif')
        expect(image).toMatchObject({ color_space: 'bt709', color_range: 'tv', pix_fmt: 'yuv420p' });
      if (format === 'mp4') expect(image).toMatchObject({ color_primaries: 'bt709', color_transfer: 'bt709' });
      expect(Object.keys(report.format.tags ?? {}).filter((tag) => /time|date/i.test(tag))).toEqual([]);
      const frameSec = rate.den / rate.num;
      if (audible)
        expect(Math.abs(Number(audible.duration ?? report.format.duration) - result.durationSec)).toBeLessThan(
          frameSec,
        );

      const [num = 1, den = 1] = String(image.time_base).split('/').map(Number);
      const packets = ffprobe(['-select_streams', 'v', '-show_entries', 'packet=pts,dts', '-of', 'csv=p=0', outPath])
        .trim()
        .split('\n');
      const shown = packets.map((line) => Number(line.split(',')[0])).sort((a, b) => a - b);
      expect(shown).toEqual(
        Array.from({ length: total }, (_, k) => Math.round((k * rate.den * den) / (rate.num * num))),
      );
      const decoded = packets.map((line) => Number(line.split(',')[1]));
      expect(decoded.every((dts, i) => i === 0 || dts > (decoded[i - 1] ?? 0))).toBe(true);

      const video = openVideoSource(outPath);
      for (let k = 0; k < total; k++) expect(readNumber(video.frameAt((k * rate.den) / rate.num))).toBe(k);
      expect(video.damaged).toBe(0);
      video.close();
    },
  );

  it.skipIf(ffmpegMissing)('joined to webm are heard to the last sample of the mix, no further', async () => {
    const profile = profileOf('webm');
    const outPath = join(folder, 'heard.webm');
    const audio = mix('webm', 48_500);
    await stitch({ segments: encodeAll(profile, [30]), segmentFrames: [30], audio, profile, outPath });
    const audible = ffmpeg(['-i', outPath, '-map', '0:a', '-ac', '1', '-f', 's16le', '-']);
    expect(audible.length / 2).toBe(48_500);
  });

  it('joined twice have the same bytes, with the index in front', async () => {
    const profile = profileOf('mp4');
    const counts = [10, 20];
    const segments = encodeAll(profile, counts);
    const make = (name: string) =>
      stitch({ segments, segmentFrames: counts, audio: mix('mp4', 48_000), profile, outPath: join(folder, name) });
    const first = await make('first.mp4');
    expect(await make('second.mp4')).toEqual(first);
    const bytes = readFileSync(join(folder, 'first.mp4'));
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    expect(bytes.includes('colrnclx')).toBe(true);
  });

  it('that do not fit are refused and leave nothing behind', async () => {
    const profile = profileOf('mp4');
    const segments = encodeAll(profile, [10, 20]);
    const outPath = join(folder, 'refused.mp4');
    await expect(stitch({ segments, segmentFrames: [10, 21], audio: null, profile, outPath })).rejects.toThrow(
      /20 frames, expected 21/,
    );
    const other = encode('other.mp4', { ...profile, quality: 'high' }, 0, 5);
    await expect(
      stitch({ segments: [segments[0] ?? '', other.path], segmentFrames: [10, 5], audio: null, profile, outPath }),
    ).rejects.toThrow(/had different settings/);
    const broken = join(folder, 'zero-byte.mp4');
    writeFileSync(broken, '');
    await expect(stitch({ segments: [broken], segmentFrames: [1], audio: null, profile, outPath })).rejects.toThrow(
      /empty/,
    );
    expect(() => readFileSync(outPath)).toThrow(/ENOENT/);
  });

  function mix(format: 'mp4' | 'webm', samples: number): string {
    const path = join(folder, `sound-${format}-${samples}.mp4`);
    const encoder = openAudioEncoder(audioCodecs[format === 'mp4' ? 'aac' : 'opus'], 'standard', path);
    const side = Float32Array.from({ length: samples }, (_, i) => 0.3 * Math.sin(i / 20));
    encoder.write({ left: side, right: side }, samples);
    encoder.finish();
    return path;
  }
});

describe('the families of encoders', () => {
  it('know every option they set and every encoder they name', () => {
    for (const codec of Object.values(videoCodecs)) {
      expect(Codec.findEncoderByName(codec.encoder)?.isEncoder()).toBe(true);
      for (const quality of ['draft', 'standard', 'high'] as const)
        expect(Object.keys(codec.options(quality)).length).toBeGreaterThan(0);
    }
    for (const codec of Object.values(audioCodecs))
      expect(Codec.findEncoderByName(codec.encoder)?.isEncoder()).toBe(true);
  });
});
