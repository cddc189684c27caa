import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing, ffprobe } from '@framemill/testing/ffmpeg';
import { makeNumberedVideo, readNumber } from '@framemill/testing/numbered-video';
import { sampled } from '@framemill/testing/sampled';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileStream } from '../../src/audio/file-stream.ts';
import { makePreviewProxy } from '../../src/ingest/preview-proxy.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { copyPackets } from '../../src/media/copy/copy-packets.ts';
import { openVideoSource } from '../../src/media/decode/video-source.ts';
import { makeFolder } from '../scenes.ts';

if (ffmpegMissing) console.warn(`late-pictures: skipped, ${ffmpegMissing}`);

const FRAMES = 100;
const tags = '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'.split(' ');
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', '-g', '24', ...tags];
const vp8 = ['-c:v', 'libvpx', '-g', '30'];

interface Source {
  name: string;
  rate: number;
  /** Arguments of ffmpeg that select the video encoder; default H.264. `audio` is the audio encoder. */
  video?: readonly string[];
  audio: string;
  /** Delay of the video's start after the audio's, in seconds. */
  late?: number;
}

/** Writes a video whose frames show their numbers, with a tone as audio. */
function make(path: string, { rate, video = h264, audio, late = 0 }: Source): void {
  // Copied, since encoding would put the pictures back on a grid from 0.
  const images = `${path}.pictures.nut`;
  makeNumberedVideo(images, { frames: FRAMES, rate: `${rate}`, args: video });
  const tone = ['-f', 'lavfi', '-i', `sine=d=${FRAMES / rate}:r=48000`];
  const codecs = ['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', audio];
  ffmpeg(['-itsoffset', `${late}`, '-i', images, ...tone, ...codecs, path]);
}

/** Returns the start of the video or audio by the file's own clock, in seconds. */
function startSec(path: string, stream: 'v' | 'a' = 'v'): number {
  return Number.parseFloat(
    ffprobe(['-select_streams', stream, '-show_entries', 'stream=start_time', '-of', 'csv=p=0', path]),
  );
}

/** Returns the time of the only click in a file's audio, in seconds. The audio is read from `fromSec` on. */
function clickSec(path: string, fromSec: number): number {
  const stream = openFileStream(path, fromSec * 48_000);
  const left = new Float32Array(48_000 * 2);
  stream.read({ left, right: new Float32Array(left.length) }, 0, left.length);
  stream.close();
  return fromSec + left.findIndex((value) => Math.abs(value) > 0.2) / 48_000;
}

function numbersAt(path: string, times: readonly number[]): number[] {
  const video = openVideoSource(path);
  const numbers = times.map((at) => readNumber(video.frameAt(at)));
  video.close();
  return numbers;
}

