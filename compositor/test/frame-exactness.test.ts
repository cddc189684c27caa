import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing, ffprobe } from '@framemill/testing/ffmpeg';
import { makeNumberedVideo, numbersOn } from '@framemill/testing/numbered-video';
import { createDocument, durationSec } from '@framemill/timeline';
import { afterAll, describe, expect, it } from 'vitest';
import { stitch } from '../src/assembly/stitch.ts';
import { mixAudio } from '../src/audio/mix-audio.ts';
import { probeMedia } from '../src/ingest/probe-media.ts';
import { audioKey, type OutputProfile, outputProfile, planSegments } from '../src/plan/index.ts';
import { createRenderer } from '../src/render/renderer.ts';
import { setDisplayMatrix } from './media/display-matrix.ts';
import { makeClip, makeFolder } from './scenes.ts';

// From a file to the finished film, judged by ffmpeg: every output frame is there, at its time, and shows the number of
// the source's picture that is on show then.
if (ffmpegMissing) console.warn(`frame-exactness: skipped, ${ffmpegMissing}`);

const folder = makeFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const images = 60;
const h264 = '-c:v libx264 -preset veryfast -bf 3 -g 24'.split(' ');
/** Frame rates of the tested projects. `npm test` covers only the fractional rate. */
const projectRates = [
  { rates: [29.97], tags: [] },
  { rates: [24, 30, 60], tags: 'full' },
];

interface Source {
  name: string;
  /** Writes the test file to `path`. */
  make(path: string): void;
  /** Returns the start of the k-th frame, in seconds. */
  startOf(k: number): number;
  /** Frame number that is visible in the first frame. */
  first?: number;
  /** Whether the frame numbers are drawn along the height of the frame, for rotated videos. */
  upright?: boolean;
  hasAudio?: boolean;
}

const numbered =
  (rate: string, args: readonly string[] = h264, size = {}) =>
  (path: string) =>
    makeNumberedVideo(path, { frames: images, rate, args, ...size });
const constant = (rate: string) => {
  const [num = 1, den = 1] = rate.split('/').map(Number);
  return (k: number) => (k * den) / num;
};
const at25 = constant('25');

