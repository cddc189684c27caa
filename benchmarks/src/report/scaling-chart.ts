import type { SKRSContext2D } from '@napi-rs/canvas';
import type { ScalingFigures, ScalingResults } from '../suites/scaling.ts';
import { chartCanvas, faint, ink, write } from './chart-canvas.ts';

const width = 1000;
const height = 560;
const plot = { left: 90, right: 940, top: 130, bottom: 470 };

/**
 * Draws efficiency over the number of slots (logarithmic) as a PNG. 1 is ideal; the dashed line is the required
 * minimum.
 */
export function drawScaling({ paced, real, msPerFrame }: ScalingResults, subtitle: string): Buffer {
  const { canvas, context } = chartCanvas(width, height);
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
