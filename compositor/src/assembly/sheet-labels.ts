import { openTextEngine } from '../fonts/font-files.ts';
import { openTextSprites } from '../sprites/image-fonts.ts';
import { createSkiaCanvas } from '../sprites/skia.ts';

/** Label of a contact sheet. It is centred in a strip whose upper left corner is at (`left`, `top`), in pixels. */
export interface SheetLabel {
  readonly left: number;
  readonly top: number;
  readonly text: string;
}

/** Draws labels on a transparent PNG. Each label has a strip of the same size, to which it is clipped. */
export async function drawLabels(
  labels: readonly SheetLabel[],
  {
    width,
    height,
    labelWidth,
    labelHeight,
    color,
  }: { width: number; height: number; labelWidth: number; labelHeight: number; color: string },
): Promise<Buffer> {
  const canvas = createSkiaCanvas(width, height);
  const context = canvas.getContext('2d');
  const texts = openTextSprites(await openTextEngine());
  for (const { left, top, text } of labels) {
    const sprite = texts.sprite({
      content: text,
      fontFamily: 'Inter',
      fontWeight: 600,
      fontSize: 15,
      lineHeight: 1.2,
      color,
    });
    context.save();
    // A time may be wider than a very small image.
    context.beginPath();
    context.rect(left, top, labelWidth, labelHeight);
    context.clip();
    context.translate(left + Math.max(0, (labelWidth - sprite.width) / 2), top + (labelHeight - sprite.height) / 2);
    sprite.draw(context);
    context.restore();
  }
  return canvas.toBuffer('image/png');
}
