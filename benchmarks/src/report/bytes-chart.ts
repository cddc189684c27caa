import { type BytesFigures, bytesLevels } from '../suites/bytes.ts';
import { chartCanvas, faint, ink, write } from './charts.ts';

const width = 1000;
const plot = { left: 250, right: 900, top: 150 };
const barPitch = 15;
const rowGap = 14;
const colours = { draft: '#9aa6bd', standard: '#f2703f', high: '#c9501f', fast: '#4fb286', small: '#3f7df2' };
/** Distance of two grid lines, in per cent. */
const marks = 5;
/** Largest difference that is drawn to scale, in per cent. Longer bars end in an arrow. */
const mostPercent = 40;

/**
 * Draws a bar chart as a PNG: how much larger Framemill's files are than ffmpeg's files of the same similarity to the
 * source, in per cent. There is a group of bars for each test video, with one bar for each of `bytesLevels` (the sets
 * of render options). Bars to the left mean files smaller than ffmpeg's. Bars above 40 % are cut.
 */
export function drawBytes(figures: readonly BytesFigures[], subtitle: string): Buffer {
  const contents = [...Map.groupBy(figures, ({ content }) => content)];
  const rowHeight = bytesLevels.length * barPitch + rowGap;
  const bottom = plot.top + contents.length * rowHeight;
  const { canvas, context } = chartCanvas(width, bottom + 50);
  write(context, 'Bytes beyond one pass, at equal similarity', 40, 54, '700 28px "Chart Inter Bold"', ink);
  write(context, subtitle, 40, 86, '16px "Chart Inter"', faint);
  for (const [index, level] of bytesLevels.entries())
    write(context, `■ ${level}`, 40 + index * 120, 120, '16px "Chart Inter"', colours[level]);

  const percents = figures.map(({ ratio }) => Math.min(mostPercent, (ratio - 1) * 100));
  const least = marks * Math.floor(Math.min(0, ...percents) / marks);
  const most = marks * Math.ceil(Math.max(marks, ...percents) / marks);
  const x = (percent: number) => plot.left + ((percent - least) / (most - least)) * (plot.right - plot.left);
  const step = marks * Math.max(1, Math.ceil((most - least) / marks / 12));
  for (let mark = step * Math.ceil(least / step); mark <= most; mark += step) {
    context.fillStyle = mark === 0 ? '#8b93a5' : '#e8ebf1';
    context.fillRect(x(mark) - 1, plot.top - 8, 2, bottom - plot.top + 8);
    write(context, `${mark} %`, x(mark), bottom + 24, '15px "Chart Inter"', faint, 'center');
  }
  for (const [index, [content, rows]] of contents.entries()) {
    const top = plot.top + index * rowHeight;
    write(context, content, plot.left - 20, top + 2.5 * barPitch, '17px "Chart Inter"', ink, 'right');
    for (const { level, ratio } of rows) {
      const whole = (ratio - 1) * 100;
      const percent = Math.min(mostPercent, whole);
      const arrow = whole > mostPercent ? ' →' : '';
      const y = top + bytesLevels.indexOf(level) * barPitch;
      context.fillStyle = colours[level];
      context.fillRect(Math.min(x(0), x(percent)), y, Math.abs(x(percent) - x(0)), barPitch - 3);
      const place = percent < 0 ? x(percent) - 6 : x(percent) + 6;
      write(
        context,
        `${whole.toFixed(1)}${arrow}`,
        place,
        y + 11,
        '12px "Chart Inter"',
        ink,
        percent < 0 ? 'right' : 'left',
      );
    }
  }
  return canvas.toBuffer('image/png');
}
