import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ffmpeg, ffprobe } from '@framemill/testing/ffmpeg';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { openVideoSource } from '../../src/media/decode/video-source.ts';
import { likeness } from '../audio/against-decoder.ts';
import { psnr } from '../images.ts';
import type { Row } from './row.ts';

const MOST_SECONDS = 20;
const CORRELATION_FLOOR = 0.999;
/** Minimum PSNR of the luma of three frames, in dB. */
const IMAGE_FLOOR_DB = 42;
const FRAMES = [0, 10, 75];

/** Compares every media file of a folder with ffmpeg: all of the audio, and some frames of the video. */
export async function* realFiles(folder: string): AsyncGenerator<Row> {
  for (const file of readdirSync(folder).sort()) {
    const path = join(folder, file);
    if (extname(file) === '.md') continue;
    const facts = await probeMedia(path);
    if (facts.hasAudio) yield audioOf(path, file);
    if (facts.kind === 'video') yield* imagesOf(path, file, facts.fps ?? 25);
  }
}

function audioOf(path: string, file: string): Row {
  const rate = Number(
    ffprobe(['-select_streams', 'a:0', '-show_entries', 'stream=sample_rate', '-of', 'csv=p=0', path]),
  );
  const { correlation, lagSec } = likeness(path, rate, MOST_SECONDS);
  const note = `${rate} Hz, lag ${(lagSec * 1000).toFixed(1)} ms`;
  return { file, judge: 'ffmpeg, contiguous', figure: correlation, floor: CORRELATION_FLOOR, note };
}

function* imagesOf(path: string, file: string, fps: number): Generator<Row> {
  const tagged = ffprobe(['-select_streams', 'v:0', '-show_entries', 'stream=color_space', '-of', 'csv=p=0', path]);
  const source = openVideoSource(path);
  // What does not say it counts as BT.601 below 720 lines.
  const matrix = /bt|smpte/.test(tagged) ? 'auto' : source.height < 720 ? 'bt601' : 'bt709';
  const toBt709 = `scale=in_color_matrix=${matrix}:out_color_matrix=bt709:flags=accurate_rnd+full_chroma_int+bicubic`;
  try {
    for (const number of FRAMES) {
      const frame = source.frameAt((number + 0.5) / fps);
      const { width, height } = frame;
      const [plane = Buffer.alloc(0)] = frame.data ?? [];
      const [stride = 0] = frame.linesize;
      const luma = Buffer.concat(
        Array.from({ length: height }, (_, y) => plane.subarray(y * stride, y * stride + width)),
      );
      const select = [
        '-map',
        '0:v:0',
        '-vf',
        `select=eq(n\\,${number}),${toBt709},format=yuv420p,extractplanes=y`,
        '-frames:v',
        '1',
      ];
      const judged = ffmpeg(['-i', path, ...select, '-f', 'rawvideo', 'pipe:1']);
      const figure = judged.length === luma.length ? psnr(luma, judged) : Number.NaN;
      yield { file, judge: `ffmpeg, luma of frame ${number}`, figure, floor: IMAGE_FLOOR_DB };
    }
  } finally {
    source.close();
  }
}
