import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { ShownFilm } from '../batch/check-films.ts';
import { itemValues } from '../batch/item-values.ts';
import { type FramePixels, frameSize } from '../batch/read-frame.ts';
import { chartCanvas, faint, write } from './chart-canvas.ts';

const columns = 4;
const cell = { width: 320, height: 180 } as const;
const gap = 8;
const label = 22;

/** Draws a contact sheet of frames from a batch's videos, each above its item's number and name, as a PNG. */
export function drawFilms(films: readonly ShownFilm[]): Buffer {
  const rows = Math.ceil(films.length / columns);
  const { canvas, context } = chartCanvas(columns * (cell.width + gap) + gap, rows * (cell.height + label + gap) + gap);
  for (const [place, { index, pixels }] of films.entries()) {
    const x = gap + (place % columns) * (cell.width + gap);
    const y = gap + Math.floor(place / columns) * (cell.height + label + gap);
    context.drawImage(canvasOf(pixels), x, y, cell.width, cell.height);
    write(context, `item ${index}: ${itemValues(index).name}`, x, y + cell.height + 15, '13px "Chart Inter"', faint);
  }
  return canvas.toBuffer('image/png');
}

function canvasOf(pixels: FramePixels): Canvas {
  const canvas = createCanvas(frameSize.width, frameSize.height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(frameSize.width, frameSize.height);
  for (let pixel = 0; pixel < frameSize.width * frameSize.height; pixel++) {
    for (let channel = 0; channel < 3; channel++) image.data[pixel * 4 + channel] = pixels[pixel * 3 + channel] ?? 0;
    image.data[pixel * 4 + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
