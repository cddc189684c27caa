import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { makeNumberedVideo, readNumber } from '@framemill/testing/numbered-video';
import { sampled } from '@framemill/testing/sampled';
import { Frame } from 'node-av/lib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openVideoDecoder } from '../../src/media/decode/video-decoder.ts';
import { openVideoSource } from '../../src/media/decode/video-source.ts';
import { setDisplayMatrix } from './display-matrix.ts';
import { realMedia } from './real-media.ts';

if (ffmpegMissing) console.warn(`video-source: skipped, ${ffmpegMissing}`);

const FRAMES = 100;
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', '-g', '24'];
const projectRates = [24, 30, 30000 / 1001, 60];

interface Source {
  name: string;
  rate: string;
  args: readonly string[];
  /** Returns the start of frame k, in seconds. */
  startOf?: (k: number) => number;
}

const constantRates: Source[] = ['24', '25', '30', '30000/1001', '50', '60'].map((rate) => ({
  name: `constant-${rate.replace('/', '-')}.mp4`,
  rate,
  args: h264,
}));

const sources: Source[] = [
  ...constantRates,
  {
    name: 'variable.mp4',
    rate: '30',
    args: [
      '-vf',
      "settb=1/90000,setpts='(N*3+mod(N\\,2))*1500'",
      '-fps_mode',
      'passthrough',
      '-enc_time_base',
      '1/90000',
      ...h264,
      '-video_track_timescale',
      '90000',
    ],
    startOf: (k) => (k * 3 + (k % 2)) / 60,
  },
  { name: 'open-groups.mp4', rate: '30', args: [...h264, '-x264-params', 'open-gop=1:keyint=24'] },
  { name: 'late-first-picture-no-edit-list.mp4', rate: '30', args: [...h264, '-use_editlist', '0'] },
  { name: 'fragmented.mp4', rate: '30', args: [...h264, '-movflags', 'frag_keyframe+empty_moov'] },
  { name: 'millisecond-clock.mkv', rate: '30000/1001', args: h264 },
  { name: 'vp9.webm', rate: '60', args: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-g', '30'] },
  { name: 'clock-starts-anywhere.ts', rate: '25', args: [...h264, '-x264-params', 'open-gop=1:keyint=24'] },
  { name: 'no-presentation-times.avi', rate: '25', args: h264 },
  { name: 'sparse-times.mpg', rate: '25', args: ['-c:v', 'mpeg2video', '-bf', '2', '-g', '15', '-q:v', '3'] },
  {
    name: 'open-groups-hevc.mp4',
    rate: '25',
    args: ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'keyint=24:log-level=error:open-gop=1'],
  },
];

function startsOf({ rate, startOf }: Source): (k: number) => number {
  const [num = 1, den = 1] = rate.split('/').map(Number);
  return startOf ?? ((k) => (k * den) / num);
}

/**
 * Returns the number of the frame that should be visible at the time `at`: the last frame that starts at or before
 * `at`.
 */
