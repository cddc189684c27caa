import type { StudioFigure } from '../suites/studio.ts';
import type { Results } from './results.ts';

/** Returns the Studio's figures with their budgets as lines of Markdown. `name` is the base name of the images. */
export function studioTable({ studio }: Results, name: string): string[] {
  if (!studio) return [];
  return [
    '## The Studio',
    '',
    'Chromium without a window, 1440 x 900, beside the whole service on the same machine. A frame is the time between two',
    'that the page draws; one of 60 a second takes 16.7 ms.',
    '',
    '| what | measured | budget |',
    '|---|---|---|',
    ...studio.map((figure) => `| ${figure.what} | ${shown(figure)} | ${verdict(figure)} |`),
    '',
    `![The values behind the figures.](${name}-studio.png)`,
    '',
    `![The editor with 10,000 clips.](${name}-editor.png)`,
    '',
  ];
}

function shown({ value, unit, values }: StudioFigure): string {
  const most = values.length === 0 ? '' : ` (${values.length} values, the largest ${Math.round(Math.max(...values))})`;
  return `${Math.round(value)} ${unit}${most}`;
}

function verdict({ value, most, unit }: StudioFigure): string {
  return value <= most ? `at most ${most} ${unit}` : `**more than ${most} ${unit}**`;
}