function withAudio(seconds: number, codec = 'aac'): Source['make'] {
  return (path) => {
    const silent = `${path}.silent.mp4`;
    numbered('25')(silent);
    const mix = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}:sample_rate=44100`];
    ffmpeg(['-i', silent, ...mix, '-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', codec, path]);
  };
}

const variable = "settb=1/90000,setpts='(N*3+mod(N\\,2))*1500'";
const sources: Source[] = [
  ...['24', '25', '30', '30000/1001', '50', '60'].map((rate) => ({
    name: `${rate.replace('/', ' over ')} frames a second.mp4`,
    make: numbered(rate),
    startOf: constant(rate),
  })),
  {
    name: 'variable rate.mp4',
    make: numbered('30', [
      '-vf',
      variable,
      ...'-fps_mode passthrough -enc_time_base 1/90000'.split(' '),
      ...h264,
      '-video_track_timescale',
      '90000',
    ]),
    startOf: (k) => (k * 3 + (k % 2)) / 60,
  },
  {
    name: 'turned phone.mp4',
    make: (path) => {
      numbered('30')(`${path}.flat.mp4`);
      setDisplayMatrix(`${path}.flat.mp4`, path, -90);
    },
    startOf: constant('30'),
    upright: true,
  },
  { name: 'ten bits.mp4', make: numbered('25', ['-vf', 'format=yuv420p10le', ...h264]), startOf: at25 },
  { name: 'odd sides.mkv', make: numbered('25', ['-c:v', 'ffv1'], { width: 127, height: 63 }), startOf: at25 },
  {
    name: 'cut by an edit list amid B-frames.mp4',
    make: (path) => {
      numbered('25')(`${path}.whole.mp4`);
      ffmpeg(['-ss', '0.6', '-i', `${path}.whole.mp4`, '-c', 'copy', path]);
    },
    startOf: at25,
    first: 15,
  },
  { name: 'sound longer than picture.mp4', make: withAudio(4), startOf: at25, hasAudio: true },
  { name: 'sound shorter than picture.mp4', make: withAudio(1), startOf: at25, hasAudio: true },
  { name: 'picture 7 ms late beside Opus.mkv', make: withAudio(2.4, 'libopus'), startOf: at25, hasAudio: true },
];

/** Renders one clip of a file at a project's frame rate into a video. Returns its path, frames and profile. */
async function film(source: Source, fps: number): Promise<{ path: string; frames: number; profile: OutputProfile }> {
  const own = join(folder, `${source.name} ${fps}`);
  mkdirSync(own);
  const path = join(folder, source.name);
  const facts = await probeMedia(path);
  const shown = images - (source.first ?? 0);
  const duration = source.startOf(shown - 1);
  const clip = makeClip({ type: 'video', src: 'source', duration, mediaDuration: duration, fit: 'fill' });
  const size = source.upright ? { width: 64, height: 128 } : { width: 128, height: 64 };
  const document = { ...createDocument({ ...size, fps }), clips: [clip] };
  const options = {
    format: 'mp4',
    quality: 'standard',
    resolution: 'full',
    maxShortSide: null,
    watermark: false,
  } as const;
  const { profile } = outputProfile(document.settings, options);
  const media = { source: { path, facts } };
  const plan = planSegments(document, profile, { source: facts }, 'test');
  const renderer = await createRenderer({ document, profile, media });
  const segments = plan.map(({ index }) => join(own, `${index}.mp4`));
  try {
    for (const [index, { startFrame, endFrame }] of plan.entries()) {
      await renderer.renderSegment(startFrame, endFrame, segments[index] ?? '');
    }
    expect(renderer.warnings()).toEqual([]);
  } finally {
    renderer.close();
  }
  const audible = audioKey(document, profile, { source: facts }, 'test') !== null;
  expect(audible).toBe(source.hasAudio ?? false);
  const audio = audible ? join(own, 'sound.mp4') : null;
  if (audio) await mixAudio({ document, profile, media, outPath: audio });
  const outPath = join(own, 'film.mp4');
  const segmentFrames = plan.map(({ startFrame, endFrame }) => endFrame - startFrame);
  await stitch({ segments, segmentFrames, audio, profile, outPath });
  const frames = segmentFrames.reduce((sum, count) => sum + count, 0);
  expect(frames).toBe(Math.round(durationSec(document) * (profile.rate.num / profile.rate.den)));
  return { path: outPath, frames, profile };
}

/**
 * Reads the frame numbers in all frames of each video with ffmpeg. One process decodes all videos, because starting it
 * takes longer than decoding one.
 */
function numbersIn(paths: readonly string[], upright: boolean): number[][] {
  const turn = upright ? 'transpose=cclock,' : '';
  const filter = [
    '-vf',
    `${turn}extractplanes=y,scale=8:1:flags=neighbor`,
    '-f',
    'rawvideo',
    '-fps_mode',
    'passthrough',
  ];
  const raw = (path: string) => `${path}.numbers`;
  ffmpeg([
    ...paths.flatMap((path) => ['-i', path]),
    ...paths.flatMap((path, index) => ['-map', `${index}:v`, ...filter, raw(path)]),
  ]);
  return paths.map((path) => numbersOn(readFileSync(raw(path))));
}

describe.skipIf(ffmpegMissing)('a film of a file', { timeout: 240_000 }, () => {
  describe.each(projectRates)('in projects of $rates frames a second', ({ rates, tags }) => {
    it.each(sources)('with $name shows each picture at its time', { tags }, (source) => expectExact(source, rates));
  });

  async function expectExact(source: Source, rates: readonly number[]): Promise<void> {
    source.make(join(folder, source.name));
    const films = [];
    for (const fps of rates) films.push(await film(source, fps));
    const numbers = numbersIn(
      films.map(({ path }) => path),
      source.upright ?? false,
    );
    for (const [index, { path, frames, profile }] of films.entries()) {
      const { num, den } = profile.rate;
      const report = JSON.parse(ffprobe(['-count_frames', '-show_streams', '-show_packets', '-of', 'json', path]));
      const [image, mix] = report.streams;
      expect(image).toMatchObject({ nb_read_frames: String(frames), avg_frame_rate: `${num}/${den}` });
      const times = report.packets.filter((packet: Packet) => packet.codec_type === 'video');
      const [tbNum = 1, tbDen = 1] = String(image.time_base).split('/').map(Number);
      const expectedTimes = Array.from({ length: frames }, (_, k) => Math.round((k * den * tbDen) / (num * tbNum)));
      expect(times.map((packet: Packet) => packet.pts).sort((a: number, b: number) => a - b)).toEqual(expectedTimes);
      if (mix) expect(Math.abs(Number(mix.duration) - (frames * den) / num)).toBeLessThan(den / num);
      const expected = Array.from({ length: frames }, (_, k) => (source.first ?? 0) + onShow(source, (k * den) / num));
      expect(numbers[index]).toEqual(expected);
    }
  }
});

interface Packet {
  codec_type: string;
  pts: number;
}

/** Returns the index of the frame that is visible at a time: the last frame that starts at or before that time. */
function onShow({ startOf }: Source, sec: number): number {
  let k = 0;
  while (startOf(k + 1) <= sec + 1e-6) k += 1;
  return k;
}
