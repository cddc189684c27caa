import { openTextEngine } from '../fonts/font-files.ts';
import { sharp } from '../media/image-library.ts';
import { sheetLayout } from '../plan/contact-sheet.ts';
import { openTextSprites } from '../sprites/image-fonts.ts';
import { createSkiaCanvas } from '../sprites/skia.ts';
import type { RenderedFrame } from './renderer.ts';

// Lighter than black, so that the edges of dark frames are visible.
const background = '#2a2d34';
const color = '#f2f3f5';
const fontSize = 17;
const jpegQuality = 85;

/**
 * Combines frames, PNGs of equal size, into a contact sheet (`sheetLayout`) with the time of each frame below it.
 * `timeSec` of the result is the time of the first frame.
 */
export async function contactSheet(
  frames: readonly [RenderedFrame, ...RenderedFrame[]],
  type: 'jpeg' | 'png',
): Promise<RenderedFrame> {
  const [first] = frames;
  const { width, height, cells, label } = sheetLayout(frames.length, first);
  const canvas = createSkiaCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  const texts = openTextSprites(await openTextEngine());
  for (const [index, { x, y }] of cells.entries()) {
    const time = `${Number((frames[index]?.timeSec ?? 0).toFixed(3))} s`;
    const style = { content: time, fontFamily: 'Inter', fontWeight: 600, fontSize, lineHeight: 1.2, color };
    const sprite = texts.sprite(style);
    context.save();
    // A time may be wider than a very small image.
    context.beginPath();
    context.rect(x, y + first.height, first.width, label);
    context.clip();
    context.translate(
      x + Math.max(0, (first.width - sprite.width) / 2),
      y + first.height + (label - sprite.height) / 2,
    );
    sprite.draw(context);
    context.restore();
  }
  const pixels = context.getImageData(0, 0, width, height).data;
  const sheet = sharp(pixels, { raw: { width, height, channels: 4 } })
    .composite(cells.map(({ x, y }, index) => ({ input: Buffer.from(frames[index]?.data ?? []), left: x, top: y })))
    .removeAlpha();
  const data = await (type === 'jpeg' ? sheet.jpeg({ quality: jpegQuality }) : sheet.png()).toBuffer();
  return { data, width, height, timeSec: first.timeSec };
}