function expectedAt(startOf: (k: number) => number, at: number): number {
  let k = 0;
  while (k + 1 < FRAMES && startOf(k + 1) <= at + 1e-6) k += 1;
  return k;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

describe.skipIf(ffmpegMissing)('a video source', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-video-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const make = (source: Source): string => {
    const path = join(folder, source.name);
    makeNumberedVideo(path, { frames: FRAMES, rate: source.rate, args: source.args });
    return path;
  };

  it.each([
    { name: 'decimals.mkv', rate: '2997/100', frames: 60, args: ['-c:v', 'mpeg4'] },
    { name: 'decimals.mp4', rate: '2997/100', frames: 1_300, args: ['-c:v', 'mpeg4'] },
    { name: 'microseconds.avi', rate: '1000000/33367', frames: 1_560, args: ['-c:v', 'mpeg4'] },
  ])('shows picture n of $name, which rounds its rate, at frame n of 30000/1001', ({ name, rate, frames, args }) => {
    const path = join(folder, name);
    makeNumberedVideo(path, { frames, rate, args, width: 64, height: 16 });
    const video = openVideoSource(path);
    const places = Array.from({ length: 20 }, (_, i) => frames - 20 + i);
    const shown = places.map((n) => readNumber(video.frameAt((n * 1_001) / 30_000)));
    video.close();
    expect(shown).toEqual(places.map((n) => n % 256));
  });

  for (const { cases, tags } of sampled(sources, 3))
    it.each(cases)(
      'shows the right picture of $name at every frame of 24, 30, 29.97 and 60 fps projects, in any order',
      { tags },
      (source) => {
        const path = make(source);
        const startOf = startsOf(source);
        const random = seeded(7);
        for (const rate of projectRates) {
          const video = openVideoSource(path);
          const times = Array.from({ length: Math.ceil((startOf(FRAMES - 1) + 0.2) * rate) }, (_, i) => i / rate);
          const shuffled = Array.from({ length: 30 }, () => times[Math.floor(random() * times.length)] ?? 0);
          const orders = { forward: times, backward: [...times].reverse(), shuffled };
          for (const [order, list] of Object.entries(orders)) {
            const wrong = list
              .map((at) => ({
                order,
                rate,
                at,
                shown: readNumber(video.frameAt(at)),
                expected: expectedAt(startOf, at),
              }))
              .filter(({ shown, expected }) => shown !== expected);
            expect(wrong).toEqual([]);
          }
          expect(video.damaged).toBe(0);
          video.close();
        }
      },
    );

  it('gives the same bytes for a time however it was reached', () => {
    const path = make({ name: 'history.mp4', rate: '30', args: [...h264, '-x264-params', 'open-gop=1:keyint=24'] });
    const bytesAt = (visits: number[]) => {
      const video = openVideoSource(path);
      const bytes = visits.map((at) => Buffer.concat(video.frameAt(at).data ?? []).toString('base64')).at(-1);
      video.close();
      return bytes;
    };
    const direct = bytesAt([2.5]);
    expect(bytesAt([0, 1, 2, 2.5])).toBe(direct);
    expect(bytesAt([3.2, 3.1, 2.5])).toBe(direct);
    expect(bytesAt(Array.from({ length: 76 }, (_, i) => i / 30))).toBe(direct);
  });

  it('keeps the pictures on its way back when it plays backwards, not after a cut to an earlier time', () => {
    const video = openVideoSource(
      make({ name: 'back.mp4', rate: '30', args: [...h264, '-x264-params', 'keyint=100:scenecut=0'] }),
    );
    const kept = vi.spyOn(Frame.prototype, 'clone');
    for (const at of [3, 1.5, 1.6]) video.frameAt(at);
    expect(kept).not.toHaveBeenCalled();
    video.frameAt(1.5);
    expect(kept).toHaveBeenCalledTimes(45);
    for (const at of [1.4, 1.3, 0.2]) video.frameAt(at);
    expect(kept).toHaveBeenCalledTimes(45);
    kept.mockRestore();
    video.close();
  });

  it('leaves out what no one needs on its way to a time, and nothing else', () => {
    const longGroup = [
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-g',
      '250',
      '-x264-params',
      'b-adapt=0:bframes=3:scenecut=0',
    ];
    const path = make({ name: 'long-group.mp4', rate: '25', args: longGroup });
    const decoder = openVideoDecoder(path);
    const frame = new Frame();
    frame.alloc();
    const second = decoder.timeBase.den / decoder.timeBase.num;
    const startsAfter = (seek: () => void) => {
      seek();
      const starts: number[] = [];
      for (let start = decoder.next(frame); start !== null; start = decoder.next(frame)) starts.push(start / second);
      return starts;
    };
    const all = startsAfter(() => decoder.rewind());
    const some = startsAfter(() => decoder.seek(3.5 * second, 3 * second));
    expect(all).toHaveLength(FRAMES);
    expect(some.filter((start) => start >= 3)).toEqual(all.filter((start) => start >= 3));
    // Of a group of four one P and one B picture remain.
    expect(some.filter((start) => start < 3).length).toBeLessThan(75 * 0.6);
    expect(startsAfter(() => decoder.seek(3.5 * second))).toEqual(all);
    frame.free();
    decoder.close();
  });

  it.each([40, 41, 42, 43])('shows picture %i over a pause, whatever others need of it', (held) => {
    // Everything after it comes three seconds later.
    const later = `setpts='(N+75*gt(N\\,${held}))/25/TB'`;
    const args = ['-vf', later, '-fps_mode', 'passthrough', ...h264, '-g', '250'];
    const path = make({ name: `pause-${held}.mp4`, rate: '25', args });
    const played = openVideoSource(path);
    const numbers = Array.from({ length: 175 }, (_, k) => readNumber(played.frameAt(k / 25)));
    played.close();
    for (const k of [held + 2, held + 40, held + 74, held + 77, 170]) {
      const video = openVideoSource(path);
      expect({ k, shown: readNumber(video.frameAt(k / 25)) }).toEqual({ k, shown: numbers[k] });
      video.close();
    }
    expect(numbers[held + 40]).toBe(held);
  });

  it('starts at the cut of an edit list, also when that is not a key frame', () => {
    const whole = make({ name: 'whole.mp4', rate: '25', args: h264 });
    const cut = join(folder, 'cut-by-edit-list.mp4');
    ffmpeg(['-ss', '1.4', '-i', whole, '-c', 'copy', cut]);
    const video = openVideoSource(cut);
    for (const k of [0, 1, 5, 20, 40]) expect(readNumber(video.frameAt(k / 25))).toBe(35 + k);
    for (const k of [30, 2, 0]) expect(readNumber(video.frameAt(k / 25))).toBe(35 + k);
    video.close();
  });

  it('keeps the distance between sound and picture when the picture starts later', () => {
    const whole = make({ name: 'picture.mp4', rate: '25', args: h264 });
    const late = join(folder, 'picture-starts-late.mp4');
    ffmpeg([
      '-itsoffset',
      '0.4',
      '-i',
      whole,
      '-f',
      'lavfi',
      '-i',
      'sine=d=3',
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-c:v',
      'copy',
      '-c:a',
      'aac',
      late,
    ]);
    const video = openVideoSource(late);
    expect([0, 0.39, 0.4, 0.44, 1.4].map((at) => readNumber(video.frameAt(at)))).toEqual([0, 0, 0, 1, 25]);
    video.close();
  });

  it.each([
    { turn: 'clock', degrees: -90, transposed: true, flipped: false },
    { turn: 'counterclock', degrees: 90, transposed: true, flipped: true },
    { turn: 'half', degrees: 180, transposed: false, flipped: true },
  ])('turns a phone video upright ($turn)', ({ turn, degrees, transposed, flipped }) => {
    const path = make({ name: `upright-${turn}.mp4`, rate: '30', args: h264 });
    const turned = join(folder, `turned-${turn}.mp4`);
    setDisplayMatrix(path, turned, degrees);
    const video = openVideoSource(turned);
    expect([video.width, video.height]).toEqual(transposed ? [64, 128] : [128, 64]);
    for (const k of [0, 5, 77]) expect(readNumber(video.frameAt(k / 30), { transposed, flipped })).toBe(k);
    video.close();
  });

  it.each([
    { name: 'ten-bit.mp4', args: ['-vf', 'format=yuv420p10le', ...h264] },
    { name: 'full-chroma.mp4', args: ['-vf', 'format=yuv444p', ...h264] },
    { name: 'full-range.mp4', args: ['-vf', 'scale=out_range=full,format=yuvj420p', ...h264] },
    { name: 'motion-jpeg.avi', args: ['-c:v', 'mjpeg', '-q:v', '3'] },
    // Its 256 colours are coarse.
    { name: 'animated.gif', args: [], tolerance: 20 },
  ])('converts $name to 8-bit 4:2:0', ({ name, args, tolerance = 4 }) => {
    const video = openVideoSource(make({ name, rate: '25', args }));
    for (const k of [0, 3, 60]) {
      const frame = video.frameAt(k / 25);
      expect({ format: frame.format, number: readNumber(frame) }).toEqual({ format: 0, number: k });
    }
    // Black was 30 and white 220 at limited range: full range sources must come back to that.
    const luma = video.frameAt(0).data?.[0]?.[0] ?? 0;
    expect(Math.abs(luma - 30)).toBeLessThanOrEqual(tolerance);
    video.close();
  });

  it('takes odd sizes', () => {
    const path = join(folder, 'odd-size.mkv');
    makeNumberedVideo(path, { frames: 30, rate: '30', args: ['-c:v', 'ffv1'], width: 127, height: 63 });
    const video = openVideoSource(path);
    expect([video.width, video.height, video.frameAt(0).width]).toEqual([127, 63, 127]);
    expect(readNumber(video.frameAt(0.5))).toBe(15);
    video.close();
  });

  it('shows anamorphic pictures wider without touching their pixels', () => {
    const video = openVideoSource(make({ name: 'wide-pixels.mp4', rate: '30', args: ['-vf', 'setsar=2', ...h264] }));
    expect([video.width, video.height, video.frameWidth, video.frameHeight]).toEqual([256, 64, 128, 64]);
    expect(video.frameAt(0).width).toBe(128);
    video.close();
  });

  it('hands out the same picture without new work while it is on show', () => {
    const video = openVideoSource(make({ name: 'held.mp4', rate: '25', args: h264 }));
    const first = video.frameAt(1);
    const { generation } = video;
    expect(video.frameAt(1.02)).toBe(first);
    expect(video.generation).toBe(generation);
    video.frameAt(1.04);
    expect(video.generation).toBe(generation + 1);
    video.close();
  });

  it('holds the last good picture over damaged packets and counts them', () => {
    const path = make({ name: 'intact.mp4', rate: '25', args: [...h264, '-movflags', '+faststart'] });
    const bytes = readFileSync(path);
    const random = seeded(3);
    for (let i = 0; i < 60; i++)
      bytes[Math.floor(bytes.length * (0.55 + 0.25 * random()))] = Math.floor(random() * 256);
    const damaged = join(folder, 'corrupt-packets-in-the-middle.mp4');
    writeFileSync(damaged, bytes);
    const video = openVideoSource(damaged);
    for (let k = 0; k < FRAMES; k++) expect(video.frameAt(k / 25).width).toBe(128);
    expect(video.damaged).toBeGreaterThan(0);
    expect(readNumber(video.frameAt(0.2))).toBe(5);
    video.close();
  });

  it('holds the last picture of a file that ends too early', () => {
    const path = make({ name: 'complete.mp4', rate: '25', args: [...h264, '-movflags', '+faststart'] });
    const truncated = join(folder, 'truncated-data.mp4');
    const bytes = readFileSync(path);
    writeFileSync(truncated, bytes.subarray(0, Math.floor(bytes.length * 0.7)));
    const video = openVideoSource(truncated);
    const last = readNumber(video.frameAt(3.9));
    expect(last).toBeGreaterThan(20);
    expect(readNumber(video.frameAt(3.99))).toBe(last);
    video.close();
  });

  it('refuses what has no picture, naming the reason', () => {
    const cut = join(folder, 'truncated-moov.mp4');
    const whole = make({ name: 'for-moov.mp4', rate: '25', args: h264 });
    writeFileSync(cut, readFileSync(whole).subarray(0, 2000));
    expect(() => openVideoSource(cut)).toThrow(/moov/);
    const audio = join(folder, 'only-sound.wav');
    ffmpeg(['-f', 'lavfi', '-i', 'sine=d=1', audio]);
    expect(() => openVideoSource(audio)).toThrow(/no video/);
    const disguised = join(folder, 'wrong-extension.mp4');
    copyFileSync(make({ name: 'vp8.webm', rate: '60', args: ['-c:v', 'libvpx', '-g', '24'] }), disguised);
    expect(readNumber(openVideoSource(disguised).frameAt(0.5))).toBe(30);
  });
});

describe.skipIf(realMedia === null)('real files', () => {
  it('agree with ffmpeg on every picture of a file with an edit list', () => {
    const path = join(realMedia ?? '', 'edts.mp4');
    const video = openVideoSource(path);
    const size = video.width * video.height;
    const judged = ffmpeg([
      '-i',
      path,
      '-vf',
      'extractplanes=y',
      '-f',
      'rawvideo',
      '-fps_mode',
      'passthrough',
      'pipe:1',
    ]);
    const frames = judged.length / size;
    expect(Math.round(video.durationSec * 25)).toBe(frames);
    for (let k = 0; k < frames; k += 7) {
      const frame = video.frameAt(k / 25);
      const stride = frame.linesize[0] ?? 0;
      const rows = Array.from(
        { length: video.height },
        (_, y) => frame.data?.[0]?.subarray(y * stride, y * stride + video.width) ?? new Uint8Array(),
      );
      expect({ k, same: Buffer.concat(rows).equals(judged.subarray(k * size, (k + 1) * size)) }).toEqual({
        k,
        same: true,
      });
    }
    video.close();
  });
});
