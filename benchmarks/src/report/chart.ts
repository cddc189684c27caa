import type { SKRSContext2D } from '@napi-rs/canvas';
import { codecsOfT, type LengthFigures, type SceneFigures, type SideFigures } from '../suites/scene-figures.ts';
import { chartCanvas, faint, ink, write } from './chart-canvas.ts';

const width = 1200;
const rowHeight = 84;
const left = 300;
const right = 1110;
const ourColour = '#f2703f';
const codecsColour = '#c9501f';

/** Draws the wall times of one length as a PNG: one pair of bars a scene, as multiples of T. */
export function drawChart(length: LengthFigures, subtitle: string): Buffer {
  const top = 150;
  const height = top + length.scenes.length * rowHeight + 70;
  const { canvas, context } = chartCanvas(width, height);
  write(context, 'Render time as a multiple of T', 40, 58, '700 30px "Chart Inter Bold"', ink);
  write(context, subtitle, 40, 92, '18px "Chart Inter"', faint);
  legend(context);

  const rows = length.scenes.map((scene) => ({
    scene,
    ours: scene.ratioToT,
    codecs: codecsShare(scene, length.t),
    peer: scene.ffmpeg ? scene.ffmpeg.medianWallSec / length.t.medianWallSec : 1,
  }));
  const most = Math.max(1.2, ...rows.flatMap((row) => [row.ours, row.peer]));
  const x = (ratio: number) => left + (ratio / most) * (right - left);
  const bottom = top + rows.length * rowHeight;
  for (let mark = 0; mark <= most; mark += 0.5) {
    context.fillStyle = mark === 1 ? '#b9c0ce' : '#e8ebf1';
    context.fillRect(x(mark) - 1, top - 10, 2, bottom - top + 10);
    write(context, mark === 1 ? 'T' : mark.toFixed(1), x(mark), bottom + 26, '16px "Chart Inter"', faint, 'center');
  }
  rows.forEach(({ scene, ours, codecs, peer }, i) => {
    const y = top + i * rowHeight;
    write(context, scene.scene, 40, y + 26, '700 22px "Chart Inter Bold"', ink);
    write(context, scene.about, 40, y + 50, '15px "Chart Inter"', faint, 'left', left - 60);
    bar(context, x(0), y + 4, x(ours) - x(0), ourColour, ours);
    if (codecs > 0) {
      context.fillStyle = codecsColour;
      context.fillRect(x(0), y + 4, (x(ours) - x(0)) * codecs, 24);
    }
    bar(context, x(0), y + 34, x(peer) - x(0), '#9aa6bd', peer);
  });
  return canvas.toBuffer('image/png');
}

/** How much of our processor time the codecs alone take, 0 to 1; 0 where it was not measured. */
function codecsShare(scene: SceneFigures, t: SideFigures): number {
  return Math.min(1, (codecsOfT(scene, t) ?? 0) / scene.cpuRatioToT);
}

function legend(context: SKRSContext2D): void {
  const entries: readonly (readonly [string, string])[] = [
    [ourColour, 'Framemill'],
    [codecsColour, 'of it the codecs alone'],
    ['#9aa6bd', 'best ffmpeg graph; where there is nothing to filter, T'],
  ];
  let x = left;
  for (const [colour, label] of entries) {
    context.fillStyle = colour;
    context.fillRect(x, 112, 16, 16);
    write(context, label, x + 24, 126, '16px "Chart Inter"', ink);
    x += 40 + context.measureText(label).width + 30;
  }
}

function bar(context: SKRSContext2D, x: number, y: number, length: number, colour: string, ratio: number): void {
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x, y, length, 24, [0, 5, 5, 0]);
  context.fill();
  write(context, ratio.toFixed(2), x + length + 8, y + 18, '16px "Chart Inter"', ink);
}
