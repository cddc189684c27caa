import { openTextEngine } from '../fonts/font-files.ts';
import { sharp } from '../media/image-library.ts';
import { openTextSprites } from '../sprites/image-fonts.ts';
import { createSkiaCanvas } from '../sprites/skia.ts';
import type { Compared } from './beside-card.ts';

/** Comparison of a frame drawn on the CPU and on the GPU, with the name of its gallery example. */
export interface NamedMoment {
  readonly name: string;
  readonly moment: Compared;
}

const background = '#16191d';
const color = '#e6e9ed';
const label = 22;
const gap = 4;
const columns = 2;

/** Returns the `count` frames with the largest differences between CPU and GPU, the largest first. */
export function worstOf(moments: readonly NamedMoment[], count: number): NamedMoment[] {
  return moments.toSorted((a, b) => a.moment.psnr - b.moment.psnr).slice(0, count);
}

/**
 * Returns a PNG of compared frames in two columns. For each frame it shows the CPU's image, the GPU's image and their
 * difference, with name and peak signal-to-noise ratio below. Throws when `moments` is empty.
 */
export async function worstSheet(moments: readonly NamedMoment[]): Promise<Buffer> {
  const [first] = moments;
  if (!first) throw new Error('There are no compared frames for the contact sheet.');
  const { width = 0, height = 0 } = await sharp(first.moment.processor).metadata();
  const cell = { width: 3 * width + 3 * gap, height: height + label };
  const rows = Math.ceil(moments.length / columns);
  const size = { width: columns * cell.width + gap, height: rows * cell.height + gap };
  const canvas = createSkiaCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  context.fillStyle = background;
  context.fillRect(0, 0, size.width, size.height);
  const texts = openTextSprites(await openTextEngine());
  const placed: { input: Buffer; left: number; top: number }[] = [];
  for (const [index, { name, moment }] of moments.entries()) {
    const left = gap + Math.floor(index / rows) * cell.width;
    const top = gap + (index % rows) * cell.height;
    for (const [place, png] of [moment.processor, moment.card, moment.difference].entries()) {
      // Examples have different aspect ratios.
      const input = await sharp(png).resize(width, height, { fit: 'contain', background }).png().toBuffer();
      placed.push({ input, left: left + place * (width + gap), top });
    }
    const content = `${name}: ${moment.psnr.toFixed(1)} dB`;
    const sprite = texts.sprite({
      content,
      fontFamily: 'Inter',
      fontWeight: 600,
      fontSize: 13,
      lineHeight: 1.2,
      color,
    });
    context.save();
    context.translate(left, top + height + (label - sprite.height) / 2);
    sprite.draw(context);
    context.restore();
  }
  const pixels = context.getImageData(0, 0, size.width, size.height).data;
  const raw = { width: size.width, height: size.height, channels: 4 } as const;
  return sharp(pixels, { raw }).composite(placed).removeAlpha().png({ palette: true }).toBuffer();
}
