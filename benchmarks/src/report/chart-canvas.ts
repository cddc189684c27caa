import { createRequire } from 'node:module';
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';

/** Colour of what is read first, and of what explains it. */
export const ink = '#1d2433';
/** Colour of grid lines and secondary text of the charts. */
export const faint = '#8b93a5';

/** A white canvas of pixels, with the fonts `Chart Inter` and `Chart Inter Bold` to write on it. */
export function chartCanvas(width: number, height: number): { canvas: Canvas; context: SKRSContext2D } {
  const resolve = createRequire(import.meta.url).resolve;
  GlobalFonts.registerFromPath(resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'), 'Chart Inter');
  GlobalFonts.registerFromPath(resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'), 'Chart Inter Bold');
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  return { canvas, context };
}

/** Writes at a baseline; `room` is the most pixels that the text may take. */
export function write(
  context: SKRSContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  align: 'left' | 'center' | 'right' = 'left',
  room?: number,
): void {
  context.font = font;
  context.fillStyle = colour;
  context.textAlign = align;
  context.fillText(text, x, y, room);
}
