import type { StudioFigure } from '../suites/studio.ts';
import { chartCanvas, faint, ink, write } from './chart-canvas.ts';

const WIDTH = 1000;
const ROW = 64;
const TOP = 120;
const PLOT = { left: 400, right: 960 };

/**
 * Draws the values of each figure as marks on a line that ends at twice its budget, as a PNG. Marks in the left half
 * are within the budget.
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