describe.skipIf(ffmpegMissing)('pictures that start after the sound', () => {
  let folder = '';
  beforeAll(() => {
    folder = makeFolder();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const early: (Source & { starts: number })[] = [
    { name: 'opus.mkv', rate: 30, audio: 'libopus', starts: 0.007 },
    { name: 'vp8-opus.webm', rate: 25, video: vp8, audio: 'libopus', starts: 0.007 },
    // 5.33 ms: the first picture is rounded down, the second up.
    { name: 'rounded-twice.mkv', rate: 30, audio: 'flac', late: 0.005333, starts: 0.005 },
    { name: 'edit-list.mp4', rate: 30, audio: 'aac', late: 0.0113, starts: 0.011 },
  ];
  for (const { cases, tags } of sampled(early, 2))
    it.each(cases)('by less than half a frame count from 0, in any order: $name', { tags }, async (source) => {
      const path = join(folder, source.name);
      const proxy = `${path}.proxy.mp4`;
      make(path, source);
      expect(startSec(path)).toBeCloseTo(source.starts, 3);
      await makePreviewProxy(path, proxy);
      const forward = Array.from({ length: FRAMES }, (_, k) => k);
      const jumping = forward.map((k) => (k * 37) % FRAMES);
      for (const order of [forward, forward.toReversed(), jumping]) {
        const times = order.map((k) => k / source.rate);
        expect(numbersAt(path, times)).toEqual(order);
        expect(numbersAt(proxy, times)).toEqual(order);
      }
    });

  const primed = [
    { name: 'aac.mkv', codec: 'aac', starts: 0.021 },
    { name: 'aac-44100.mkv', codec: 'aac', rate: 44_100, starts: 0.023 },
    { name: 'aac.ts', codec: 'aac', starts: 0.0213 },
    { name: 'aac.flv', codec: 'aac', starts: 0.021 },
    { name: 'mp3.mkv', codec: 'libmp3lame', starts: 0.023 },
    { name: 'mp2.ts', codec: 'mp2', starts: 0.01 },
    { name: 'ac3.mkv', codec: 'ac3', starts: 0.005 },
    { name: 'wma.wmv', codec: 'wmav2', starts: 0.043 },
    { name: 'out-of-a-transport-stream.mp4', through: 'ts', codec: 'aac', starts: 0.021 },
  ];
  for (const { cases, tags } of sampled(primed, 4))
    it.each(cases)(
      'by the priming of their sound count from 0 with what was recorded: $name',
      { tags },
      async (source) => {
        const { name, through, codec, rate = 48_000, starts } = source;
        const path = join(folder, `primed-${name}`);
        const proxy = `${path}.proxy.mp4`;
        const images = `${path}.pictures.nut`;
        makeNumberedVideo(images, { frames: FRAMES, rate: '50', args: name.endsWith('wmv') ? ['-c:v', 'wmv2'] : h264 });
        const click = [
          '-f',
          'lavfi',
          '-i',
          `aevalsrc='0.8*sin(2*PI*1500*t)*between(t,1,1.01)':d=${FRAMES / 50}:s=${rate}`,
        ];
        const made = through ? `${path}.${through}` : path;
        ffmpeg(['-i', images, ...click, '-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', codec, made]);
        if (through) ffmpeg(['-i', made, '-c', 'copy', path]);
        expect(startSec(path) - startSec(path, 'a')).toBeCloseTo(starts, 3);
        const forward = Array.from({ length: FRAMES }, (_, k) => k);
        const times = forward.map((k) => k / 50);
        await makePreviewProxy(path, proxy);
        expect(numbersAt(path, times)).toEqual(forward);
        expect(numbersAt(proxy, times)).toEqual(forward);
        const { durationSec } = await probeMedia(path);
        expect(durationSec).toBe(Number(durationSec?.toFixed(6)));
        expect(Math.abs(clickSec(path, 0) - 1)).toBeLessThan(0.001);
        expect(Math.abs(clickSec(path, 0.9) - 1)).toBeLessThan(0.001);
      },
    );

  it('by less than half a frame are copied to the places where they are shown', async () => {
    const source = join(folder, 'copied.mp4');
    const outPath = join(folder, 'copy.mp4');
    make(source, { name: 'copied.mp4', rate: 30, audio: 'aac', late: 0.0113 });
    const { packets } = await probeMedia(source);
    if (!packets) throw new Error('The packets cannot be copied.');
    expect(packets).toMatchObject({ frames: FRAMES, soundFits: true });
    await copyPackets({ source, packets, sound: source, outPath });
    const times = Array.from({ length: FRAMES }, (_, k) => k / 30);
    expect(startSec(outPath)).toBe(0);
    expect(numbersAt(outPath, times)).toEqual(numbersAt(source, times));
  });

  const late: (Source & { shown: [atSec: number, number: number][] })[] = [
    {
      name: 'many-frames.mkv',
      rate: 25,
      audio: 'flac',
      late: 0.4,
      shown: [
        [0.39, 0],
        [0.439, 0],
        [0.44, 1],
        [1.4, 25],
      ],
    },
    {
      name: 'many-frames-opus.mkv',
      rate: 30,
      audio: 'libopus',
      late: 0.4,
      shown: [
        [0.39, 0],
        [0.438, 0],
        [0.442, 1],
        [1.409, 30],
      ],
    },
    {
      name: 'more-than-half-a-frame.mkv',
      rate: 25,
      audio: 'flac',
      late: 0.022,
      shown: [
        [0, 0],
        [0.061, 0],
        [0.062, 1],
        [1.022, 25],
      ],
    },
    {
      name: 'less-than-half-a-long-frame.mkv',
      rate: 2,
      audio: 'flac',
      late: 0.1,
      shown: [
        [0.1, 0],
        [0.59, 0],
        [0.6, 1],
        [3.6, 7],
      ],
    },
  ];
  it.each(late)('by more keep their distance: $name', async (source) => {
    const path = join(folder, `late-${source.name}`);
    const proxy = `${path}.proxy.mp4`;
    make(path, source);
    await makePreviewProxy(path, proxy);
    const times = source.shown.map(([atSec]) => atSec);
    const numbers = source.shown.map(([, number]) => number);
    expect(numbersAt(path, times)).toEqual(numbers);
    expect(numbersAt(proxy, times)).toEqual(numbers);
  });
});
