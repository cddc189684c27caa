import type { ParityGroup } from '../suites/browser-engine.ts';
import type { Results } from './results.ts';
import { shown, verdict } from './service-tables.ts';

/** Maximum number of frames below a goal that are listed by name. */
const listed = 20;

/**
 * Returns the results of the browser engine as lines of Markdown: its frames beside those of a render node, and the
 * stage of the editor. `name` is the base name of the image.
 */
export function engineTables({ browserEngine }: Results, name: string): string[] {
  if (!browserEngine) return [];
  const { parity, refused, stage } = browserEngine;
  return [
    '## The engine in a browser',
    '',
    'Frames that the engine draws in Chromium with its own canvases, fonts and decoders, beside those of a render node:',
    'the golden tests, every example of the gallery, and 80 random projects. While playing: the effects and filters of',
    'the gallery over a 1080p video, at half size. From the same sprites and planes, the engine draws the bytes of a',
    'render node in every case (`compositor/test/browser-engine/browser-engine.test.ts`).',
    '',
    '| frames | number | equal bytes | smallest | goal | below it |',
    '|---|---|---|---|---|---|',
    ...parity.map(parityRow),
    '',
    ...parity.flatMap(belowGoal),
    ...(refused.length === 0
      ? []
      : ['Not drawn:', '', ...refused.map(({ name: frame, message }) => `- ${frame}: ${message}`), '']),
    `![The ten frames that differ most: render node, browser, difference times eight.](${name}-worst.png)`,
    '',
    '## The stage of the editor in Chromium',
    '',
    'Without a window, 1440 x 900, without a graphics card, beside the whole service on the same machine.',
    '',
    '| what | measured | budget |',
    '|---|---|---|',
    ...stage.map((figure) => `| ${figure.what} | ${shown(figure)} | ${verdict(figure)} |`),
    '',
  ];
}

function parityRow({ what, unit, least, frames, equal, worst, below }: ParityGroup): string {
  const cells = [
    what,
    frames,
    equal,
    worst === null ? '-' : measured(worst, unit),
    `>= ${least} ${unit}`,
    below.length,
  ];
  return `| ${cells.join(' | ')} |`;
}

function belowGoal({ what, unit, least, below }: ParityGroup): string[] {
  if (below.length === 0) return [];
  const lines = below.slice(0, listed).map(({ name, value }) => `- ${name}: ${measured(value, unit)}`);
  const more = below.length > listed ? [`- and ${below.length - listed} more`] : [];
  return [`Below ${least} ${unit} (${what}):`, '', ...lines, ...more, ''];
}

function measured(value: number, unit: ParityGroup['unit']): string {
  return unit === 'dB' ? `${value.toFixed(1)} dB` : value.toFixed(4);
}
