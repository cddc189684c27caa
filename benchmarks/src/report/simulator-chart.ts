import type { SKRSContext2D } from '@napi-rs/canvas';
import type { SimulatorFigures } from '../suites/simulator.ts';
import { chartCanvas, faint, ink, write } from './chart-canvas.ts';

const width = 1200;
const height = 640;
const bars = { left: 250, right: 590, top: 150, bottom: 560 };
const curve = { left: 720, right: 1150, top: 150, bottom: 560 };
const ours = '#f2703f';
const other = '#9aa6bd';

/**
 * Draws two charts as one PNG: the share of work that each tenant of an overloaded farm got, and render times with and
 * without speculative attempts.
 */
export function drawSimulator({ shares, tail, seed }: SimulatorFigures): Buffer {
  const { canvas, context } = chartCanvas(width, height);
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
