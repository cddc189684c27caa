import type { Results } from './results.ts';

/** Returns the quotes and the measured times of the renders as lines of Markdown, a row for each. */
export function quotesTable({ quotes }: Results): string[] {
  if (!quotes) return [];
  const { renders, within, medianError } = quotes;
  const exact = renders.filter(({ isExact }) => isExact).length;
  return [
    '## Quotes',
    '',
    `${within} of ${renders.length} quotes are within 25 % of what the render took (median ${(medianError * 100).toFixed(0)} % off);`,
    `${exact} named the very number of segments that were rendered.`,
    '',
    '| film | frames | of them to render | measured of | quoted | taken | off |',
    '|---|---|---|---|---|---|---|',
    ...renders.map(({ what, frames, framesToRender, measuredBy, quotedSec, tookSec }) => {
      const off = `${((quotedSec / tookSec - 1) * 100).toFixed(0)} %`;
      return `| ${what} | ${frames} | ${framesToRender} | ${measuredBy} | ${quotedSec.toFixed(2)} s | ${tookSec.toFixed(2)} s | ${off} |`;
    }),
    '',
  ];
}
