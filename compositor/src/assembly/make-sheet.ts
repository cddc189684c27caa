import { writeFile } from 'node:fs/promises';
import { plainImage } from '../media/image-library.ts';
import { type ImagePlan, sheetPlan } from '../media/stitch/make-sprites.ts';
import { eachFrame, openRgbChain, readRgb } from '../media/stitch/read-frames.ts';
import type { StitchInput } from '../media/stitch-input.ts';

// Lighter than black, so that the edges of dark frames are visible.
const background = '#2a2d34';
const color = '#f2f3f5';
const gap = 8;
const labelHeight = 24;
const quality = 85;

/** Creates a contact sheet of the whole video as a JPEG file: frames with their times below them. See `stitch`. */
export async function makeSheet(input: StitchInput): Promise<void> {
  const { profile, outPath, onProgress } = input;
  const total = input.segmentFrames.reduce((sum, frames) => sum + frames, 0);
  const plan = sheetPlan(profile, total);
  const wanted = new Map(plan.frames.map((frame, place) => [frame, place]));
  const rgb = openRgbChain(profile, plan);
  const raw = { width: plan.width, height: plan.height, channels: 3 } as const;
  const images: { input: Buffer; raw: typeof raw; left: number; top: number }[] = [];
  try {
    await eachFrame(input, (frame, number) => {
      const place = wanted.get(number);
      if (place !== undefined) images.push({ input: readRgb(rgb, frame), raw, ...cornerOf(place, plan) });
      onProgress?.(number + 1);
    });
  } finally {
    rgb.close();
  }
  const labels = plan.frames.map((frame, place) => {
    const { left, top } = cornerOf(place, plan);
    const seconds = (frame * profile.rate.den) / profile.rate.num;
    return { left, top: top + plan.height, text: clock(seconds) };
  });
  const size = {
    width: gap + plan.columns * (plan.width + gap),
    height: gap + plan.rows * (plan.height + labelHeight + gap),
  };
  const { drawLabels } = await import('./sheet-labels.ts');
  const sheet = plainImage(size.width, size.height, background)
    .composite([
      ...images,
      { input: await drawLabels(labels, { ...size, labelWidth: plan.width, labelHeight, color }), left: 0, top: 0 },
    ])
    .removeAlpha();
  await writeFile(outPath, await sheet.jpeg({ quality }).toBuffer());
}

function cornerOf(place: number, { columns, width, height }: ImagePlan): { left: number; top: number } {
  return {
    left: gap + (place % columns) * (width + gap),
    top: gap + Math.floor(place / columns) * (height + labelHeight + gap),
  };
}

/** Formats a time with tenths of a second, such as `1:05.3`. Hours are shown only for times of an hour or more. */
function clock(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, tenths % 600];
  const tail = `${two(Math.floor(rest / 10))}.${rest % 10}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}
