import { createRequire } from 'node:module';
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';

/** Colour of primary text. */
export const ink = '#1d2433';
/** Colour of grid lines and secondary text of the charts. */
export const faint = '#8b93a5';

/** Creates a white canvas of a size in pixels, and registers the fonts `Chart Inter` and `Chart Inter Bold`. */
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

/** Draws text at a baseline. `room` is the maximum width of the text in pixels. */
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
