import type { OutputProfile } from '../../plan/profile.ts';
import { plainImage } from '../image-library.ts';
import type { StitchInput } from '../stitch-input.ts';
import { openZip, type ZipWriter } from './make-sequence.ts';
import { eachFrame, openRgbChain, readRgb } from './read-frames.ts';

const quality = 80;

/**
 * Writes thumbnails of the video into one ZIP: sheets `sprites-1.jpg` and so on, and `thumbnails.vtt` with the position
 * of each thumbnail. See `stitch`.
 */
export async function makeSprites(input: StitchInput): Promise<void> {
  const { profile, outPath, onProgress } = input;
  const total = input.segmentFrames.reduce((sum, frames) => sum + frames, 0);
  const plan = spritePlan(profile, total);
  const wanted = new Set(plan.frames);
  const rgb = openRgbChain(profile, plan);
  const zip = openZip(outPath, input.entryDate);
  const perSheet = plan.columns * plan.rows;
  let thumbnails: Buffer[] = [];
  let sheets = 0;
  try {
    await eachFrame(input, async (frame, number) => {
      if (wanted.has(number)) thumbnails.push(readRgb(rgb, frame));
      if (thumbnails.length === perSheet) {
        sheets += 1;
        await addSheet(zip, sheets, thumbnails, plan);
        thumbnails = [];
      }
      onProgress?.(number + 1);
    });
    if (thumbnails.length > 0) await addSheet(zip, sheets + 1, thumbnails, plan);
    const secondsOf = (frame: number) => (frame * profile.rate.den) / profile.rate.num;
    zip.add('thumbnails.vtt', Buffer.from(thumbnailTrack(plan, total, secondsOf)));
    await zip.finish();
  } finally {
    rgb.close();
  }
}

async function addSheet(zip: ZipWriter, number: number, thumbnails: readonly Buffer[], plan: ImagePlan): Promise<void> {
  const { width, height, columns } = plan;
  const across = Math.min(columns, thumbnails.length);
  const down = Math.ceil(thumbnails.length / columns);
  const raw = { width, height, channels: 3 } as const;
  const sheet = plainImage(across * width, down * height, '#000000')
    .composite(
      thumbnails.map((input, place) => ({
        ...{ input, raw },
        ...{ left: (place % columns) * width, top: Math.floor(place / columns) * height },
      })),
    )
    .removeAlpha();
  zip.add(`sprites-${number}.jpg`, await sheet.jpeg({ quality }).toBuffer());
}

/**
 * Builds the WebVTT track of thumbnails. Each cue contains the file name of a sheet with a region (`#xywh=`, a media
 * fragment), as web players expect.
 */
export function thumbnailTrack(plan: ImagePlan, totalFrames: number, secondsOf: (frame: number) => number): string {
  const { frames, columns, rows, width, height } = plan;
  const cues = frames.map((frame, index) => {
    const place = index % (columns * rows);
    const sheet = Math.floor(index / (columns * rows)) + 1;
    const corner = [(place % columns) * width, Math.floor(place / columns) * height, width, height].join(',');
    const end = frames[index + 1] ?? totalFrames;
    return `${stamp(secondsOf(frame))} --> ${stamp(secondsOf(end))}\nsprites-${sheet}.jpg#xywh=${corner}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

function stamp(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = String(ms % 1000).padStart(3, '0');
  return `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}.${rest}`;
}

/** Frame numbers, size and grid of the images that are taken from a video at equal intervals. */
export interface ImagePlan {
  /** Output frame numbers, in rising order. */
  readonly frames: readonly number[];
  readonly columns: number;
  readonly rows: number;
  /** Width of one image, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Longest side of an image on a contact sheet, in pixels. */
const sheetSide = 320;
const thumbnailSide = 160;
/** Maximum number of thumbnails of one video. The interval is lengthened to stay below it. */
const mostThumbnails = 1_000;
const defaultIntervalSec = 2;

/**
 * Plans the images of a contact sheet: `columns` x `rows` (default 4 x 4). The video is divided into as many equal
 * parts, and each image is taken from the middle of a part.
 */
export function sheetPlan(profile: OutputProfile, totalFrames: number): ImagePlan {
  const { columns = 4, rows = 4 } = profile.choice ?? {};
  const count = Math.min(columns * rows, totalFrames);
  const frames = Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * totalFrames) / count));
  return { frames, columns: Math.min(columns, count), rows: Math.ceil(count / columns), ...sizeOf(profile, sheetSide) };
}

/**
 * Plans the thumbnails of a video: one every `intervalSec` seconds (default 2), `columns` x `rows` on each sheet
 * (default 10 x 10).
 */
function spritePlan(profile: OutputProfile, totalFrames: number): ImagePlan {
  const { columns = 10, rows = 10, intervalSec = defaultIntervalSec } = profile.choice ?? {};
  const fps = profile.rate.num / profile.rate.den;
  const step = Math.max(1, intervalSec * fps, totalFrames / mostThumbnails);
  const count = Math.max(1, Math.ceil(totalFrames / step));
  const frames = Array.from({ length: count }, (_, index) => Math.min(totalFrames - 1, Math.round(index * step)));
  return { frames, columns, rows, ...sizeOf(profile, thumbnailSide) };
}

function sizeOf({ width, height }: OutputProfile, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2));
  return { width: even(width), height: even(height) };
}
