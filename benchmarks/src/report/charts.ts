import { createRequire } from 'node:module';
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import type { ShownFilm } from '../batch/check-films.ts';
import { itemValues } from '../batch/item-values.ts';
import { type FramePixels, frameSize } from '../batch/read-frame.ts';
import type { ScalingFigures, ScalingResults } from '../suites/scaling.ts';
import type { SimulatorFigures } from '../suites/simulator.ts';
import type { StudioFigure } from '../suites/studio.ts';

/** Colour of primary text. */
export const ink = '#1d2433';
/** Colour of grid lines and secondary text of the charts. */
export const faint = '#8b93a5';

/**
 * Creates a white canvas of `width` x `height` pixels, and registers the fonts `Chart Inter` and `Chart Inter Bold`.
 */
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

/** Draws text on a baseline. `room` is the maximum width of the text in pixels. */
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

const scalingWidth = 1000;
const scalingHeight = 560;
const plot = { left: 90, right: 940, top: 130, bottom: 470 };

/**
 * Draws efficiency over the number of slots (logarithmic) as a PNG. An efficiency of 1 is ideal; the dashed line is the
 * required minimum.
 */
export function drawScaling({ paced, real, msPerFrame }: ScalingResults, subtitle: string): Buffer {
  const { canvas, context } = chartCanvas(scalingWidth, scalingHeight);
  write(context, 'How renders scale with slots', 40, 54, '700 28px "Chart Inter Bold"', ink);
  write(context, subtitle, 40, 86, '16px "Chart Inter"', faint);

  const most = Math.max(...paced.map(({ slots }) => slots), 2);
  const x = (slots: number) => plot.left + (Math.log2(slots) / Math.log2(most)) * (plot.right - plot.left);
  const y = (efficiency: number) => plot.bottom - Math.min(1.05, efficiency) * ((plot.bottom - plot.top) / 1.05);
  for (let mark = 0; mark <= 1; mark += 0.25) {
    line(context, [plot.left, y(mark)], [plot.right, y(mark)], '#e8ebf1');
    write(context, mark.toFixed(2), plot.left - 14, y(mark) + 5, '15px "Chart Inter"', faint, 'right');
  }
  for (const { slots } of paced)
    write(context, String(slots), x(slots), plot.bottom + 28, '15px "Chart Inter"', faint, 'center');
  write(context, 'slots', (plot.left + plot.right) / 2, plot.bottom + 54, '15px "Chart Inter"', faint, 'center');
  context.setLineDash([6, 6]);
  line(context, [plot.left, y(0.9)], [plot.right, y(0.9)], '#9aa6bd');
  context.setLineDash([]);

  series(context, paced, x, y, '#f2703f');
  series(context, real, x, y, '#2a6f97');
  write(context, `■ segments that sleep ${msPerFrame} ms a frame`, plot.left, 116, '16px "Chart Inter"', '#f2703f');
  write(context, '■ real segments, 1080p', plot.left + 340, 116, '16px "Chart Inter"', '#2a6f97');
  return canvas.toBuffer('image/png');
}

function series(
  context: SKRSContext2D,
  figures: readonly ScalingFigures[],
  x: (slots: number) => number,
  y: (efficiency: number) => number,
  colour: string,
): void {
  for (const [index, { slots, efficiency }] of figures.entries()) {
    const before = figures[index - 1];
    if (before) line(context, [x(before.slots), y(before.efficiency)], [x(slots), y(efficiency)], colour, 3);
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x(slots), y(efficiency), 6, 0, 2 * Math.PI);
    context.fill();
    const below = colour === '#2a6f97' ? 30 : -14;
    write(context, efficiency.toFixed(2), x(slots), y(efficiency) + below, '15px "Chart Inter"', colour, 'center');
  }
}

function line(context: SKRSContext2D, from: [number, number], to: [number, number], colour: string, weight = 1): void {
  context.strokeStyle = colour;
  context.lineWidth = weight;
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
}

const simulatorWidth = 1200;
const simulatorHeight = 640;
const bars = { left: 250, right: 590, top: 150, bottom: 560 };
const curve = { left: 720, right: 1150, top: 150, bottom: 560 };
const ours = '#f2703f';
const other = '#9aa6bd';

/**
 * Draws two charts as one PNG: the work that each account of an overloaded farm got relative to its fair share, and
 * render times with and without speculative (duplicate) attempts.
 */
export function drawSimulator({ shares, tail, seed }: SimulatorFigures): Buffer {
  const { canvas, context } = chartCanvas(simulatorWidth, simulatorHeight);
  write(context, 'The scheduling policy on 200 simulated nodes', 40, 54, '700 28px "Chart Inter Bold"', ink);
  write(
    context,
    `seed ${seed}; nine tenants that always want more; four machines ten times as slow`,
    40,
    86,
    '16px "Chart Inter"',
    faint,
  );
  drawShares(context, shares);
  drawTail(context, tail);
  return canvas.toBuffer('image/png');
}

