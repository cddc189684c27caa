import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ffmpeg, ffmpegMissing, ffprobe } from '@framemill/testing/ffmpeg';
import { createDocument, parseDocument } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stitch } from '../../src/assembly/stitch.ts';
import { mixAudio } from '../../src/audio/mix-audio.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { openSegmentEncoder } from '../../src/media/encode/segment-encoder.ts';
import { createFrame } from '../../src/media/frame.ts';
import { peakOf, writeWav } from './impulse-file.ts';

if (ffmpegMissing) console.warn(`long-mix: parts skipped, ${ffmpegMissing}`);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-long-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a long mix', () => {
  for (const { minutes, tags } of [
    { minutes: 2, tags: [] },
    { minutes: 10, tags: 'full' },
  ])
    it.skipIf(ffmpegMissing)(
      `of ${minutes} minutes ends with its pictures and has each sound at its sample`,
      {
        tags,
      },
      () => expectExact(minutes),
    );

  async function expectExact(minutes: number): Promise<void> {
    const source = join(folder, 'clicks.wav');
    const seconds = minutes * 60 + 1;
    // A click each minute at a rate that 48 kHz is no multiple of.
    writeWav(source, {
      rate: 22_050,
      channels: 1,
      samples: 22_050 * seconds,
      sample: (n) => (n % 1_323_000 === 22_050 ? 0.9 : 0),
    });
    const rate = { num: 30_000, den: 1_001 };
    const frames = minutes * 30 * 60;
    const endSec = (frames * rate.den) / rate.num;
    const base = createDocument({ fps: 29.97 });
    const document = parseDocument({
      ...base,
      clips: [
        {
          id: 'clicks',
          name: '',
          type: 'audio',
          src: 'clicks',
          trackIndex: 3,
          start: 0,
          duration: endSec,
          mediaDuration: seconds,
        },
      ],
    });
    const profile = { format: 'mp4', quality: 'draft', width: 64, height: 64, rate, watermark: false } as const;
    const media = { clicks: { path: source, facts: await probeMedia(source) } };
    const mix = join(folder, 'sound.mp4');
    const { samples } = await mixAudio({ document, profile, media, outPath: mix });
    expect(samples).toBe(Math.round(endSec * 48_000));

    const segment = join(folder, 'segment.mp4');
    const encoder = openSegmentEncoder(profile, segment);
    const frame = createFrame(64, 64);
    for (let k = 0; k < 60; k++) encoder.write(frame);
    encoder.finish();
    frame.free();
    const outPath = join(folder, 'finished.mp4');
    const segments = Array.from({ length: minutes * 30 }, () => segment);
    await stitch({ segments, segmentFrames: segments.map(() => 60), audio: mix, profile, outPath });

    const [images = {}, audible = {}] = JSON.parse(
      ffprobe(['-show_entries', 'stream=start_time,duration,nb_frames', '-of', 'json', outPath]),
    ).streams;
    expect(Number(images.nb_frames)).toBe(frames);
    expect(Math.abs(Number(images.duration) - Number(audible.duration))).toBeLessThan(0.001);
    expect(Math.abs(Number(images.start_time) - Number(audible.start_time))).toBeLessThan(0.001);
    for (const minute of [0, Math.floor(minutes / 2), minutes - 1]) {
      const at = (minute * 60 + 1) * 48_000;
      const cut = `atrim=start_sample=${at - 4_800}:end_sample=${at + 4_800}`;
      const bytes = ffmpeg(['-i', outPath, '-vn', '-af', `${cut},pan=mono|c0=c0`, '-f', 'f32le', 'pipe:1']);
      const around = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
      expect(Math.abs(peakOf(around) - 4_800)).toBeLessThanOrEqual(1);
    }
  }

  it('needs no more memory than a short one, whatever is done to it', () => {
    const source = join(folder, 'tone.wav');
    writeWav(source, {
      rate: 48_000,
      channels: 2,
      samples: 48_000 * 61,
      sample: (n) => 0.3 * Math.sin(n / 30) * Math.sin(n / 70_000),
    });
    const script = fileURLToPath(new URL('mix-process.ts', import.meta.url));
    // One process for all: in the first mix it grows to its usual size. Memory that is free goes back to the system at
    // once.
    const args = [
      '--expose-gc',
      '--max-semi-space-size=1',
      script,
      source,
      join(folder, 'memory.mp4'),
      '12',
      '12',
      '60',
    ];
    const env = {
      ...process.env,
      MALLOC_ARENA_MAX: '1',
      MALLOC_TRIM_THRESHOLD_: '65536',
      MALLOC_MMAP_THRESHOLD_: '8192',
    };
    const child = spawnSync(process.execPath, args, { env });
    expect(child.stderr.toString()).toBe('');
    const [, short, long] = JSON.parse(child.stdout.toString());
    expect([short.samples, long.samples]).toEqual([12 * 48_000, 60 * 48_000]);
    // 48 s more of stereo float are 18 MB: one copy of them kept anywhere would show.
    expect(long.mostBytes - short.mostBytes).toBeLessThan(15_000_000);
  });
});
