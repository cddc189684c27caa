import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';

/** Style of the captions of scene S1, used in our document and in the images that ffmpeg overlays. */
export const captionStyle = {
  fontFamily: 'Inter',
  fontWeight: 700,
  fontSize: 64,
  color: '#ffffff',
  width: 960,
  align: 'center',
} as const;

/** Draws one line of text, centred on a transparent image of `scale` times 960 x 200, into a PNG file. */
export function drawCaption(text: string, path: string, scale: number): void {
  const font = createRequire(import.meta.url).resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf');
  GlobalFonts.registerFromPath(font, 'Bench Inter');
  const canvas = createCanvas(960 * scale, 200 * scale);
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  context.font = `700 ${captionStyle.fontSize}px "Bench Inter"`;
  context.fillStyle = captionStyle.color;
  context.textAlign = 'center';
  // Inter's ascent and descent (0.96875 and 0.2412 em) centre the line like a layout with a line height.
  context.fillText(text, 480, 100 + ((0.96875 - 0.2412) / 2) * captionStyle.fontSize);
  writeFileSync(path, canvas.toBuffer('image/png'));
}