function drawShares(context: SKRSContext2D, shares: SimulatorFigures['shares']): void {
  write(context, 'Work that each tenant got, 1 = its share', 40, 128, '700 18px "Chart Inter Bold"', ink);
  const most = Math.max(1.5, ...shares.flatMap(({ fair, fifo }) => [fair, fifo]));
  const x = (share: number) => bars.left + (share / most) * (bars.right - bars.left);
  for (let mark = 0; mark <= most; mark += 0.5) {
    context.fillStyle = mark === 1 ? '#b9c0ce' : '#e8ebf1';
    context.fillRect(x(mark) - 1, bars.top, 2, bars.bottom - bars.top);
    write(context, mark.toFixed(1), x(mark), bars.bottom + 24, '15px "Chart Inter"', faint, 'center');
  }
  const row = (bars.bottom - bars.top) / shares.length;
  for (const [index, { accountId, fair, fifo }] of shares.entries()) {
    const y = bars.top + index * row;
    write(context, accountId.replace(/-\d+$/, ''), bars.left - 14, y + row / 2 + 5, '16px "Chart Inter"', ink, 'right');
    context.fillStyle = ours;
    context.fillRect(x(0), y + 4, x(fair) - x(0), row / 2 - 6);
    context.fillStyle = other;
    context.fillRect(x(0), y + row / 2, x(fifo) - x(0), row / 2 - 6);
  }
  write(context, '■ deficit round robin', bars.left, bars.bottom + 56, '16px "Chart Inter"', ours);
  write(context, '■ oldest first', bars.left + 200, bars.bottom + 56, '16px "Chart Inter"', other);
}

function drawTail(context: SKRSContext2D, tail: SimulatorFigures['tail']): void {
  write(context, 'Render time by rank', curve.left - 60, 128, '700 18px "Chart Inter Bold"', ink);
  const mostMs = Math.max(...tail.map(({ single }) => single), ...tail.map(({ doubled }) => doubled));
  const x = (share: number) => curve.left + ((share - 0.5) / 0.5) * (curve.right - curve.left);
  const y = (ms: number) => curve.bottom - (ms / mostMs) * (curve.bottom - curve.top);
  for (const share of [0.5, 0.6, 0.7, 0.8, 0.9, 1]) {
    write(context, `${Math.round(share * 100)} %`, x(share), curve.bottom + 24, '15px "Chart Inter"', faint, 'center');
  }
  for (let mark = 0; mark <= mostMs; mark += 5_000) {
    context.fillStyle = '#e8ebf1';
    context.fillRect(curve.left, y(mark), curve.right - curve.left, 2);
    write(context, `${mark / 1_000} s`, curve.left - 12, y(mark) + 6, '15px "Chart Inter"', faint, 'right');
  }
  for (const [which, colour] of [
    ['single', other],
    ['doubled', ours],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = 3;
    context.beginPath();
    for (const point of tail) context.lineTo(x(point.share), y(point[which]));
    context.stroke();
  }
  write(context, '■ with speculative attempts', curve.left, curve.bottom + 56, '16px "Chart Inter"', ours);
  write(context, '■ without', curve.left + 130, curve.bottom + 56, '16px "Chart Inter"', other);
}

const WIDTH = 1000;
const ROW = 64;
const TOP = 120;
const PLOT = { left: 400, right: 960 };

/**
 * Draws a line for each figure, from 0 to twice the budget of the figure, as a PNG. Each value of the figure is a mark
 * on the line. Marks in the left half are within the budget.
 */
export function drawStudio(figures: readonly StudioFigure[], subtitle: string): Buffer {
  const { canvas, context } = chartCanvas(WIDTH, TOP + figures.length * ROW + 30);
  write(context, 'The Studio and its budgets', 40, 54, '700 28px "Chart Inter Bold"', ink);
  write(context, subtitle, 40, 86, '16px "Chart Inter"', faint);
  for (const [index, { what, unit, value, most, values }] of figures.entries()) {
    const y = TOP + index * ROW + ROW / 2;
    const x = (one: number) => PLOT.left + Math.min(1, one / (2 * most)) * (PLOT.right - PLOT.left);
    write(context, what, 380, y - 2, '16px "Chart Inter"', ink, 'right');
    write(context, `${Math.round(value)} ${unit}, at most ${most}`, 380, y + 18, '14px "Chart Inter"', faint, 'right');
    context.fillStyle = '#e8f3ec';
    context.fillRect(PLOT.left, y - 16, x(most) - PLOT.left, 32);
    context.fillStyle = '#fbeceb';
    context.fillRect(x(most), y - 16, PLOT.right - x(most), 32);
    context.fillStyle = 'rgba(42, 111, 151, 0.3)';
    for (const one of values) context.fillRect(x(one) - 1.5, y - 12, 3, 24);
    context.fillStyle = value <= most ? '#1f8a4c' : '#c8372d';
    context.fillRect(x(value) - 2.5, y - 18, 5, 36);
  }
  return canvas.toBuffer('image/png');
}

const columns = 4;
const cell = { width: 320, height: 180 } as const;
const gap = 8;
const label = 22;

/**
 * Draws a contact sheet of frames from a batch's videos as a PNG. Below each frame are the number and the name of the
 * batch item.
 */
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
