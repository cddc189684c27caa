import type { SKRSContext2D } from '@napi-rs/canvas';
import { codecsOfT, type LengthFigures, type SceneFigures } from '../suites/scene-figures.ts';
import type { ShortFilmFigures } from '../suites/short-films.ts';
import { chartCanvas, faint, ink, write } from './charts.ts';

const width = 1200;
const left = 340;
const right = 1110;
const top = 150;
const barHeight = 18;
const barPitch = 21;
const rowGap = 9;
const blockGap = 16;
const aboutFont = '14px "Chart Inter"';
const colours = { ours: '#f2703f', codecs: '#c9501f', peer: '#9aa6bd', service: '#3f7df2' };

interface Bar {
  readonly colour: string;
  /** Wall time divided by that of T at the same length. T is ffmpeg decoding one clip and encoding it again. */
  readonly ratio: number;
  /** Fraction of the scene's processor time that the codecs alone take, 0-1. */
  readonly codecs?: number;
}

/** Row of a chart: one length of one video. */
interface Row {
  readonly label: string;
  readonly bars: readonly Bar[];
}

/** Group of rows in a chart: one video in all its lengths, longest first. */
interface Block {
  readonly name: string;
  readonly about: string;
  readonly rows: readonly Row[];
}

/**
 * Draws wall times as a PNG, each divided by the wall time of the reference T (ffmpeg decoding one clip and encoding it
 * again) at the same length. Shows each scene in all its lengths, then short videos that were rendered with the command
 * line and through the service.
 */
export function drawChart(
  lengths: readonly LengthFigures[],
  shortFilms: readonly ShortFilmFigures[],
  subtitle: string,
): Buffer {
  const blocks = [...sceneBlocks(lengths), ...shortBlock(shortFilms)];
  const bottom = blocks.reduce((y, block) => y + heightOf(block) + blockGap, top) - blockGap;
  const { canvas, context } = chartCanvas(width, bottom + 60);
  write(context, 'Render time as a multiple of T', 40, 58, '700 30px "Chart Inter Bold"', ink);
  write(context, subtitle, 40, 92, '18px "Chart Inter"', faint);
  legend(context, { scenes: lengths.length > 0, service: shortFilms.length > 0 });

  const most = Math.max(1.2, ...blocks.flatMap(({ rows }) => rows.flatMap(({ bars }) => bars.map((bar) => bar.ratio))));
  const x = (ratio: number) => left + (ratio / most) * (right - left);
  for (let mark = 0; mark <= most; mark += 0.5) {
    context.fillStyle = mark === 1 ? '#b9c0ce' : '#e8ebf1';
    context.fillRect(x(mark) - 1, top - 10, 2, bottom - top + 14);
    write(context, mark === 1 ? 'T' : mark.toFixed(1), x(mark), bottom + 26, '16px "Chart Inter"', faint, 'center');
  }
  let y = top;
  for (const block of blocks) {
    write(context, block.name, 40, y + 19, '700 21px "Chart Inter Bold"', ink);
    for (const [line, text] of linesOf(context, block.about).entries())
      write(context, text, 40, y + 40 + line * 17, aboutFont, faint);
    let rowY = y;
    for (const row of block.rows) {
      write(context, row.label, left - 12, rowY + 15, '15px "Chart Inter"', faint, 'right');
      for (const [place, bar] of row.bars.entries()) drawBar(context, x, rowY + place * barPitch, bar);
      rowY += row.bars.length * barPitch + rowGap;
    }
    y += heightOf(block) + blockGap;
  }
  return canvas.toBuffer('image/png');
}

function sceneBlocks(lengths: readonly LengthFigures[]): Block[] {
  const longestFirst = lengths.toSorted((a, b) => b.seconds - a.seconds);
  const measured = longestFirst.flatMap((length) => length.scenes.map((scene) => ({ scene, length })));
  // In the order in which the scenes ran, whatever their lengths.
  return [...Map.groupBy(measured, ({ scene }) => scene.scene)].map(([name, found]) => ({
    name,
    about: found[0]?.scene.about ?? '',
    rows: found.map(({ scene, length }) => ({ label: `${length.seconds} s`, bars: sceneBars(scene, length) })),
  }));
}

function sceneBars(scene: SceneFigures, { t }: LengthFigures): Bar[] {
  const codecs = Math.min(1, (codecsOfT(scene, t) ?? 0) / scene.cpuRatioToT);
  const peer = scene.ffmpeg ? scene.ffmpeg.medianWallSec / t.medianWallSec : 1;
  const ours = { colour: colours.ours, ratio: scene.ratioToT, codecs };
  return scene.psnr === null ? [ours] : [ours, { colour: colours.peer, ratio: peer }];
}

function shortBlock(films: readonly ShortFilmFigures[]): Block[] {
  if (films.length === 0) return [];
  const rows = films
    .toSorted((a, b) => b.seconds - a.seconds)
    .map(({ seconds, t, command, service }) => ({
      label: `${seconds} s`,
      bars: [
        { colour: colours.ours, ratio: command.wallSec / t.wallSec },
        { colour: colours.service, ratio: service.wallSec / t.wallSec },
      ],
    }));
  return [{ name: 'Short films', about: 'one clip with a text, start and queue included', rows }];
}

/** Breaks a text into lines that fit next to the bars. */
function linesOf(context: SKRSContext2D, text: string): string[] {
  context.font = aboutFont;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    const fits = context.measureText(longer).width <= left - 120;
    if (fits) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

// At least the height of the name and its lines of text; one line holds 27 characters.
function heightOf({ rows, about }: Block): number {
  return Math.max(
    30 + 17 * Math.ceil(about.length / 27),
    rows.reduce((sum, { bars }) => sum + bars.length * barPitch + rowGap, 0),
  );
}

function legend(context: SKRSContext2D, { scenes, service }: { scenes: boolean; service: boolean }): void {
  const entries: readonly (readonly [string, string])[] = [
    [colours.ours, 'Framemill'],
    ...(scenes
      ? ([
          [colours.codecs, 'of it the codecs alone'],
          [colours.peer, 'best ffmpeg graph, or T'],
        ] as const)
      : []),
    ...(service ? ([[colours.service, 'Framemill through the service']] as const) : []),
  ];
  let x = 40;
  for (const [colour, label] of entries) {
    context.fillStyle = colour;
    context.fillRect(x, 112, 16, 16);
    write(context, label, x + 24, 126, '16px "Chart Inter"', ink);
    x += 40 + context.measureText(label).width + 24;
  }
}

function drawBar(
  context: SKRSContext2D,
  x: (ratio: number) => number,
  y: number,
  { colour, ratio, codecs = 0 }: Bar,
): void {
  const length = x(ratio) - x(0);
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x(0), y, length, barHeight, [0, 4, 4, 0]);
  context.fill();
  if (codecs > 0) {
    context.fillStyle = colours.codecs;
    context.fillRect(x(0), y, length * codecs, barHeight);
  }
  write(context, ratio.toFixed(2), x(ratio) + 8, y + 14, '15px "Chart Inter"', ink);
}
