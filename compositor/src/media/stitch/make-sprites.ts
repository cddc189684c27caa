import { plainImage } from '../image-library.ts';
import type { StitchInput } from '../stitch-input.ts';
import { eachFrame } from './each-frame.ts';
import { type ImagePlan, spritePlan } from './image-grid.ts';
import { readRgb } from './read-rgb.ts';
import { openRgbChain } from './to-rgb.ts';
import { openZip, type ZipWriter } from './zip-file.ts';

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
 * Writes the WebVTT track of thumbnails. Each cue is a media fragment address (`#xywh=`) of a region on a sheet, as web
 * players expect.
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
